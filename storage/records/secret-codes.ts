import { createHash, timingSafeEqual } from 'node:crypto'
import { randomBase62 } from './ids.ts'

/** The id selects the record of a code, the secret proves it. */
export interface CodeParts {
  id: string
  secret: string
}

export class CodeFormat {
  readonly #prefix: string
  readonly #idLength: number
  readonly #idPrefix: string
  readonly #shape: RegExp

  /** `idPrefix`: prefix of the id that the code leaves out. */
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

  /** `undefined` for malformed text. */
  parse(code: string): CodeParts | undefined {
    const [, id, secret] = this.#shape.exec(code) ?? []
    return id === undefined || secret === undefined ? undefined : { id: `${this.#idPrefix}${id}`, secret }
  }
}

export const apiKeyCodes = new CodeFormat('rcov', 8, '')
/** The letters after `acc_` in the account's id select the invite. */
export const inviteCodes = new CodeFormat('inv', 20, 'acc_')
export const shareCodes = new CodeFormat('shr', 12)
export const nodeTokenCodes = new CodeFormat('rcnode', 12)

export function newSecret(): string {
  return randomBase62(40)
}

/** Hex SHA-256. The secret has 238 random bits, so a slow hash would add no protection. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export function secretMatches(secret: string, secretSha256: string): boolean {
  return isSameSecret(hashSecret(secret), secretSha256)
}

/** Compares secrets, signatures or proofs in constant time, whatever their lengths. */
export function isSameSecret(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [one, other] = [given, expected].map((secret) => createHash('sha256').update(secret).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
