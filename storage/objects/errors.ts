import { messageOf } from '../files/system-errors.ts'

/** Thrown if the object store is unreachable, too slow, or refuses a valid request. */
export class StoreError extends Error {
  readonly code = 'store_unavailable'

  constructor(action: string, cause: unknown) {
    super(`The store can't ${action}: ${messageOf(cause)}`, { cause })
  }
}

/** Thrown if an opened object was removed or replaced. */
export class ObjectChanged extends Error {
  readonly code = 'object_changed'

  constructor(name: string) {
    super(`The object ${name} is not the one that was opened.`)
  }
}
