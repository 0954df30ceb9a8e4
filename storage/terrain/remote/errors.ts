/** Why bytes of a remote tile could not be fetched. */
export type RemoteFailure =
  /** The source did not respond, or not as it should, at every attempt. */
  | 'unreachable'
  /** The source has no such file. */
  | 'missing'
  /** The file is another one than when it was opened. */
  | 'changed'
  /** The bytes are not in the cache, and this process downloads nothing. */
  | 'not_cached'
  /** The requester has gone. */
  | 'interrupted'

/**
 * Like a system error this says nothing about the content of a tile: readers pass it on as it is. The message names
 * no address, which could hold a secret.
 */
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
