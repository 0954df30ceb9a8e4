/** Errors of a command. */

/** Exit codes; success is 0. */
export const FAILED = 1
export const MISUSED = 2
export const INTERRUPTED = 130

/** An error reported in one line, with its code for `--json` and its exit code. */
export class Failure extends Error {
  readonly code: string
  readonly exitCode: number
  /** Further errors, one line each. */
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

/** The answer already contains the error: with `--json` nothing is added. */
export class Unsuccessful extends Failure {}

/** Ctrl-C; the message states the consequence. */
export class Interrupted extends Failure {
  constructor(detail: string) {
    super('interrupted', detail, INTERRUPTED)
  }
}

/** A request that is never acceptable is wrong usage; one refused for ground, credits or limits has failed. */
const misusing = new Set(['invalid_parameters', 'malformed_json', 'invalid_configuration'])

interface Refusal {
  message?: unknown
  code?: unknown
  /** Set for a response of the service, and for the equivalent `Problem`. */
  problem?: { detail?: string; errors?: FieldErrors }
  extra?: { errors?: FieldErrors }
}
type FieldErrors = readonly { pointer?: string; parameter?: string; detail: string }[]

/** Converts any thrown value for display. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { message, code, problem, extra } = (error ?? {}) as Refusal
  const errors = problem?.errors ?? extra?.errors ?? []
  const name = typeof code === 'string' && code !== '' ? code : 'internal_error'
  const text = typeof message === 'string' ? message : String(error)
  // System error messages begin with their code.
  const detail = problem?.detail ?? (text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text)
  const exitCode = misusing.has(name) ? MISUSED : FAILED
  return new Failure(name, detail, exitCode, errors.length > 1 ? errors.map((each) => each.detail) : [])
}
