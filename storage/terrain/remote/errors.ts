/** Reason why bytes of a remote tile could not be fetched. */
export type RemoteFailure =
  /** All attempts failed or got an invalid response. */
  | 'unreachable'
  /** The source does not have the file. */
  | 'missing'
  /** The file was replaced after it was opened. */
  | 'changed'
  /** The bytes are not in the cache, and the process does not download. */
  | 'not_cached'
  /** The requester has aborted. */
  | 'interrupted'

/** Error unrelated to a tile's content, rethrown by readers. The message has no address, which could be secret. */
export class RemoteError extends Error {
  readonly syscall = 'fetch'
  readonly failure: RemoteFailure

  constructor(failure: RemoteFailure, reason: string) {
    super(reason)
    this.failure = failure
  }
}

export function interrupted(): RemoteError {
  return new RemoteError('interrupted', 'is no longer wanted')
}
