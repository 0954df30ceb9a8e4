/** Object store in a folder on a local or shared disk; one file per object. */

import { randomBytes } from 'node:crypto'
import { constants, type Dirent, type Stats } from 'node:fs'
import {
  access,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readFile,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { nodeFileNames, partPath, replaceFile, sync, writeAtomically } from '../files/atomic-file.ts'
import { type FreeSpace, freeSpaceOf } from '../files/disk-space.ts'
import { readPart } from '../files/read-into.ts'
import { codeOf, orIfMissing } from '../files/system-errors.ts'
import { StoreError } from './errors.ts'
import type { ObjectInfo, ObjectStore, OpenObject, PutOptions } from './types.ts'

const PART_ENDING = '.part'
/** Number of names read at a time from a large folder. */
const LISTED_AT_ONCE = 256

export async function openFolderStore(folder: string): Promise<ObjectStore> {
  await attempt('be opened', makeFolder(folder))
  return new FolderStore(folder)
}

class FolderStore implements ObjectStore {
  readonly #folder: string
  /** Removals in progress: folders that are already renamed and are being emptied. */
  readonly #emptying = new Set<Promise<void>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  putFile(name: string, path: string, options: PutOptions = {}): Promise<void> {
    const { signal, onProgress, isDurable = true } = options
    const putting = async (target: string) => {
      signal?.throwIfAborted()
      const { size } = await stat(path)
      if (isDurable) await sync(path)
      try {
        await nodeFileNames.rename(path, target)
        if (isDurable) await nodeFileNames.syncFolder(dirname(target))
      } catch (error) {
        if (codeOf(error) !== 'EXDEV') throw error
        await copyWhole(path, target)
        await rm(path, { force: true })
      }
      onProgress?.(size)
    }
    return attempt('be written', this.#put(name, putting))
  }

  putBytes(name: string, content: Buffer): Promise<void> {
    return attempt(
      'be written',
      this.#put(name, (path) => writeAtomically(path, (file) => file.writeFile(content), { mode: 0o600 })),
    )
  }

  /** Creates the object's folder and writes; retries if a concurrent removal of empty folders deleted the folder. */
  async #put(name: string, write: (path: string) => Promise<void>): Promise<void> {
    const path = this.#path(name)
    for (let attempts = 2; ; attempts--) {
      await makeFolder(dirname(path))
      try {
        return await write(path)
      } catch (error) {
        if (codeOf(error) !== 'ENOENT' || attempts === 0) throw error
      }
    }
  }

  async stat(name: string): Promise<ObjectInfo | undefined> {
    const stats = await attempt('be read', orIfMissing(stat(this.#path(name)), undefined))
    return stats?.isFile() ? infoOf(name, stats) : undefined
  }

  async open(name: string): Promise<OpenObject | undefined> {
    const file = await attempt('be read', orIfMissing(open(this.#path(name)), undefined))
    return file && openedFile(infoOf(name, await attempt('be read', file.stat())), file)
  }

  readWhole(name: string): Promise<Buffer | undefined> {
    return attempt('be read', orIfMissing(readFile(this.#path(name)), undefined))
  }

  remove(name: string, { isDurable = true }: Pick<PutOptions, 'isDurable'> = {}): Promise<void> {
    const path = this.#path(name)
    const removing = async () => {
      await nodeFileNames.remove(path)
      const folder = dirname(path)
      const isEmpty =
        folder !== this.#folder &&
        (await rmdir(folder).then(
          () => true,
          () => false,
        ))
      if (isDurable)
        await orIfMissing(nodeFileNames.syncFolder(isEmpty ? dirname(folder) : folder), undefined)
    }
    return attempt('be written', removing())
  }

  removeAll(prefix: string): Promise<void> {
    return attempt('be written', this.#removeAll(prefix))
  }

  /** Renames the folder at once and removes its files in the background. */
  async #removeAll(prefix: string): Promise<void> {
    const parent = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    if (prefix !== '' && prefix === parent) {
      const path = this.#path(prefix.slice(0, -1))
      const left = partPath(path)
      const isThere = await orIfMissing(
        nodeFileNames.rename(path, left).then(() => true),
        false,
      )
      if (!isThere) return
      void this.#empty(left)
      return nodeFileNames.syncFolder(dirname(path))
    }
    for await (const entry of this.#entries(parent)) {
      const name = `${parent}${entry.name}`
      if (!name.startsWith(prefix) || name.endsWith(PART_ENDING)) continue
      if (entry.isDirectory()) await this.#removeAll(`${name}/`)
      else await nodeFileNames.remove(this.#path(name))
    }
    await orIfMissing(nodeFileNames.syncFolder(this.#path(parent)), undefined)
  }

  /** Files that cannot be removed now are removed later by `removeUnfinished`. */
  #empty(path: string): Promise<void> {
    const emptying = rm(path, { recursive: true, force: true })
      .catch(() => {})
      .finally(() => this.#emptying.delete(emptying))
    this.#emptying.add(emptying)
    return emptying
  }

  async *list(prefix: string): AsyncGenerator<ObjectInfo> {
    for await (const name of this.#names(prefix)) {
      if (name.endsWith(PART_ENDING)) continue
      const info = await this.stat(name)
      if (info) yield info
    }
  }

  async removeUnfinished(beganBeforeMs: number): Promise<number> {
    let removed = 0
    for await (const name of this.#names('')) {
      if (!name.endsWith(PART_ENDING)) continue
      const info = await this.stat(name)
      if (info === undefined) await this.#empty(this.#path(name))
      if (info === undefined || info.modifiedMs >= beganBeforeMs) continue
      await this.remove(name)
      removed++
    }
    return removed
  }

  freeSpace(): Promise<FreeSpace> {
    return attempt('be read', freeSpaceOf(this.#folder))
  }

  ping(): Promise<void> {
    return attempt('be reached', access(this.#folder, constants.R_OK | constants.W_OK))
  }

  async probe(): Promise<void> {
    const name = `.probe-${randomBytes(6).toString('hex')}`
    await this.putBytes(name, Buffer.from(name))
    await this.readWhole(name)
    await this.remove(name)
  }

  async close(): Promise<void> {
    await Promise.all(this.#emptying)
  }

  #path(name: string): string {
    return join(this.#folder, name)
  }

  /** File names under a prefix, including unfinished files and folders being emptied. */
  async *#names(prefix: string): AsyncGenerator<string> {
    const parent = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    for await (const entry of this.#entries(parent)) {
      const name = `${parent}${entry.name}`
      if (entry.isDirectory() && !name.endsWith(PART_ENDING)) {
        if (name.startsWith(prefix)) yield* this.#names(`${name}/`)
      } else if (name.startsWith(prefix)) yield name
    }
  }

  async *#entries(parent: string): AsyncGenerator<Dirent> {
    const opening = opendir(this.#path(parent), { bufferSize: LISTED_AT_ONCE })
    const folder = await attempt('be listed', orIfMissing(opening, undefined))
    if (folder === undefined) return
    try {
      yield* folder
    } catch (error) {
      // A concurrent removal may have deleted the folder when it became empty.
      if (codeOf(error) !== 'ENOENT') throw storeError('be listed', error)
    }
  }
}

/** An open file keeps its content even if its name is removed or replaced. */
function openedFile(info: ObjectInfo, file: FileHandle): OpenObject {
  return {
    ...info,
    read: (offset, length) => attempt('be read', readPart(file, offset, length)),
    async stream(start, end) {
      if (end >= start) return file.createReadStream({ start, end })
      await file.close()
      return Readable.from([])
    },
    close: () => file.close(),
  }
}

function infoOf(name: string, { size, mtimeMs }: Stats): ObjectInfo {
  return { name, bytes: size, modifiedMs: mtimeMs, version: Math.trunc(mtimeMs).toString(36) }
}

async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined) await nodeFileNames.syncFolder(dirname(made))
}

/** Copies a file from another disk atomically. */
async function copyWhole(path: string, target: string): Promise<void> {
  const temporaryPath = partPath(target)
  const copy = async () => {
    await copyFile(path, temporaryPath, constants.COPYFILE_FICLONE)
    await sync(temporaryPath)
  }
  await replaceFile(target, copy, { temporaryPath })
}

function attempt<T>(action: string, doing: Promise<T>): Promise<T> {
  return doing.catch((error: unknown) => {
    throw storeError(action, error)
  })
}

/** Turns disk errors into store errors; errors of the caller and aborts stay unchanged. */
function storeError(action: string, error: unknown): unknown {
  return codeOf(error) !== undefined && (error as { syscall?: unknown }).syscall !== undefined
    ? new StoreError(action, error)
    : error
}
