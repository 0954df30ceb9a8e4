import { type FieldError, Problem } from '../http/errors.ts'
import { makeAjv, schemaProblem, withoutSchemaCheck } from '../http/validation/ajv.ts'
import { echo, listed, quoted } from '../http/validation/messages.ts'
import { refuseInvalid } from '../http/validation/validation.ts'
import { linkRuleErrors } from '../link/rules.ts'
import { LinkRequest } from '../link/schemas.ts'
import type { Values } from '../requests/field.ts'
import { nearestOf } from '../requests/nearest.ts'
import { refuse } from '../requests/places.ts'
import { fieldNames } from './fields.ts'

/** Additional check of a body, for missing antenna patterns. */
export type ExtraFaults = (body: Values) => FieldError[]

/** Maximum number of errors collected; a response lists only some of these. */
export const maximumFaults = 40
/** Maximum length of a name in characters, as names are repeated in every link. */
const maximumNameChars = 200
export const LIKE_HEIGHT = /^(antenna[ _-]?)?height([ _-]?\(?m\)?)?$/i

const ajv = makeAjv(withoutSchemaCheck)

/** Schema violations in the wording of the service's error messages. */
export function schemaFaults(schema: object, value: unknown): FieldError[] {
  return schemaProblem(schema, value, ajv)?.extra.errors ?? []
}

/** Collects distinct faults of a body: the same fault of a transmitter occurs in all pairs. */
export class Faults {
  readonly #extraFaults: ExtraFaults
  readonly #list: FieldError[] = []
  readonly #seen = new Set<string>()

  constructor(extraFaults: ExtraFaults) {
    this.#extraFaults = extraFaults
  }

  get areMany(): boolean {
    return this.#list.length >= maximumFaults
  }

  add(fault: FieldError): void {
    const key = JSON.stringify(fault)
    if (this.areMany || this.#seen.has(key)) return
    this.#seen.add(key)
    this.#list.push(fault)
  }

  of(body: Values): FieldError[] {
    try {
      const validationError = schemaProblem(LinkRequest, body, ajv)
      refuseInvalid({ validationError }, [...linkRuleErrors(body), ...this.#extraFaults(body)], fieldNames)
      return []
    } catch (error) {
      if (error instanceof Problem) return error.extra.errors ?? []
      throw error
    }
  }

  end(): void {
    if (this.#list.length > 0) refuse(this.#list)
  }
}

export function unknownField(name: string, known: readonly string[], reason: string): string {
  const nearest = nearestOf(name, known)
  return `${quoted(name)} ${reason}: ${nearest === undefined ? `allowed: ${listed(known)}` : `did you mean ${nearest}?`}`
}

export function nameFault(name: string, word: unknown): string | undefined {
  const isName = typeof word === 'string' || (typeof word === 'number' && Number.isFinite(word))
  if (isName && String(word).length <= maximumNameChars) return undefined
  const got = typeof word === 'string' ? `${word.length} characters` : echo(word)
  return `${name} must be a number, or text of at most ${maximumNameChars} characters, got ${got}`
}
