/** Thrown if a change could not be stored and was rolled back; stored data is unaffected. */
export class StorageError extends Error {
  readonly code = 'records_unwritable'

  constructor(detail: string, options?: ErrorOptions) {
    super(`The records can't be written: ${detail}`, options)
  }
}

/** Thrown if stored records are damaged; nothing is read or changed. */
export class DamagedError extends Error {
  readonly code = 'records_damaged'
  readonly path: string
  /** Byte offset of the damage in the file; `undefined` if unknown. */
  readonly offset: number | undefined

  constructor(path: string, detail: string, { offset, cause }: { offset?: number; cause?: unknown } = {}) {
    const location = offset === undefined ? path : `${path}, byte ${offset}`
    super(`The records are damaged at ${location}: ${detail}`, { cause })
    this.path = path
    this.offset = offset
  }
}
