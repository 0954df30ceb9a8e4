import { hashSecret, newSecret } from '../../storage/records/secret-codes.ts'

/** Validity of a login code in minutes. */
export const LOGIN_MINUTES = 10
const lifetimeMs = LOGIN_MINUTES * 60_000
/** Maximum number of unused codes; the oldest is dropped. */
const maximumCodes = 20

export interface Login {
  /** Account to log in to; `undefined` for the first account, which is created at login. */
  accountId: string | undefined
  /** Makes the code valid again after a failed login. */
  giveBack(): void
}

/**
 * One-time codes for logging in to the web page (`/#login=…`). Only hashes are kept, in memory. Creating a
 * code requires access to the data folder, so a code grants nothing new.
 */
export class Logins {
  readonly #now: () => number
  /** Unused codes, keyed by hash, oldest first. */
  readonly #codes = new Map<string, { accountId: string | undefined; endMs: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  make(accountId: string): string {
    return this.#keep({ accountId, endMs: this.#now() + lifetimeMs })
  }

  /** Makes a code for creating the first account (`/#setup=…`), valid until an account exists. */
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

  /** Consumes a code and returns its login; `undefined` if the code is wrong, used or expired. */
  take(code: string): Login | undefined {
    const hash = hashSecret(code)
    const found = this.#codes.get(hash)
    this.#codes.delete(hash)
    if (found === undefined || this.#now() >= found.endMs) return undefined
    return { accountId: found.accountId, giveBack: () => this.#codes.set(hash, found) }
  }
}
