/** What is wrong with a body of links. */

import { type FieldError, Problem } from '../http/errors.ts'
import { echo, listed, quoted } from '../http/validation/messages.ts'
import { makeAjv, refuseInvalid, schemaProblem } from '../http/validation/validation.ts'
import { linkRuleErrors } from '../link/rules.ts'
import { LinkRequest } from '../link/schemas.ts'
import type { Values } from '../requests/field.ts'
import { nearestOf } from '../requests/nearest.ts'
import { refuse } from '../requests/places.ts'
import { fieldNames } from './fields.ts'

/** What else is wrong with the body of a link: a pattern that is not there. */
export type AlsoWrong = (body: Values) => FieldError[]

/** Errors that are looked for: more than an answer lists. */
export const maximumFaults = 40
/** Characters of a name: it is repeated in every link. */
const maximumWord = 200
export const LIKE_HEIGHT = /^(antenna[ _-]?)?height([ _-]?\(?m\)?)?$/i

const ajv = makeAjv({ isTrusted: true })

/** What breaks a schema, in the words of the service. */
export function schemaFaults(schema: object, value: unknown): FieldError[] {
  return schemaProblem(schema, value, ajv)?.extra.errors ?? []
}

/** Faults of a body, each once: what is wrong with a transmitter is so in all its pairs. */
export class Faults {
  readonly #alsoWrong: AlsoWrong
  readonly #list: FieldError[] = []
  readonly #seen = new Set<string>()

  constructor(alsoWrong: AlsoWrong) {
    this.#alsoWrong = alsoWrong
  }

  get areMany(): boolean {
    return this.#list.length >= maximumFaults
  }

  get count(): number {
    return this.#list.length
  }

  add(fault: FieldError): void {
    const key = JSON.stringify(fault)
    if (this.areMany || this.#seen.has(key)) return
    this.#seen.add(key)
    this.#list.push(fault)
  }

  /** What `POST /link` would refuse of a body. */
  of(body: Values): FieldError[] {
    try {
      const validationError = schemaProblem(LinkRequest, body, ajv)
      refuseInvalid({ validationError }, [...linkRuleErrors(body), ...this.#alsoWrong(body)], fieldNames)
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

export function unknownField(name: string, known: readonly string[], said: string): string {
  const nearest = nearestOf(name, known)
  return `${quoted(name)} ${said}: ${nearest === undefined ? `allowed: ${listed(known)}` : `did you mean ${nearest}?`}`
}

export function wordFault(name: string, word: unknown): string | undefined {
  const isWord = typeof word === 'string' || (typeof word === 'number' && Number.isFinite(word))
  if (isWord && String(word).length <= maximumWord) return undefined
  const came = typeof word === 'string' ? `${word.length} characters` : echo(word)
  return `${name} must be a number, or text of at most ${maximumWord} characters, got ${came}`
}
