/** How a command ends when it does not succeed. */

/** Exit codes: done is 0. */
export const FAILED = 1
export const MISUSED = 2
export const INTERRUPTED = 130

/** Something that a command reports in a line, with the code that `--json` has and the exit code. */
export class Failure extends Error {
  readonly code: string
  readonly exitCode: number
  /** What else is wrong, one line each. */
  readonly details: readonly string[]

  constructor(code: string, detail: string, exitCode = FAILED, details: readonly string[] = []) {
    super(detail)
    this.code = code
    this.exitCode = exitCode
    this.details = details
  }
}

/** The command was not called as it can be. */
export class UsageError extends Failure {
  constructor(detail: string) {
    super('wrong_usage', detail, MISUSED)
  }
}

/** An answer has been given, and says what went wrong: with `--json` nothing is added to it. */
export class Unsuccessful extends Failure {}

/** Ctrl-C; what was done about it stands in the message. */
export class Interrupted extends Failure {
  constructor(detail: string) {
    super('interrupted', detail, INTERRUPTED)
  }
}

/** A request that nobody could accept is wrong usage; what depends on the ground, credits or limits has failed. */
const misusing = new Set(['invalid_parameters', 'malformed_json', 'invalid_configuration'])

interface Refusal {
  message?: unknown
  code?: unknown
  /** Of an answer by the service, and of a `Problem` that would have become one. */
  problem?: { detail?: string; errors?: FieldErrors }
  extra?: { errors?: FieldErrors }
}
type FieldErrors = readonly { pointer?: string; parameter?: string; detail: string }[]

/** Whatever was thrown, as what is shown of it. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { message, code, problem, extra } = (error ?? {}) as Refusal
  const errors = problem?.errors ?? extra?.errors ?? []
  const name = typeof code === 'string' && code !== '' ? code : 'internal_error'
  const text = typeof message === 'string' ? message : String(error)
  // What the system says begins with its code.
  const detail = problem?.detail ?? (text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text)
  const exitCode = misusing.has(name) ? MISUSED : FAILED
  return new Failure(name, detail, exitCode, errors.length > 1 ? errors.map((each) => each.detail) : [])
}
