import { open, rm, stat } from 'node:fs/promises'
import { Agent } from 'node:https'
import { orIfMissing } from '../../../storage/files/system-errors.ts'
import { pause } from '../../../storage/network/deadline.ts'
import { ConnectionError } from '../../../storage/network/errors.ts'
import { type Access, get } from '../../../storage/network/get.ts'
import type { HttpResponse, Timeouts } from '../../../storage/network/request.ts'
import { retryAfterMs } from '../../../storage/network/retry-after.ts'

/** Time limits in ms; a large file may take up to an hour while bytes keep arriving. */
const defaultTimeouts: Timeouts = { headersMs: 30_000, idleMs: 30_000, totalMs: 3_600_000 }
/** Maximum number of consecutive failures without any new bytes. */
const maximumFailures = 8
const maximumDelayMs = 60_000
const longestCheckPauseMs = 5000
/** SHA-256 that no file has, for requests that only check whether the API node accepts the token. */
const noSha256 = '0'.repeat(64)

export type UnavailableReason = 'unauthorized' | 'missing' | 'unreachable' | 'wrong_bytes' | 'too_large'

/** Thrown if the API node cannot supply the terrain of a job. */
export class GroundUnavailableError extends Error {
  readonly code = 'ground_unavailable'
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, detail: string) {
    super(detail)
    this.reason = reason
  }
}

export interface DownloaderOptions {
  /** Origin of the API node, such as `https://api.example:8443`. */
  apiUrl: string
  token: string
  /** Certificate authority to trust, as PEM. */
  ca?: string | undefined
  /** Delay in ms before the second attempt; doubles with every further attempt. */
  retryDelayMs?: number
  timeouts?: Timeouts
}

export class TerrainDownloader {
  readonly #apiUrl: string
  readonly #access: Access
  readonly #agent: Agent
  readonly #retryDelayMs: number
  readonly #timeouts: Timeouts

  constructor({ apiUrl, token, ca, retryDelayMs = 500, timeouts = defaultTimeouts }: DownloaderOptions) {
    this.#apiUrl = apiUrl.replace(/\/+$/, '')
    this.#agent = new Agent({ keepAlive: true, ...(ca !== undefined && { ca }) })
    this.#access = { headers: { authorization: `Bearer ${token}` }, agent: this.#agent }
    this.#retryDelayMs = retryDelayMs
    this.#timeouts = timeouts
  }

  /**
   * Completes the file at `path`, resuming a partial download; the caller must verify the content.
   * @throws {GroundUnavailableError}, or the signal's reason
   */
  async complete(path: string, sha256: string, bytes: number, signal: AbortSignal): Promise<void> {
    let failures = 0
    for (;;) {
      const before = await lengthOf(path, bytes)
      if (before === bytes) return
      let waitMs = 0
      let reason: string
      try {
        const response = await this.#request(sha256, before, bytes, signal)
        try {
          if (response.status === 200 || response.status === 206) {
            await receive(path, response, before, bytes)
            reason = 'fewer bytes were received than requested'
          } else {
            reason = refusedFor(response.status)
            waitMs = retryAfterMs(response.retryAfter) ?? 0
          }
        } finally {
          response.discard()
        }
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ConnectionError)) throw error
        reason = error.message
      }
      const after = await lengthOf(path, bytes)
      if (after === bytes) return
      failures = after > before ? 0 : failures + 1
      if (failures === maximumFailures) {
        throw new GroundUnavailableError('unreachable', `The API node sent no terrain file: ${reason}.`)
      }
      const backoffMs = failures === 0 ? 0 : this.#retryDelayMs * 2 ** (failures - 1)
      await pause(Math.min(maximumDelayMs, Math.max(waitMs, backoffMs)), signal)
      signal.throwIfAborted()
    }
  }

  /**
   * Resolves when the API node accepts the token; `onWait` receives the reason for each delay.
   * @throws {GroundUnavailableError} if the token is refused, or the signal's reason
   */
  async checkAccess(onWait: (error: unknown) => void, signal: AbortSignal): Promise<void> {
    for (let tries = 0; ; tries++) {
      let failure: Error
      try {
        const response = await this.#request(noSha256, 0, 1, signal)
        response.discard()
        if (response.status === 404) return
        failure = new Error(refusedFor(response.status))
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ConnectionError)) throw error
        failure = error
      }
      onWait(failure)
      const delayMs = Math.min(longestCheckPauseMs, this.#retryDelayMs * 2 ** tries)
      await pause(delayMs, signal)
      signal.throwIfAborted()
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  #request(sha256: string, from: number, bytes: number, signal: AbortSignal): Promise<HttpResponse> {
    const range = from === 0 ? undefined : ([from, bytes - 1] as const)
    // If the file has changed, the server sends the whole file instead of a range.
    const headers = { ...this.#access.headers, ...(range && { 'if-range': `"${sha256}"` }) }
    const access = { ...this.#access, headers }
    return get(`${this.#apiUrl}/nodes/terrain/${sha256}`, { range, timeouts: this.#timeouts, signal, access })
  }
}

/** Number of bytes already present; removes a file that is too long. */
async function lengthOf(path: string, bytes: number): Promise<number> {
  const length = (await orIfMissing(stat(path), undefined))?.size ?? 0
  if (length <= bytes) return length
  await rm(path, { force: true })
  return 0
}

/** Writes received bytes to the file, from the start of the file if the response is the whole file. */
async function receive(
  path: string,
  { status, range, body }: HttpResponse,
  from: number,
  bytes: number,
): Promise<void> {
  const start = status === 206 ? from : 0
  if (status === 206 && range?.first !== from) throw new ConnectionError('a different range was received')
  const file = await open(path, start === 0 ? 'w' : 'r+', 0o600)
  let offset = start
  try {
    for await (const chunk of body) {
      if (offset + chunk.length > bytes) {
        throw new GroundUnavailableError('wrong_bytes', `A terrain file has more than its ${bytes} bytes.`)
      }
      await file.write(chunk, 0, chunk.length, offset)
      offset += chunk.length
    }
  } finally {
    await file.sync()
    await file.close()
  }
}

/** Reason why a request may be repeated; throws if repeating is useless. */
function refusedFor(status: number): string {
  if (status === 401 || status === 403) {
    throw new GroundUnavailableError(
      'unauthorized',
      'The API node refuses NODE_TOKEN: it is wrong or revoked.',
    )
  }
  if (status === 404) {
    throw new GroundUnavailableError(
      'missing',
      'The API node no longer has the terrain file of that SHA-256.',
    )
  }
  return `status ${status}`
}
