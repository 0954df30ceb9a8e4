/** Thrown when a change can't be brought to stable storage; it has been rolled back, and nothing else was lost. */
export class StorageError extends Error {
  readonly code = 'records_unwritable'

  constructor(detail: string, options?: ErrorOptions) {
    super(`The records can't be written: ${detail}`, options)
  }
}

/** Thrown when stored records are not what was written: they are refused as they are, and not changed. */
export class DamagedError extends Error {
  readonly code = 'records_damaged'
  readonly path: string
  /** Byte in the file at which the damage begins, where that is known. */
  readonly offset: number | undefined

  constructor(path: string, detail: string, { offset, cause }: { offset?: number; cause?: unknown } = {}) {
    const location = offset === undefined ? path : `${path}, byte ${offset}`
    super(`The records are damaged at ${location}: ${detail}`, { cause })
    this.path = path
    this.offset = offset
  }
}
