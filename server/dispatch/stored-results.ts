import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account, RecordStore, Simulation } from '../../storage/records/types.ts'
import { keptFreeBytes, type Plans, planOf } from '../config/limits.ts'
import type { Logger } from '../config/logger.ts'
import { PRODUCTS_ENDING, productFolder, rasterFiles, removeRasters, resultNames } from './raster-files.ts'

export interface StoredResultsOptions {
  records: RecordStore
  plans: Plans
  directory: string
  /** Days after which a result is deleted; 0: never. */
  days: number
  now: () => number
  logger?: Logger
  /** Of the disk; another one in tests. */
  freeBytes?: (directory: string) => Promise<number>
}

export type StorageRefusal =
  | { outcome: 'storage_quota_exceeded'; used_bytes: number; quota_bytes: number }
  | { outcome: 'overloaded'; retryAfterS: number; detail: string }

const dayMs = 86_400_000
const diskCheckMs = 5000
const sweepMs = 3_600_000
const diskRetryS = 60

/** Bytes of a simulation: its rasters, and what was made of them. */
interface Stored {
  accountId: string
  rasters: number
  products: number
}

/** The results on the disk: their size, quotas and expiry. */
export class StoredResults {
  readonly #options: StoredResultsOptions
  /** In the order in which products were added: the ones that are made again first come first. */
  readonly #ofSimulation = new Map<string, Stored>()
  readonly #ofAccount = new Map<string, Omit<Stored, 'accountId'>>()
  readonly #timers: NodeJS.Timeout[] = []
  #freeBytes = Number.POSITIVE_INFINITY
  #isClosed = false
  /** Background work: the count at the start, then the sweeps. */
  #work: Promise<void> = Promise.resolve()

  constructor(options: StoredResultsOptions) {
    this.#options = options
  }

  /**
   * Deletes what a crash left: files of simulations that are deleted or not completed, and incomplete files. Nothing
   * may compute yet. Afterwards, in the background, the other files are counted and expired ones deleted.
   */
  async start(): Promise<void> {
    const { directory, logger } = this.#options
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const owners = this.#owners()
    let removed = 0
    await removeRasters(directory, ({ simulationId, isPart }) => {
      const isLeftover = isPart || !owners.has(simulationId)
      if (isLeftover) removed++
      return isLeftover
    })
    if (removed > 0) logger?.info({ files: removed }, 'orphaned result files were deleted')
    await this.#checkDisk()
    this.#enqueue(() => this.#countAll(owners))
    this.#enqueue(() => this.removeExpired())
    this.#timers.push(
      setInterval(() => void this.#checkDisk(), diskCheckMs).unref(),
      setInterval(() => this.#enqueue(() => this.removeExpired()), sweepMs).unref(),
    )
  }

  get directory(): string {
    return this.#options.directory
  }

  /** Settles when no background work is left. */
  close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
    return this.#work
  }

  /** When the result of a completed simulation expires; `undefined`: it has none, or never. */
  expiresAt({ completed_at: completedAt }: Simulation): string | undefined {
    const { days } = this.#options
    if (completedAt === undefined || days === 0) return undefined
    return new Date(Date.parse(completedAt) + days * dayMs).toISOString()
  }

  isExpired(simulation: Simulation): boolean {
    const expiresAt = this.expiresAt(simulation)
    return expiresAt !== undefined && Date.parse(expiresAt) <= this.#options.now()
  }

  get freeBytes(): number {
    return this.#freeBytes
  }

  usedBytes(accountId: string): number {
    const { rasters, products } = this.#bytesOf(accountId)
    return rasters + products
  }

  #bytesOf(accountId: string): Omit<Stored, 'accountId'> {
    return this.#ofAccount.get(accountId) ?? { rasters: 0, products: 0 }
  }

  /** Why there is no space for another result of this account. */
  refusal(account: Account): StorageRefusal | undefined {
    // Products give way: they can be made again.
    const used_bytes = this.#bytesOf(account.id).rasters
    const quota_bytes = planOf(account, this.#options.plans).storedBytes
    if (used_bytes >= quota_bytes) return { outcome: 'storage_quota_exceeded', used_bytes, quota_bytes }
    if (this.#freeBytes >= keptFreeBytes) return undefined
    return {
      outcome: 'overloaded',
      retryAfterS: diskRetryS,
      detail: 'The disk of the service is almost full; try again later.',
    }
  }

  /** Counts the files of a completed simulation, again after one was added. */
  async count(simulation: Simulation): Promise<void> {
    const { id, account_id: accountId } = simulation
    const stored = { accountId, rasters: 0, products: 0 }
    for (const name of resultNames(simulation)) await this.#add(stored, name)
    // Not if it was deleted meanwhile.
    if (this.#options.records.simulation(id)) this.#put(id, stored)
  }

  /** Where products of a simulation are kept. */
  productFolder(simulationId: string): string {
    return this.#path(productFolder(simulationId))
  }

  /**
   * Counts a product that was added. Other products of the account go where all together would exceed its quota; `false`
   * if that is not enough: then the product is not counted, and should not stay.
   */
  async countProduct({ id, account_id: accountId }: Simulation, name: string): Promise<boolean> {
    const { records, plans } = this.#options
    const bytes = await sizeOf(join(this.productFolder(id), name))
    const account = records.account(accountId)
    if (account === undefined || records.simulation(id) === undefined) return false
    const { rasters = 0, products = 0 } = this.#ofSimulation.get(id) ?? {}
    this.#put(id, { accountId, rasters, products: products + bytes })
    const isWithin = () => this.usedBytes(accountId) <= planOf(account, plans).storedBytes
    for (const [otherId, other] of this.#ofSimulation) {
      if (isWithin()) return true
      if (other.accountId === accountId && otherId !== id) await this.#dropProducts(otherId, 0)
    }
    if (!isWithin()) await this.#dropProducts(id, bytes, name)
    if (isWithin()) return true
    this.#put(id, { accountId, rasters, products: 0 })
    return false
  }

  /** Removes the products of a simulation, but for one of so many bytes. */
  async #dropProducts(id: string, keptBytes: number, keptName?: string): Promise<void> {
    const stored = this.#ofSimulation.get(id)
    if (stored === undefined || stored.products <= keptBytes) return
    this.#put(id, { ...stored, products: keptBytes })
    const folder = this.productFolder(id)
    for (const name of await namesIn(folder))
      if (name !== keptName) await rm(join(folder, name), { force: true })
  }

  /** Removes the files of a simulation that is final. */
  async remove(simulation: Pick<Simulation, 'id' | 'params'>): Promise<void> {
    this.#forget(simulation.id)
    for (const name of resultNames(simulation)) {
      await rm(this.#path(name), { recursive: true, force: true })
    }
  }

  /** Removes all files of a simulation, incomplete ones too. */
  async removeAll(simulationId: string): Promise<void> {
    this.#forget(simulationId)
    await removeRasters(this.#options.directory, (file) => file.simulationId === simulationId)
  }

  /** Removes the incomplete files of an aborted computation. */
  async removeParts(simulationId: string): Promise<void> {
    await removeRasters(this.#options.directory, (file) => file.simulationId === simulationId && file.isPart)
  }

  /** Removes expired results; their records stay. */
  async removeExpired(): Promise<void> {
    const { directory, days, now, logger, records } = this.#options
    if (days === 0) return
    const expired = new Set<string>()
    for await (const { name, simulationId, isPart } of rasterFiles(directory)) {
      if (this.#isClosed) return
      if (isPart || expired.has(simulationId)) continue
      // A file is never younger than its record's end, so most records need not be looked up.
      const { mtimeMs } = await stat(this.#path(name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
      if (mtimeMs + days * dayMs > now()) continue
      const simulation = records.simulation(simulationId)
      if (simulation === undefined || !this.isExpired(simulation)) continue
      expired.add(simulationId)
      await this.remove(simulation)
    }
    if (expired.size > 0) logger?.info({ simulations: expired.size }, 'results expired')
  }

  /** The account of every completed simulation. */
  #owners(): Map<string, string> {
    const { records } = this.#options
    const owners = new Map<string, string>()
    for (const { id: accountId } of records.accounts()) {
      for (const { id } of records.simulations(accountId, { status: 'completed' })) owners.set(id, accountId)
    }
    return owners
  }

  async #countAll(owners: Map<string, string>): Promise<void> {
    const counted = new Map<string, Stored>()
    for await (const { name, simulationId } of rasterFiles(this.#options.directory)) {
      if (this.#isClosed) return
      // Those that were completed since the start are counted when they are.
      if (!owners.has(simulationId)) continue
      const stored = counted.get(simulationId) ?? { accountId: '', rasters: 0, products: 0 }
      counted.set(simulationId, stored)
      await this.#add(stored, name)
    }
    // What was counted or deleted meanwhile is up to date already.
    for (const [id, accountId] of this.#owners()) {
      const stored = counted.get(id)
      if (stored !== undefined && !this.#ofSimulation.has(id)) this.#put(id, { ...stored, accountId })
    }
  }

  #put(id: string, stored: Stored): void {
    this.#forget(id)
    this.#ofSimulation.set(id, stored)
    const { rasters, products } = this.#bytesOf(stored.accountId)
    this.#ofAccount.set(stored.accountId, {
      rasters: rasters + stored.rasters,
      products: products + stored.products,
    })
  }

  #forget(id: string): void {
    const counted = this.#ofSimulation.get(id)
    if (counted === undefined) return
    this.#ofSimulation.delete(id)
    const { rasters, products } = this.#bytesOf(counted.accountId)
    const left = { rasters: rasters - counted.rasters, products: products - counted.products }
    if (left.rasters + left.products > 0) this.#ofAccount.set(counted.accountId, left)
    else this.#ofAccount.delete(counted.accountId)
  }

  async #checkDisk(): Promise<void> {
    const { directory, logger, freeBytes = freeBytesOf } = this.#options
    try {
      this.#freeBytes = await freeBytes(directory)
    } catch (error) {
      logger?.warn({ reason: String(error) }, 'the free disk space is unknown')
    }
  }

  #enqueue(task: () => Promise<void>): void {
    const { logger } = this.#options
    this.#work = this.#work.then(task).catch((error: unknown) => {
      logger?.error({ reason: String(error) }, 'results could not be scanned')
    })
  }

  /** Adds the size of a file, or of what is in a folder of products. */
  async #add(stored: Stored, name: string): Promise<void> {
    if (!name.endsWith(PRODUCTS_ENDING)) {
      stored.rasters += await sizeOf(this.#path(name))
      return
    }
    for (const file of await namesIn(this.#path(name)))
      stored.products += await sizeOf(join(this.#path(name), file))
  }

  #path(name: string): string {
    return join(this.#options.directory, name)
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}
