/** Reason why bytes of a remote tile could not be fetched. */
export type RemoteFailure =
  /** Every attempt failed or had a wrong response. */
  | 'unreachable'
  /** The source has no such file. */
  | 'missing'
  /** The file was replaced since it was opened. */
  | 'changed'
  /** The bytes are not in the cache, and this process downloads nothing. */
  | 'not_cached'
  /** The requester is gone. */
  | 'interrupted'

/** Not about a tile's content: readers rethrow it. Its message contains no address, which could hold a secret. */
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
