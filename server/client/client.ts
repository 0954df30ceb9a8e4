import { Agent, request } from 'node:https'
import { ConnectionError } from '../../storage/network/errors.ts'
import { limitOverhead } from '../../storage/network/overhead.ts'
import { type CoverageClient, clientOver } from './requests.ts'

export * from './requests.ts'

export interface ClientOptions {
  /** An API key, or the token of a share. */
  apiKey?: string
  /** Certificate to trust, as PEM, such as the service's own in `DATA_DIR/tls/ca.pem`. */
  ca?: string
  /** Replaces the built-in transport. */
  fetch?: (request: Request) => Promise<Response>
}

/** Client of the service at this origin, such as `https://localhost:8443`. */
export function createClient(origin: string, options: ClientOptions = {}): CoverageClient {
  const { apiKey, ca, fetch = httpsFetch(ca) } = options
  return clientOver(origin, fetch, apiKey)
}

/** Bodies are held in memory; read a larger raster in parts with `Range`. */
const MAXIMUM_BODY_BYTES = 256 * 2 ** 20

function bodyTooLarge(): ConnectionError {
  const detail = `the response has more than ${MAXIMUM_BODY_BYTES / 2 ** 20} MiB`
  return new ConnectionError(detail, 'ERR_BODY_TOO_LARGE')
}

/** Like `fetch`, which does not support a certificate to trust. */
export function httpsFetch(ca?: string): (request: Request) => Promise<Response> {
  const agent = new Agent({ keepAlive: true, ...(ca !== undefined && { ca }) })
  return async (asked) => {
    const { method, url, signal } = asked
    const body = asked.body === null ? undefined : Buffer.from(await asked.arrayBuffer())
    const headers = {
      ...Object.fromEntries(asked.headers),
      ...(body && { 'content-length': String(body.length) }),
    }
    return new Promise((resolve, reject) => {
      let isAnswered = false
      const sent = request(url, { method, headers, agent, signal }, (answer) => {
        isAnswered = true
        const chunks: Buffer[] = []
        let bytes = 0
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes > MAXIMUM_BODY_BYTES) answer.destroy(bodyTooLarge())
        })
        // A truncated body is an error too.
        answer.on('error', reject)
        answer.on('end', () => {
          const { statusCode: status = 500, statusMessage: statusText = '', headersDistinct } = answer
          const received = new Headers()
          for (const [name, values = []] of Object.entries(headersDistinct)) {
            for (const value of values) received.append(name, value)
          }
          const isEmpty = status === 204 || status === 304
          const content = isEmpty ? null : Buffer.concat(chunks)
          try {
            resolve(new Response(content, { status, statusText, headers: received }))
          } catch (error) {
            // Invalid status, or invalid characters in the status text or a header.
            reject(error)
          }
        })
      })
      limitOverhead(sent)
      sent.on('error', reject)
      // Also without an error, such as after an unrequested upgrade.
      sent.on('close', () => {
        if (!isAnswered)
          reject(new ConnectionError('the connection was closed without an answer', 'ECONNRESET'))
      })
      sent.end(body)
    })
  }
}
