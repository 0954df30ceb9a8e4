import type { LookupAddress, LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { exchange } from '../../storage/network/request.ts'
import type { Receiver } from './addresses.ts'

/** Of an answer's body; it is thrown away. */
const maximumReadBytes = 65_536

export interface PostOptions {
  headers: Record<string, string>
  body: string
  /** For connection, handshake and answer, and for each pause within them. */
  limitMs: number
  signal: AbortSignal
  /** PEM certificates to trust instead of the system's. */
  ca?: string | undefined
}

export interface Posted {
  status: number
  retryAfter: string | undefined
}

/**
 * Posts, to one of the addresses that were found for this try and nowhere else: nothing is resolved again, and no redirect
 * is followed. Rejects where there was no answer.
 */
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
    // A connection of its own, which ends with the answer.
    agent: false,
    lookup: fixedLookup(addresses),
    ca,
  })
  try {
    for await (const _ of response.body);
  } catch {
    // Whatever becomes of the body, the status was the answer.
  }
  return { status: response.status, retryAfter: response.retryAfter }
}

/** Answers every question with the addresses that were checked. */
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

/** Why there was no answer, as a word that says nothing of networks inside. */
export function wordOf(error: unknown): string {
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT') return 'timeout'
  const isTls = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/.test(
    code,
  )
  return isTls ? 'tls_failed' : 'connection_failed'
}
