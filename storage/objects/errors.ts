import { messageOf } from '../files/system-errors.ts'

/** The store can't be reached, is too slow, or refuses: nothing is wrong with what was asked of it. */
export class StoreError extends Error {
  readonly code = 'store_unavailable'

  constructor(action: string, cause: unknown) {
    super(`The store can't ${action}: ${messageOf(cause)}`, { cause })
  }
}

/** An object that was opened is gone, or another one by now. */
export class ObjectChanged extends Error {
  readonly code = 'object_changed'

  constructor(name: string) {
    super(`The object ${name} is not the one that was opened.`)
  }
}
