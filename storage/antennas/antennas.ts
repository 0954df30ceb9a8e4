/** Store of antenna patterns: one object `<account>/<id>.json` per pattern, written once. */

import type { ObjectStore } from '../objects/types.ts'
import type { StoredAntenna } from './types.ts'

/** Age in milliseconds from which a temporary object counts as a leftover; no write takes that long. */
const UNFINISHED_MS = 86_400_000
const NAME = /^([^/]+)\/(?:(ant_[0-9a-f]+)\.json$)?/

/** Opens the pattern store for one process at a time, and deletes patterns of deleted accounts. */
export async function openAntennas(store: ObjectStore, isAccount: (accountId: string) => boolean) {
  const ids = new Map<string, Set<string>>()
  const idsOf = (accountId: string) => {
    const found = ids.get(accountId) ?? new Set()
    ids.set(accountId, found)
    return found
  }
  // Leftovers of writes only occupy space, so a failure to remove them is ignored.
  await store.removeUnfinished(Date.now() - UNFINISHED_MS).catch(() => {})
  for await (const { name } of store.list('')) {
    const [, accountId, id] = NAME.exec(name) ?? []
    if (accountId === undefined) continue
    if (!isAccount(accountId)) await store.remove(name)
    else if (id !== undefined) idsOf(accountId).add(id)
  }
  /** Changes run in sequence, as a pattern may be removed and added again at the same time. */
  let last: Promise<unknown> = Promise.resolve()
  const enqueue = <T>(change: () => Promise<T>): Promise<T> => {
    const changed = last.then(change)
    // An error is reported to the caller of the change and must not stop later changes.
    last = changed.catch(() => {})
    return changed
  }

  return {
    has: (accountId: string, id: string) => ids.get(accountId)?.has(id) ?? false,
    count: (accountId: string) => ids.get(accountId)?.size ?? 0,
    /** Patterns of an account, oldest first. */
    async list(accountId: string) {
      const all = await Promise.all([...idsOf(accountId)].map((id) => readAntenna(store, accountId, id)))
      return all
        .filter((antenna) => antenna !== undefined)
        .sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id))
    },
    /** Resolves with `undefined` if the account has no pattern with this id. */
    read: async (accountId: string, id: string) =>
      ids.get(accountId)?.has(id) ? readAntenna(store, accountId, id) : undefined,
    async add(accountId: string, antenna: StoredAntenna) {
      const content = Buffer.from(JSON.stringify(antenna))
      idsOf(accountId).add(antenna.id)
      try {
        await enqueue(() => store.putBytes(nameOf(accountId, antenna.id), content))
      } catch (error) {
        idsOf(accountId).delete(antenna.id)
        throw error
      }
    },
    /** Resolves with false if the account has no pattern with this id. */
    async remove(accountId: string, id: string) {
      if (!idsOf(accountId).delete(id)) return false
      try {
        await enqueue(() => store.remove(nameOf(accountId, id)))
      } catch (error) {
        idsOf(accountId).add(id)
        throw error
      }
      return true
    },
  }
}

/**
 * Antenna patterns of all accounts. Ids are kept in memory, so that a check and the following change are
 * atomic: a change takes effect before its first `await` and is on stable storage when its promise settles. A
 * change that cannot be stored is rolled back and rejects with a `StoreError`. Stored patterns never change.
 */
export type AntennaStore = Awaited<ReturnType<typeof openAntennas>>

/** Reads one pattern without opening the store; `undefined` if the pattern does not exist. */
export async function readAntenna(
  store: ObjectStore,
  accountId: string,
  id: string,
): Promise<StoredAntenna | undefined> {
  const content = await store.readWhole(nameOf(accountId, id))
  return content && (JSON.parse(content.toString('utf8')) as StoredAntenna)
}

export async function removeAntennas(store: ObjectStore, accountId: string): Promise<void> {
  for await (const { name } of store.list(`${accountId}/`)) await store.remove(name)
}

function nameOf(accountId: string, id: string): string {
  return `${accountId}/${id}.json`
}
