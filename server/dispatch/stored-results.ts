import { mkdir, statfs } from 'node:fs/promises'
import type { ObjectInfo, ObjectStore } from '../../storage/objects/types.ts'
import type { Account, RecordStore, Simulation } from '../../storage/records/types.ts'
import { keptFreeBytes, type Plans, planOf } from '../config/limits.ts'
import type { Logger } from '../config/logger.ts'
import { isNamedBy, productPrefix, removeFiles, resultNames, simulationIdOf } from './raster-files.ts'

export interface StoredResultsOptions {
  records: RecordStore
  plans: Plans
  /** Where rasters and products are. */
  store: ObjectStore
  /** Of this machine, where they are written before they are stored. */
  workFolder: string
  /** Days after which a result is deleted; 0: never. */
  days: number
  now: () => number
  logger?: Logger
  /** Whether the store can't be reached. */
  watch?: { readonly isFailing: boolean }
  /** Of the disk; another one in tests. */
  freeBytes?: () => Promise<number>
}

export type StorageRefusal =
  | { outcome: 'storage_quota_exceeded'; used_bytes: number; quota_bytes: number }
  | { outcome: 'overloaded'; retryAfterS: number; detail: string }
  | { outcome: 'storage_unavailable'; retryAfterS: number }

const dayMs = 86_400_000
const diskCheckMs = 5000
const sweepMs = 3_600_000
/** An upload that began so long ago has ended. */
const uploadMs = 86_400_000
const diskRetryS = 60
const storeRetryS = 10

/** Bytes of a simulation: its rasters, and what was made of them. */
interface Stored {
  accountId: string
  rasters: number
  products: number
}

/** The results in the store: their size, quotas and expiry. */
export class StoredResults {
  readonly #options: StoredResultsOptions
  /** In the order in which products were added: the ones that are made again first come first. */
  readonly #ofSimulation = new Map<string, Stored>()
  readonly #ofAccount = new Map<string, Omit<Stored, 'accountId'>>()
  readonly #timers: NodeJS.Timeout[] = []
  #freeBytes = Number.POSITIVE_INFINITY
  #isClosed = false
  #isCounted = false
  /** Background work: sweeps. */
  #work: Promise<void> = Promise.resolve()

  constructor(options: StoredResultsOptions) {
    this.#options = options
  }

  /**
   * Deletes what a crash left on this machine; nothing may compute yet. Afterwards, in the background, the objects are
   * counted, and those deleted that expired or that no record names.
   */
  async start(): Promise<void> {
    const { workFolder } = this.#options
    await mkdir(workFolder, { recursive: true, mode: 0o700 })
    await removeFiles(workFolder, () => true)
    await this.#checkDisk()
    this.#enqueue(() => this.sweep())
    this.#timers.push(
      setInterval(() => void this.#checkDisk(), diskCheckMs).unref(),
      setInterval(() => this.#enqueue(() => this.sweep()), sweepMs).unref(),
    )
  }

  /** Where files are written before they are stored. */
  get workFolder(): string {
    return this.#options.workFolder
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
    if (this.#options.watch?.isFailing) return { outcome: 'storage_unavailable', retryAfterS: storeRetryS }
    if (this.#freeBytes >= keptFreeBytes) return undefined
    return {
      outcome: 'overloaded',
      retryAfterS: diskRetryS,
      detail: 'The disk of the service is almost full; try again later.',
    }
  }

  /** Counts the objects of a completed simulation, again after one was added. A store that fails leaves it as it was. */
  async count(simulation: Simulation): Promise<void> {
    const { logger } = this.#options
    await this.#count(simulation).catch((error: unknown) => {
      logger?.warn({ simulation: simulation.id, reason: String(error) }, 'a result could not be counted')
    })
  }

  async #count(simulation: Simulation): Promise<void> {
    const { store, records } = this.#options
    const { id, account_id: accountId } = simulation
    const stored = { accountId, rasters: 0, products: 0 }
    const found = await Promise.all(resultNames(simulation).map((name) => store.stat(name)))
    for (const info of found) if (info) add(stored, info)
    for await (const info of store.list(productPrefix(id))) add(stored, info)
    // Not if it was deleted meanwhile.
    if (records.simulation(id)) this.#put(id, stored)
  }

  /**
   * Counts a product that was added. Other products of the account go where all together would exceed its quota; `false`
   * if that is not enough: then the product is not counted, and should not stay.
   */
  async countProduct(
    { id, account_id: accountId }: Simulation,
    name: string,
    bytes: number,
  ): Promise<boolean> {
    const { records, plans } = this.#options
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
    await this.#removeListed(productPrefix(id), keptName)
  }

  /** Removes the objects of a simulation that is final. */
  async remove(simulation: Pick<Simulation, 'id' | 'attempt' | 'params'>): Promise<void> {
    this.#forget(simulation.id)
    for (const name of resultNames(simulation)) await this.#options.store.remove(name)
    await this.#removeListed(productPrefix(simulation.id))
  }

  /** The same where its record is gone: what a store that fails keeps goes with a later sweep. */
  async discard(simulation: Pick<Simulation, 'id' | 'attempt' | 'params'>): Promise<void> {
    const { logger } = this.#options
    await this.remove(simulation).catch((error: unknown) => {
      logger?.warn({ simulation: simulation.id, reason: String(error) }, 'a result could not be deleted yet')
    })
  }

  /** Removes all objects of a simulation, and its files on this machine. */
  async removeAll(simulationId: string): Promise<void> {
    this.#forget(simulationId)
    await removeFiles(this.#options.workFolder, (id) => id === simulationId)
    await this.#removeListed(`${simulationId}.`)
    await this.#removeListed(`${simulationId}/`)
  }

  /** Removes the incomplete files of an aborted computation. */
  async removeParts(simulationId: string): Promise<void> {
    const { workFolder } = this.#options
    await removeFiles(workFolder, (id, name) => id === simulationId && name.endsWith('.part'))
  }

  async #removeListed(prefix: string, keptName?: string): Promise<void> {
    const { store } = this.#options
    for await (const { name } of store.list(prefix)) if (name !== keptName) await store.remove(name)
  }

  /**
   * Removes expired results, whose records stay, and objects that no record names. The first time, it counts the others.
   */
  async sweep(): Promise<void> {
    const { store, now, logger, records } = this.#options
    const counted = new Map<string, Stored>()
    const expired = new Set<string>()
    let orphans = 0
    for await (const info of store.list('')) {
      if (this.#isClosed) return
      const id = simulationIdOf(info.name)
      if (id === undefined || expired.has(id)) continue
      const simulation = records.simulation(id)
      if (simulation && isNamedBy(simulation, info.name)) {
        if (this.isExpired(simulation)) {
          expired.add(id)
          await this.remove(simulation)
        } else if (!this.#isCounted) add(entryOf(counted, simulation), info)
        continue
      }
      // That of a try that may yet be the one which the record names, however long ago it ended.
      if (simulation?.status === 'pending') continue
      await store.remove(info.name)
      orphans++
    }
    this.#putAll(counted)
    if (expired.size > 0) logger?.info({ simulations: expired.size }, 'results expired')
    if (orphans > 0) logger?.info({ objects: orphans }, 'objects that no record names were deleted')
    const uploads = await store.removeUnfinished(now() - uploadMs)
    if (uploads > 0) logger?.info({ uploads }, 'what uploads left that never ended was deleted')
  }

  #putAll(counted: ReadonlyMap<string, Stored>): void {
    if (this.#isCounted) return
    this.#isCounted = true
    for (const [id, stored] of counted) {
      // What was counted or deleted meanwhile is up to date already.
      if (!this.#ofSimulation.has(id) && this.#options.records.simulation(id)) this.#put(id, stored)
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

  /** Files are written on this machine first, so both have to have room for them. */
  async #checkDisk(): Promise<void> {
    const { workFolder, store, logger } = this.#options
    const here = async () => Math.min(await freeBytesOf(workFolder), await store.freeBytes())
    try {
      this.#freeBytes = await (this.#options.freeBytes ?? here)()
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
}

function entryOf(counted: Map<string, Stored>, { id, account_id: accountId }: Simulation): Stored {
  const stored = counted.get(id) ?? { accountId, rasters: 0, products: 0 }
  counted.set(id, stored)
  return stored
}

function add(stored: Stored, { name, bytes }: ObjectInfo): void {
  if (name.includes('.products/')) stored.products += bytes
  else stored.rasters += bytes
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
