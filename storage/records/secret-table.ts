import { type CodeFormat, hashSecret, newSecret, secretMatches } from './secret-codes.ts'
import { OwnedTable } from './tables/owned-table.ts'

export class SecretTable<V extends { secret_sha256: string }> extends OwnedTable<V> {
  readonly #codes: CodeFormat

  constructor(codes: CodeFormat, idOf: (value: V) => string, ownerOf?: (value: V) => string) {
    super(idOf, ownerOf)
    this.#codes = codes
  }

  /** Creates an unused id and its code. The secret exists only in the code. */
  draft(): { id: string; secret_sha256: string; code: string } {
    let id = this.#codes.newId()
    while (this.has(id)) id = this.#codes.newId()
    const secret = newSecret()
    return { id, secret_sha256: hashSecret(secret), code: this.#codes.format({ id, secret }) }
  }

  /** Finds the record of a code, comparing secrets in constant time. */
  find(code: string): V | undefined {
    const parts = this.#codes.parse(code)
    const value = parts && this.get(parts.id)
    return value && secretMatches(parts.secret, value.secret_sha256) ? value : undefined
  }
}
