import { ProblemError } from '../../../client/requests.ts'
import { sayFault, sayProblem } from '../words/problems.ts'
import { say } from '../words/words.ts'
import { isShared } from './session.ts'

export function explain(error: unknown): string {
  if (!(error instanceof ProblemError)) return error instanceof TypeError ? say('unreachable') : String(error)
  const { code, problem } = error
  if (code === 'key_invalid' || code === 'key_missing')
    return say(isShared.value ? 'shareEnded' : 'keyInvalid')
  return sayProblem(problem) ?? error.message
}

export function faultsByField(
  error: unknown,
  unitOf: (name: string) => string | undefined = () => undefined,
): Map<string, string> {
  const faults = new Map<string, string>()
  const errors = error instanceof ProblemError ? (error.problem.errors ?? []) : []
  for (const { pointer = '', detail } of errors) {
    // An error at one option of a list belongs to the field of the whole list.
    const name = pointer.replace(/^#\/?/, '').replace(/\/\d+$/, '')
    if (!faults.has(name)) faults.set(name, sayFault(detail, unitOf(name)))
  }
  if (faults.size === 0) faults.set('', explain(error))
  return faults
}
