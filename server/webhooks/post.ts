import type { LookupAddress, LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { exchange } from '../../storage/network/request.ts'
import type { Receiver } from './addresses.ts'

/** Maximum number of response bytes read before the connection is closed; the body is discarded. */
const maximumReadBytes = 65_536

export interface PostOptions {
  headers: Record<string, string>
  body: string
  /** Time limit in ms for the whole attempt, including connection, TLS handshake and response. */
  limitMs: number
  signal: AbortSignal
  /** Certificate authorities to trust in place of the system's, as PEM. */
  ca?: string | undefined
}

export interface Posted {
  status: number
  retryAfter: string | undefined
}

/** Posts to a resolved address, without another lookup or redirects. Rejects if there is no response. */
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
    // Uses a separate connection, which is closed after the response.
    agent: false,
    lookup: fixedLookup(addresses),
    ca,
  })
  try {
    for await (const _ of response.body);
  } catch {
    // Only the status counts, even if reading the body fails.
  }
  return { status: response.status, retryAfter: response.retryAfter }
}

/** Lookup function that returns the verified addresses for every name. */
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

/** Code for a failed request, which reveals nothing about internal networks. */
export function wordOf(error: unknown): string {
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT') return 'timeout'
  const isTls = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/.test(
    code,
  )
  return isTls ? 'tls_failed' : 'connection_failed'
}
