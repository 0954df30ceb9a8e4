/** Exit codes of the command; 0 means success. */
export const FAILED = 1
export const MISUSED = 2
export const INTERRUPTED = 130

/** Error printed on one line; `code` appears in `--json` output, `exitCode` becomes the exit status. */
export class Failure extends Error {
  readonly code: string
  readonly exitCode: number
  /** Further errors, printed one per line. */
  readonly details: readonly string[]

  constructor(code: string, detail: string, exitCode = FAILED, details: readonly string[] = []) {
    super(detail)
    this.code = code
    this.exitCode = exitCode
    this.details = details
  }
}

export class UsageError extends Failure {
  constructor(detail: string) {
    super('wrong_usage', detail, MISUSED)
  }
}

/** Failure already contained in the printed result; `--json` prints no additional error. */
export class Unsuccessful extends Failure {}

/** Interruption by Ctrl-C; the message states the consequence. */
export class Interrupted extends Failure {
  constructor(detail: string) {
    super('interrupted', detail, INTERRUPTED)
  }
}

/** Error codes of requests that can never succeed (unlike missing terrain or credits, or exceeded limits). */
const misusing = new Set(['invalid_parameters', 'malformed_json', 'invalid_configuration'])

interface Refusal {
  message?: unknown
  code?: unknown
  /** Set for error responses of the service, and for a `Problem` thrown by local code. */
  problem?: { detail?: string; errors?: FieldErrors }
  extra?: { errors?: FieldErrors }
}
type FieldErrors = readonly { pointer?: string; parameter?: string; detail: string }[]

/** Converts any thrown value to a printable failure. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { message, code, problem, extra } = (error ?? {}) as Refusal
  const errors = problem?.errors ?? extra?.errors ?? []
  const name = typeof code === 'string' && code !== '' ? code : 'internal_error'
  const text = typeof message === 'string' ? message : String(error)
  // Messages of system errors begin with the error code, which is cut off here.
  const detail = problem?.detail ?? (text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text)
  const exitCode = misusing.has(name) ? MISUSED : FAILED
  return new Failure(name, detail, exitCode, errors.length > 1 ? errors.map((each) => each.detail) : [])
}
