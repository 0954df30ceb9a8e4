import { S3Client } from '@aws-sdk/client-s3'
import { ObjectChanged, StoreError } from '../errors.ts'

/** To connect, and from then until an answer begins. */
const CONNECTION_MS = 3000
const ANSWER_MS = 5000
/** The same for what carries or puts together a part of a file. */
const UPLOAD_ANSWER_MS = 60_000
/** Each is retried with growing pauses; those that are refused are not. */
const ATTEMPTS = 3
/** A client that reads slowly holds one as long as it reads. */
const MAX_SOCKETS = 1024
const IDLE_SOCKETS = 64

/** What carries no object ends within so long, retries included. */
const SHORT_MS = 20_000
/** What carries a part of one. */
const PART_MS = 200_000

/** Credentials and region are those that the SDK finds by itself; at an endpoint the bucket is a part of the path. */
export function createClient(endpoint: string | undefined, answerMs = ANSWER_MS): S3Client {
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

/** Options of a request that carries no object. */
export function short() {
  return { abortSignal: AbortSignal.timeout(SHORT_MS) }
}

/** Options of a request that carries up to a part of one. */
export function long(signal: AbortSignal | undefined) {
  const timeout = AbortSignal.timeout(PART_MS)
  const abortSignal = signal === undefined ? timeout : AbortSignal.any([timeout, signal])
  return { abortSignal, requestTimeout: UPLOAD_ANSWER_MS }
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
