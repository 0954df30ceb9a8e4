import { S3Client } from '@aws-sdk/client-s3'
import { unlessAborted, withDeadline } from '../../network/deadline.ts'
import { ObjectChanged, StoreError } from '../errors.ts'

const CONNECTION_MS = 3000
/** From the connection until an answer begins, for what carries or puts together a part of a file. */
const UPLOAD_ANSWER_MS = 60_000
/** Each is retried with growing pauses; those that are refused are not. */
const ATTEMPTS = 3
/** A client that reads slowly holds one as long as it reads. */
const MAX_SOCKETS = 1024
const IDLE_SOCKETS = 64

export interface S3Limits {
  /** From the connection until an answer begins; attempts that take longer are repeated. */
  answerMs: number
  /** Requests that carry no object, retries included. */
  shortMs: number
  /** Requests that carry up to a part of an object, its body and retries included. */
  partMs: number
  /** Pause within a body while more is wanted. */
  stallMs: number
}

const DEFAULT_LIMITS: S3Limits = { answerMs: 5000, shortMs: 20_000, partMs: 200_000, stallMs: 15_000 }

/** Credentials and region are those that the SDK finds by itself; at an endpoint the bucket is a part of the path. */
function createClient(endpoint: string | undefined, answerMs: number): S3Client {
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: IDLE_SOCKETS }
  return new S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    // Checked where it is written: parts that are read have no checksum, and what is streamed can't be taken back.
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTION_MS,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      // Silence is normal while a client reads slowly; `WatchedStream` knows who is to blame.
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}

/** Options of one request, as the SDK takes them. */
export interface SendOptions {
  abortSignal: AbortSignal
  requestTimeout?: number
}
type Send<T> = (client: S3Client, options: SendOptions) => Promise<T>

/** A client whose requests all have a time limit; they reject as `attempt` does. */
export class S3Requests {
  readonly #client: S3Client
  readonly limits: S3Limits

  constructor(endpoint: string | undefined, limits: Partial<S3Limits> = {}) {
    this.limits = { ...DEFAULT_LIMITS, ...limits }
    this.#client = createClient(endpoint, this.limits.answerMs)
  }

  /** Sends what carries no object. */
  short<T>(action: string, send: Send<T>): Promise<T> {
    return this.#limited(action, this.limits.shortMs, send)
  }

  /** Reads up to a part of an object into memory. */
  read<T>(action: string, send: Send<T>): Promise<T> {
    return this.#limited(action, this.limits.partMs, send)
  }

  /** Writes up to a part of an object, or puts parts together. */
  write<T>(action: string, send: Send<T>, signal?: AbortSignal): Promise<T> {
    const patient: Send<T> = (client, options) =>
      send(client, { ...options, requestTimeout: UPLOAD_ANSWER_MS })
    return this.#limited(action, this.limits.partMs, patient, signal)
  }

  close(): void {
    this.#client.destroy()
  }

  #limited<T>(action: string, limitMs: number, send: Send<T>, signal?: AbortSignal): Promise<T> {
    // Not all that the SDK does before and after a request heeds its signal.
    const sending = withDeadline(limitMs, signal, (abortSignal) =>
      unlessAborted(send(this.#client, { abortSignal }), abortSignal),
    )
    return attempt(action, sending, signal)
  }
}

/** What the store answered instead of doing what was asked. */
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

/** An object, or its version, that is not there; a bucket that is not is a fault of the store. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket'
}

/** Rejects with a `StoreError`, or with the reason of a signal that was aborted. */
export async function attempt<T>(action: string, doing: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await doing
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof StoreError || error instanceof ObjectChanged) throw error
    throw new StoreError(action, described(error))
  }
}

/** Some of the SDK's errors have no message, or one that says nothing. */
function described(error: unknown): unknown {
  const [status, name] = [statusOf(error), nameOf(error)]
  if (status === undefined || !(error instanceof Error)) return error
  return new Error(`${name}, ${error.message} (HTTP ${status})`, { cause: error })
}
