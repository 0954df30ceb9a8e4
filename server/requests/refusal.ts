import { Problem } from '../http/errors.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import type { Refusal } from './places.ts'

export function problemOf(refusal: Refusal): Problem {
  if ('errors' in refusal) return invalidParameters(refusal.errors)
  const { code, detail, members } = refusal
  return new Problem(code, detail, members && { members })
}
