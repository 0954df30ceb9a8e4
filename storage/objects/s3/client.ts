import { S3Client } from '@aws-sdk/client-s3'
import { unlessAborted, withDeadline } from '../../network/deadline.ts'
import { ObjectChanged, StoreError } from '../errors.ts'

const CONNECTION_MS = 3000
/** Milliseconds from connection to the start of the response, for requests that upload or assemble parts. */
const UPLOAD_ANSWER_MS = 60_000
/** Attempts per request: failed requests are retried after growing pauses, refused requests are not. */
const ATTEMPTS = 3
/** Maximum number of sockets; a slow client occupies one socket for the whole read. */
const MAX_SOCKETS = 1024
const IDLE_SOCKETS = 64

export interface S3Limits {
  /** Time limit in milliseconds from connection to start of the response; slower attempts are repeated. */
  answerMs: number
  /** Time limit in milliseconds of requests without object data, retries included. */
  shortMs: number
  /** Time limit in milliseconds of requests with at most one part of an object, body and retries included. */
  partMs: number
  /** Maximum time in milliseconds without data from the store while the reader requests data of a body. */
  stallMs: number
}

const DEFAULT_LIMITS: S3Limits = { answerMs: 5000, shortMs: 20_000, partMs: 200_000, stallMs: 15_000 }

/** The SDK finds credentials and region. With a custom endpoint the bucket is part of the path. */
function createClient(endpoint: string | undefined, answerMs: number): S3Client {
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: IDLE_SOCKETS }
  return new S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    // Checksums are verified on upload only: on download, parts have no checksum, and bytes are passed on at once.
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTION_MS,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      // No socket timeout, as a slow client pauses the stream; `WatchedStream` detects a stalled store.
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}

export interface SendOptions {
  abortSignal: AbortSignal
  requestTimeout?: number
}
type Send<T> = (client: S3Client, options: SendOptions) => Promise<T>

/** S3 client with a time limit for every request; requests reject like `attempt`. */
export class S3Requests {
  readonly #client: S3Client
  readonly limits: S3Limits

  constructor(endpoint: string | undefined, limits: Partial<S3Limits> = {}) {
    this.limits = { ...DEFAULT_LIMITS, ...limits }
    this.#client = createClient(endpoint, this.limits.answerMs)
  }

  /** Sends a request without object data. */
  short<T>(action: string, send: Send<T>): Promise<T> {
    return this.#limited(action, this.limits.shortMs, send)
  }

  read<T>(action: string, send: Send<T>): Promise<T> {
    return this.#limited(action, this.limits.partMs, send)
  }

  /** Sends a request that uploads at most one part of an object, or assembles parts. */
  write<T>(action: string, send: Send<T>, signal?: AbortSignal): Promise<T> {
    const patient: Send<T> = (client, options) =>
      send(client, { ...options, requestTimeout: UPLOAD_ANSWER_MS })
    return this.#limited(action, this.limits.partMs, patient, signal)
  }

  close(): void {
    this.#client.destroy()
  }

  #limited<T>(action: string, limitMs: number, send: Send<T>, signal?: AbortSignal): Promise<T> {
    // The deadline also ends steps of the SDK before and after a request, some of which ignore the signal.
    const sending = withDeadline(limitMs, signal, (abortSignal) =>
      unlessAborted(send(this.#client, { abortSignal }), abortSignal),
    )
    return attempt(action, sending, signal)
  }
}

interface Refusal {
  name?: string
  $metadata?: { httpStatusCode?: number }
}

export function statusOf(error: unknown): number | undefined {
  return (error as Refusal).$metadata?.httpStatusCode
}

export function nameOf(error: unknown): string | undefined {
  return (error as Refusal).name
}

/** True for a missing object or version; a missing bucket is an error of the store. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket'
}

/** Rejects with a `StoreError`, or with the signal's reason on abort. */
export async function attempt<T>(action: string, doing: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await doing
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof StoreError || error instanceof ObjectChanged) throw error
    throw new StoreError(action, described(error))
  }
}

/** Some SDK errors have an empty or meaningless message. */
function described(error: unknown): unknown {
  const [status, name] = [statusOf(error), nameOf(error)]
  if (status === undefined || !(error instanceof Error)) return error
  return new Error(`${name}, ${error.message} (HTTP ${status})`, { cause: error })
}
