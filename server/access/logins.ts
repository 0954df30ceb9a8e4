import { hashSecret, newSecret } from '../../storage/records/secret-codes.ts'

/** Validity of a code. */
export const LOGIN_MINUTES = 10
const lifetimeMs = LOGIN_MINUTES * 60_000
/** Maximum; the oldest is dropped. */
const maximumCodes = 20

export interface Login {
  /** `undefined`: the first account, to be created. */
  accountId: string | undefined
  /** Makes the code usable again after a failure. */
  giveBack(): void
}

/**
 * One-time codes that open the page signed in (`/#login=…`). Only their hashes are kept, only in this process;
 * whoever makes one already has access to the service's records.
 */
export class Logins {
  readonly #now: () => number
  /** By the hash of the code, oldest first. */
  readonly #codes = new Map<string, { accountId: string | undefined; endMs: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  make(accountId: string): string {
    return this.#keep({ accountId, endMs: this.#now() + lifetimeMs })
  }

  /** A code for the first account (`/#setup=…`), valid until there is one. */
  makeSetup(): string {
    return this.#keep({ accountId: undefined, endMs: Number.POSITIVE_INFINITY })
  }

  #keep(login: { accountId: string | undefined; endMs: number }): string {
    const code = newSecret()
    this.#codes.set(hashSecret(code), login)
    for (const oldest of this.#codes.keys()) {
      if (this.#codes.size <= maximumCodes) break
      this.#codes.delete(oldest)
    }
    return code
  }

  /** The account of a code, once; `undefined` if it is wrong, was used, or has expired. */
  take(code: string): Login | undefined {
    const hash = hashSecret(code)
    const found = this.#codes.get(hash)
    this.#codes.delete(hash)
    if (found === undefined || this.#now() >= found.endMs) return undefined
    return { accountId: found.accountId, giveBack: () => this.#codes.set(hash, found) }
  }
}
