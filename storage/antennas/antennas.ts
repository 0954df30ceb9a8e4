/** Antenna patterns on disk: `<folder>/<account>/<id>.json`, each written once and whole. */

import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nodeFileSystem } from '../records/disk/file-system.ts'
import { JsonFile } from '../records/disk/json-file.ts'
import { messageOf, StorageError } from '../records/errors.ts'
import type { AntennaStore, StoredAntenna } from './types.ts'

const NAME = /^(ant_[0-9a-f]+)\.json$/

/**
 * Opens the patterns in a folder, for one process at a time. Leftovers of a crash are deleted, and what belongs to
 * deleted accounts.
 */
export async function openAntennas(
  folder: string,
  isAccount: (accountId: string) => boolean,
): Promise<AntennaStore> {
  await nodeFileSystem.makeFolder(folder)
  await nodeFileSystem.syncFolder(dirname(folder))
  const ids = new Map<string, Set<string>>()
  for (const accountId of await nodeFileSystem.list(folder)) {
    if (isAccount(accountId)) ids.set(accountId, await idsIn(join(folder, accountId)))
    else await removeAntennas(folder, accountId)
  }
  const idsOf = (accountId: string) => {
    const found = ids.get(accountId) ?? new Set()
    ids.set(accountId, found)
    return found
  }
  /** Files change one after the other: a pattern may be removed and added again at the same time. */
  let last: Promise<unknown> = Promise.resolve()
  const enqueue = <T>(change: () => Promise<T>): Promise<T> => {
    const changed = last.then(change)
    last = changed.catch(() => {})
    return changed.catch((error: unknown) => {
      throw new StorageError(messageOf(error), { cause: error })
    })
  }

  return {
    has: (accountId, id) => ids.get(accountId)?.has(id) ?? false,
    count: (accountId) => ids.get(accountId)?.size ?? 0,
    async list(accountId) {
      const all = await Promise.all([...idsOf(accountId)].map((id) => readAntenna(folder, accountId, id)))
      return all
        .filter((antenna) => antenna !== undefined)
        .sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id))
    },
    read: async (accountId, id) =>
      ids.get(accountId)?.has(id) ? readAntenna(folder, accountId, id) : undefined,
    async add(accountId, antenna) {
      const path = pathOf(folder, accountId, antenna.id)
      idsOf(accountId).add(antenna.id)
      try {
        await enqueue(async () => {
          await nodeFileSystem.makeFolder(dirname(path))
          await new JsonFile<StoredAntenna>(nodeFileSystem, path).write(antenna)
          await nodeFileSystem.syncFolder(folder)
        })
      } catch (error) {
        idsOf(accountId).delete(antenna.id)
        throw error
      }
    },
    async remove(accountId, id) {
      if (!idsOf(accountId).delete(id)) return false
      const path = pathOf(folder, accountId, id)
      try {
        await enqueue(async () => {
          await nodeFileSystem.remove(path)
          await nodeFileSystem.syncFolder(dirname(path))
        })
      } catch (error) {
        idsOf(accountId).add(id)
        throw error
      }
      return true
    },
  }
}

/** One pattern, for a process that does not have them open; `undefined` where there is none. */
export async function readAntenna(
  folder: string,
  accountId: string,
  id: string,
): Promise<StoredAntenna | undefined> {
  const file = new JsonFile<StoredAntenna>(nodeFileSystem, pathOf(folder, accountId, id))
  return (await file.read()) ?? undefined
}

/** Removes all patterns of an account. */
export async function removeAntennas(folder: string, accountId: string): Promise<void> {
  await rm(join(folder, accountId), { recursive: true, force: true })
}

function pathOf(folder: string, accountId: string, id: string): string {
  return join(folder, accountId, `${id}.json`)
}

async function idsIn(folder: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (const name of await nodeFileSystem.list(folder)) {
    const id = NAME.exec(name)?.[1]
    if (id !== undefined) found.add(id)
    else if (name.endsWith('.part')) await rm(join(folder, name), { force: true })
  }
  return found
}
