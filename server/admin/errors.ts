/** Failure of an admin command: a code for programs and a sentence for people. */
export class AdminError extends Error {
  readonly code: string

  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}
