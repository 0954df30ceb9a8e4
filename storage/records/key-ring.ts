import { formatApiKey, hashSecret, makeKeyParts, parseApiKey, secretMatches } from './api-keys.ts'
import type { ApiKey } from './types.ts'

/** API keys in memory: by id, and by account in order of creation. Changes return what undoes them. */
export class KeyRing {
  readonly #byId = new Map<string, ApiKey>()
  readonly #byAccount = new Map<string, Set<string>>()

  /** A new key that is not yet on the ring; its secret is in `api_key` and nowhere else. */
  draft(accountId: string, createdAt: string): { api_key: string; key: ApiKey } {
    let parts = makeKeyParts()
    while (this.#byId.has(parts.keyId)) parts = makeKeyParts()
    const key: ApiKey = {
      key_id: parts.keyId,
      account_id: accountId,
      secret_sha256: hashSecret(parts.secret),
      created_at: createdAt,
      last_used_at: null,
    }
    return { api_key: formatApiKey(parts), key }
  }

  get(keyId: string): ApiKey | undefined {
    return this.#byId.get(keyId)
  }

  /** The key whose secret this is. */
  find(apiKey: string): ApiKey | undefined {
    const parts = parseApiKey(apiKey)
    const key = parts && this.#byId.get(parts.keyId)
    return key && secretMatches(parts.secret, key.secret_sha256) ? key : undefined
  }

  ofAccount(accountId: string): ApiKey[] {
    return [...(this.#byAccount.get(accountId) ?? [])].flatMap((id) => this.#byId.get(id) ?? [])
  }

  put(key: ApiKey): () => void {
    const before = this.#byId.get(key.key_id)
    this.#byId.set(key.key_id, key)
    const ids = this.#byAccount.get(key.account_id)
    if (ids) ids.add(key.key_id)
    else this.#byAccount.set(key.account_id, new Set([key.key_id]))
    return () => {
      if (before) this.#byId.set(key.key_id, before)
      else this.#forget(key)
    }
  }

  remove(keyId: string): () => void {
    const key = this.#byId.get(keyId)
    if (key === undefined) return () => {}
    const order = [...(this.#byAccount.get(key.account_id) ?? [])]
    this.#forget(key)
    return () => {
      this.#byId.set(keyId, key)
      this.#byAccount.set(key.account_id, new Set(order))
    }
  }

  all(): ApiKey[] {
    return [...this.#byId.values()]
  }

  #forget({ key_id: keyId, account_id: accountId }: ApiKey): void {
    this.#byId.delete(keyId)
    const ids = this.#byAccount.get(accountId)
    ids?.delete(keyId)
    if (ids?.size === 0) this.#byAccount.delete(accountId)
  }
}
