import type { LookupAddress, LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { exchange } from '../../storage/network/request.ts'
import type { Receiver } from './addresses.ts'

/** Maximum read of a response body, which is discarded. */
const maximumReadBytes = 65_536

export interface PostOptions {
  headers: Record<string, string>
  body: string
  /** For connection, handshake and response, and for each pause within them. */
  limitMs: number
  signal: AbortSignal
  /** PEM certificates to trust instead of the system's. */
  ca?: string | undefined
}

export interface Posted {
  status: number
  retryAfter: string | undefined
}

/** Posts to one of the resolved addresses, without resolving again or redirects. Rejects without a response. */
export async function post(
  { url, addresses }: Receiver,
  { headers, body, limitMs, signal, ca }: PostOptions,
): Promise<Posted> {
  const response = await exchange(url, {
    method: 'POST',
    headers,
    body,
    signal,
    timeouts: { headersMs: limitMs, idleMs: limitMs, totalMs: limitMs },
    maximumBodyBytes: maximumReadBytes,
    // A separate connection, closed after the response.
    agent: false,
    lookup: fixedLookup(addresses),
    ca,
  })
  try {
    for await (const _ of response.body);
  } catch {
    // The status decides, whatever happens to the body.
  }
  return { status: response.status, retryAfter: response.retryAfter }
}

/** Resolves every name to the verified addresses. */
function fixedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return ((
    _name: string,
    { all }: LookupOptions,
    callback: (error: null, address: string | LookupAddress[], family?: number) => void,
  ) => {
    const [first] = addresses
    if (all || first === undefined) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }) as LookupFunction
}

/** Error code for a missing response; reveals nothing of internal networks. */
export function wordOf(error: unknown): string {
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT') return 'timeout'
  const isTls = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/.test(
    code,
  )
  return isTls ? 'tls_failed' : 'connection_failed'
}
