import { ProblemError } from '../../../client/requests.ts'
import { say } from '../words/words.ts'
import { isShared } from './session.ts'

/** What went wrong, in words: the service's own, where it answered. */
export function explain(error: unknown): string {
  if (!(error instanceof ProblemError)) return error instanceof TypeError ? say('unreachable') : String(error)
  const { code, problem } = error
  if (code === 'key_invalid' || code === 'key_missing')
    return say(isShared.value ? 'shareEnded' : 'keyInvalid')
  return problem.detail ?? error.message
}

/** The service's sentences about single fields of a request, by their paths; under `''` those about the whole. */
export function faultsByField(error: unknown): Map<string, string> {
  const faults = new Map<string, string>()
  const errors = error instanceof ProblemError ? (error.problem.errors ?? []) : []
  for (const { pointer = '', detail } of errors) {
    // What is wrong with one of several options is wrong with their field.
    const name = pointer.replace(/^#\/?/, '').replace(/\/\d+$/, '')
    if (!faults.has(name)) faults.set(name, detail)
  }
  if (faults.size === 0) faults.set('', explain(error))
  return faults
}
