import type { IdempotencyEntry, Protection } from './stored-types.ts'
import { SnapshotMap } from './tables/snapshot-map.ts'

const keptMs = 24 * 3_600_000

/** Stored answers by account, path and idempotency key, oldest first. Changes return an undo function. */
export class IdempotencyTable {
  readonly #entries = new SnapshotMap<IdempotencyEntry>()

  get(accountId: string, path: string, key: string, nowMs: number): IdempotencyEntry | undefined {
    const entry = this.#entries.get(nameOf(accountId, path, key))
    return entry && isKept(entry, nowMs) ? entry : undefined
  }

  put(entry: IdempotencyEntry): () => void {
    const name = nameOf(entry.account_id, entry.path, entry.key)
    const before = this.#entries.get(name)
    // Moves the entry to the end, so that the oldest entries stay first.
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    return () => {
      this.#entries.delete(name)
      if (before) this.#entries.set(name, before)
    }
  }

  /** Adds an entry read from disk, unless the entry has expired. */
  load(entry: IdempotencyEntry, nowMs: number): void {
    if (isKept(entry, nowMs)) this.put(entry)
  }

  /** Entries at the time of the call, to be read later. Expired entries are removed and returned as `undefined`. */
  snapshot(nowMs: number, isAccount: (id: string) => boolean): Iterable<IdempotencyEntry | undefined> {
    return this.#entries.snapshot((entry) => isKept(entry, nowMs) && isAccount(entry.account_id))
  }
}

function nameOf(accountId: string, path: string, key: string): string {
  return `${accountId} ${path} ${key}`
}

function isKept({ created_at }: IdempotencyEntry, nowMs: number): boolean {
  return nowMs < Date.parse(created_at) + keptMs
}

/** Change that stores the answer to a request together with the effect of the request. */
export function protecting<T>(
  account_id: string,
  now: Date,
  made: T,
  protection?: Protection<T>,
): { idempotency: IdempotencyEntry }[] {
  if (protection === undefined) return []
  const { path, key, body_sha256 } = protection
  const answer = protection.answer(made)
  return [{ idempotency: { account_id, path, key, body_sha256, created_at: now.toISOString(), answer } }]
}
