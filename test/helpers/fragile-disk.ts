import { dirname } from 'node:path'
import type { FileSystem, ReadableFile, WritableFile } from '../../storage/records/disk/file-system.ts'

/** The unit in which a disk keeps or loses what was not fsynced. */
const sectorBytes = 512
/** What is read comes in chunks of so many bytes, which end anywhere in a line, a number or a letter. */
const chunkBytes = 401

type Operation = { position: number; data: Buffer } | { length: number }

/** A file: what programs see, what survives a crash for certain, and what was done in between. */
interface Inode {
  seen: Buffer
  safe: Buffer
  unsynced: Operation[]
  changedMs: number
}

export interface FragileDiskOptions {
  random: () => number
  /** The fraction of calls that fail. */
  faultRate?: number
}

/**
 * A disk in memory that breaks as disks do: calls fail, writes are cut short, a failed fsync loses what it was to
 * store though programs go on seeing it, and a crash keeps or loses every sector and name that was not fsynced, by lot.
 */
export class FragileDisk implements FileSystem {
  readonly #random: () => number
  /** The fraction of calls that fail. */
  faultRate: number
  /** While it is full nothing can be written. */
  isFull = false
  /**
   * Of calls of one name, how many still succeed before the next ones fail, and how many do: all if nothing is said.
   */
  readonly failing = new Map<string, { after: number; code: string; times?: number }>()
  #names = new Map<string, Inode>()
  #safeNames = new Map<string, Inode>()
  #unsyncedNames: { folder: string; apply: (names: Map<string, Inode>) => void }[] = []
  #life = 0
  /** How often each call was made. */
  readonly calls = new Map<string, number>()
  /** Called with the name of each call; what it throws is how the call fails. */
  beforeCall: ((name: string) => void) | undefined

  constructor({ random, faultRate = 0 }: FragileDiskOptions) {
    this.#random = random
    this.faultRate = faultRate
  }

  /** The power goes: open files end, and what was not fsynced is kept or lost by lot. */
  crash(): void {
    this.#life++
    for (const folder of new Set(this.#unsyncedNames.map(({ folder }) => folder))) {
      const operations = this.#unsyncedNames.filter((one) => one.folder === folder)
      const kept = Math.floor(this.#random() * (operations.length + 1))
      for (const { apply } of operations.slice(0, kept)) apply(this.#safeNames)
    }
    this.#unsyncedNames = []
    this.#names = new Map()
    for (const [name, inode] of this.#safeNames) {
      // Its process is gone, which a lock would find out by itself.
      if (name.includes('.lock')) continue
      this.#keepByLot(inode)
      this.#names.set(name, inode)
    }
    this.#safeNames = new Map(this.#names)
  }

  /** The names of all files. */
  names(): string[] {
    return [...this.#names.keys()]
  }

  content(path: string): Buffer | undefined {
    return this.#names.get(path)?.seen
  }

  /** Changes bytes unnoticed. */
  damage(path: string, change: (content: Buffer) => Buffer): void {
    const inode = this.#inode(path)
    inode.safe = change(Buffer.from(inode.seen))
    inode.seen = Buffer.from(inode.safe)
  }

  async makeFolder(): Promise<void> {
    await this.#call('makeFolder')
  }

  async list(path: string): Promise<string[]> {
    await this.#call('list')
    return this.names()
      .filter((name) => dirname(name) === path)
      .map((name) => name.slice(path.length + 1))
  }

  async read(path: string, take: (chunk: Buffer) => void): Promise<boolean> {
    await this.#call('read')
    const inode = this.#names.get(path)
    if (inode === undefined) return false
    const content = Buffer.from(inode.seen)
    for (let start = 0; start < content.length; start += chunkBytes) {
      const chunk = content.subarray(start, start + chunkBytes)
      take(chunk)
      // It was lent for the call alone.
      chunk.fill(0)
    }
    return true
  }

  openToRead(path: string): ReadableFile {
    const inode = this.#inode(path)
    return {
      read: (position, length) => Buffer.from(inode.seen.subarray(position, position + length)),
      close: () => {},
    }
  }

  async create(path: string, { exclusive } = { exclusive: false }): Promise<WritableFile> {
    await this.#call('create', { isWrite: true })
    const before = this.#names.get(path)
    if (before && exclusive) throw systemError('EEXIST')
    if (before) {
      this.#do(before, { length: 0 })
      return this.#writable(before)
    }
    const inode: Inode = {
      seen: Buffer.alloc(0),
      safe: Buffer.alloc(0),
      unsynced: [],
      changedMs: Date.now(),
    }
    this.#rename(dirname(path), (names) => names.set(path, inode))
    return this.#writable(inode)
  }

  async edit(path: string): Promise<WritableFile> {
    await this.#call('edit')
    return this.#writable(this.#inode(path))
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#call('rename')
    const inode = this.#inode(from)
    this.#rename(dirname(to), (names) => {
      names.delete(from)
      names.set(to, inode)
    })
  }

  async link(from: string, to: string): Promise<boolean> {
    await this.#call('link')
    if (this.#names.has(to)) return false
    const inode = this.#inode(from)
    this.#rename(dirname(to), (names) => names.set(to, inode))
    return true
  }

  async remove(path: string): Promise<void> {
    await this.#call('remove')
    this.#rename(dirname(path), (names) => names.delete(path))
  }

  async changedMs(path: string): Promise<number | undefined> {
    return this.#names.get(path)?.changedMs
  }

  async syncFolder(path: string): Promise<void> {
    await this.#call('syncFolder')
    for (const { folder, apply } of this.#unsyncedNames) if (folder === path) apply(this.#safeNames)
    this.#unsyncedNames = this.#unsyncedNames.filter(({ folder }) => folder !== path)
  }

  #writable(inode: Inode): WritableFile {
    const life = this.#life
    const alive = () => {
      if (life !== this.#life) throw new Error('The machine has crashed.')
    }
    return {
      touch: async () => {
        alive()
        await this.#call('touch')
        inode.changedMs = Date.now()
      },
      write: async (data, position) => {
        alive()
        const count = this.#random() < this.faultRate ? Math.ceil(this.#random() * data.length) : data.length
        const part = Buffer.from(data.subarray(0, count))
        try {
          await this.#call('write', { isWrite: true })
        } catch (error) {
          alive()
          if (this.#random() < 0.5) this.#do(inode, { position, data: part })
          throw error
        }
        alive()
        this.#do(inode, { position, data: part })
        return count
      },
      truncate: async (length) => {
        alive()
        await this.#call('truncate')
        alive()
        this.#do(inode, { length })
      },
      sync: async () => {
        alive()
        try {
          await this.#call('sync')
        } catch (error) {
          // What happened to the data is unknown, and no later fsync will report it.
          this.#keepByLot(inode, { keepsView: true })
          throw error
        }
        alive()
        for (const operation of inode.unsynced) inode.safe = applied(inode.safe, operation)
        inode.unsynced = []
      },
      close: async () => {},
    }
  }

  /** Takes a moment, and fails if it is to. */
  async #call(name: string, { isWrite = false } = {}): Promise<void> {
    const life = this.#life
    this.calls.set(name, (this.calls.get(name) ?? 0) + 1)
    await new Promise((resolve) => setImmediate(resolve))
    if (life !== this.#life) throw new Error('The machine has crashed.')
    this.beforeCall?.(name)
    if (isWrite && this.isFull) throw systemError('ENOSPC')
    const planned = this.failing.get(name)
    if (planned && planned.after-- <= 0) {
      if (planned.times !== undefined && --planned.times <= 0) this.failing.delete(name)
      throw systemError(planned.code)
    }
    if (this.#random() < this.faultRate) throw systemError(this.#random() < 0.5 ? 'ENOSPC' : 'EIO')
  }

  #rename(folder: string, apply: (names: Map<string, Inode>) => void): void {
    apply(this.#names)
    this.#unsyncedNames.push({ folder, apply })
  }

  #do(inode: Inode, operation: Operation): void {
    inode.seen = applied(inode.seen, operation)
    inode.changedMs = Date.now()
    inode.unsynced.push(operation)
  }

  #keepByLot(inode: Inode, { keepsView = false } = {}): void {
    for (const operation of inode.unsynced) {
      if ('length' in operation) {
        if (this.#random() < 0.5) inode.safe = applied(inode.safe, operation)
        continue
      }
      const { position, data } = operation
      for (let start = 0; start < data.length; ) {
        const end = Math.min(data.length, start + sectorBytes - ((position + start) % sectorBytes))
        if (this.#random() < 0.5) {
          inode.safe = applied(inode.safe, { position: position + start, data: data.subarray(start, end) })
        }
        start = end
      }
    }
    inode.unsynced = []
    if (!keepsView) inode.seen = Buffer.from(inode.safe)
  }

  #inode(path: string): Inode {
    const inode = this.#names.get(path)
    if (inode === undefined) throw systemError('ENOENT')
    return inode
  }
}

function applied(content: Buffer, operation: Operation): Buffer {
  if ('length' in operation) {
    const { length } = operation
    const cut = content.subarray(0, length)
    return Buffer.concat([cut, Buffer.alloc(length - cut.length)])
  }
  const { position, data } = operation
  const changed = Buffer.alloc(Math.max(content.length, position + data.length))
  content.copy(changed)
  data.copy(changed, position)
  return changed
}

export function systemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: asked to fail`), { code })
}
