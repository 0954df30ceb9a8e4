import type { LookupAddress, LookupOptions } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Receiver } from './addresses.ts'

/** Of an answer's body; it is thrown away. */
const maximumReadBytes = 65_536
const maximumHeaderBytes = 16_384

export interface PostOptions {
  headers: Record<string, string>
  body: string
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
export function post(
  { url, addresses }: Receiver,
  { headers, body, signal, ca }: PostOptions,
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      // A connection of its own, which ends with the answer.
      agent: false,
      lookup: fixedLookup(addresses),
      maxHeaderSize: maximumHeaderBytes,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal,
    } as const
    let posted: Posted | undefined
    const outgoing =
      url.protocol === 'https:'
        ? httpsRequest(url, { ...options, ...(ca && { ca }) })
        : httpRequest(url, options)
    outgoing.on('response', (incoming) => {
      posted = { status: incoming.statusCode ?? 0, retryAfter: incoming.headers['retry-after'] }
      let bytes = 0
      incoming.on('error', () => {})
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maximumReadBytes) outgoing.destroy()
      })
    })
    outgoing.on('error', (error) => {
      if (posted === undefined) reject(error)
    })
    // Whatever becomes of the body, the status was the answer.
    outgoing.on('close', () => {
      if (posted === undefined) reject(new Error('The connection was closed without an answer.'))
      else resolve(posted)
    })
    outgoing.end(body)
  })
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
