import { hashSecret, newSecret } from '../../storage/records/secret-codes.ts'

/** How long a code is good for. */
export const LOGIN_MINUTES = 10
const lifetimeMs = LOGIN_MINUTES * 60_000
/** More than anybody has use for; the oldest goes. */
const maximumCodes = 20

export interface Login {
  /** `undefined`: an account that is to be made, the first one. */
  accountId: string | undefined
  /** Nothing came of it: the code may be used again. */
  giveBack(): void
}

/**
 * One-time codes that open the page signed in (`/#login=…`). They live in this process alone, and only their hashes; whoever
 * makes one already holds the service's own records.
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

  /** A code for the first account (`/#setup=…`); it is good until there is one. */
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

  /** The account that it is for, once; `undefined` if it is wrong, was used, or is too old. */
  take(code: string): Login | undefined {
    const hash = hashSecret(code)
    const found = this.#codes.get(hash)
    this.#codes.delete(hash)
    if (found === undefined || this.#now() >= found.endMs) return undefined
    return { accountId: found.accountId, giveBack: () => this.#codes.set(hash, found) }
  }
}
