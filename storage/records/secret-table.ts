import { type CodeFormat, hashSecret, newSecret, secretMatches } from './secret-codes.ts'
import { OwnedTable } from './tables/owned-table.ts'

/** Records that a code opens; its secret is stored as a hash. */
export class SecretTable<V extends { secret_sha256: string }> extends OwnedTable<V> {
  readonly #codes: CodeFormat

  constructor(codes: CodeFormat, idOf: (value: V) => string, ownerOf?: (value: V) => string) {
    super(idOf, ownerOf)
    this.#codes = codes
  }

  /** An id that none in the table has, and its code: the secret is in that and nowhere else. */
  draft(): { id: string; secret_sha256: string; code: string } {
    let id = this.#codes.newId()
    while (this.has(id)) id = this.#codes.newId()
    const secret = newSecret()
    return { id, secret_sha256: hashSecret(secret), code: this.#codes.format({ id, secret }) }
  }

  /** The one whose secret this is; compared in constant time. */
  find(code: string): V | undefined {
    const parts = this.#codes.parse(code)
    const value = parts && this.get(parts.id)
    return value && secretMatches(parts.secret, value.secret_sha256) ? value : undefined
  }
}
