/** A change could not be stored; it has been rolled back, nothing else was lost. */
export class StorageError extends Error {
  readonly code = 'records_unwritable'

  constructor(detail: string, options?: ErrorOptions) {
    super(`The records can't be written: ${detail}`, options)
  }
}

/** Stored records are damaged: they are refused and left unchanged. */
export class DamagedError extends Error {
  readonly code = 'records_damaged'
  readonly path: string
  /** Byte offset of the damage in the file, if known. */
  readonly offset: number | undefined

  constructor(path: string, detail: string, { offset, cause }: { offset?: number; cause?: unknown } = {}) {
    const location = offset === undefined ? path : `${path}, byte ${offset}`
    super(`The records are damaged at ${location}: ${detail}`, { cause })
    this.path = path
    this.offset = offset
  }
}
