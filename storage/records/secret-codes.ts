import { createHash, timingSafeEqual } from 'node:crypto'
import { randomBase62 } from './ids.ts'

/** Parts of a code: the id selects a record, the secret proves the right to use the record. */
export interface CodeParts {
  id: string
  secret: string
}

export class CodeFormat {
  readonly #prefix: string
  readonly #idLength: number
  readonly #idPrefix: string
  readonly #shape: RegExp

  /** `idPrefix` is the part of the id that is left out in the code. */
  constructor(prefix: string, idLength: number, idPrefix = `${prefix}_`) {
    this.#prefix = prefix
    this.#idLength = idLength
    this.#idPrefix = idPrefix
    this.#shape = new RegExp(`^${prefix}_([0-9A-Za-z]{${idLength}})_([0-9A-Za-z]{40})$`)
  }

  newId(): string {
    return `${this.#idPrefix}${randomBase62(this.#idLength)}`
  }

  format({ id, secret }: CodeParts): string {
    return `${this.#prefix}_${id.slice(this.#idPrefix.length)}_${secret}`
  }

  /** Splits a code into its parts; `undefined` for malformed text. */
  parse(code: string): CodeParts | undefined {
    const [, id, secret] = this.#shape.exec(code) ?? []
    return id === undefined || secret === undefined ? undefined : { id: `${this.#idPrefix}${id}`, secret }
  }
}

export const apiKeyCodes = new CodeFormat('rcov', 8, '')
/** Invite codes select an account by the part of the account id after `acc_`. */
export const inviteCodes = new CodeFormat('inv', 20, 'acc_')
export const shareCodes = new CodeFormat('shr', 12)
export const nodeTokenCodes = new CodeFormat('rcnode', 12)

export function newSecret(): string {
  return randomBase62(40)
}

/** Hex SHA-256 of a secret. A secret has 238 random bits, so a slow hash would not add protection. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export function secretMatches(secret: string, secretSha256: string): boolean {
  return isSameSecret(hashSecret(secret), secretSha256)
}

/** Compares secrets, signatures or proofs of any length in constant time. */
export function isSameSecret(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [one, other] = [given, expected].map((secret) => createHash('sha256').update(secret).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
