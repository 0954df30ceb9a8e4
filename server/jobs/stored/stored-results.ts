import { mkdir } from 'node:fs/promises'
import { type FreeSpace, freeSpaceOf, smallerSpace } from '../../../storage/files/disk-space.ts'
import type { ObjectStore } from '../../../storage/objects/types.ts'
import type { Account, RecordStore, Simulation } from '../../../storage/records/types.ts'
import { keptFreeBytes, keptFreeFiles, type Plans, planOf } from '../../config/limits.ts'
import type { Logger } from '../../config/logger.ts'
import { KeptProducts, type NewProduct, type ProductOwner } from './kept-products.ts'
import { isNamedBy, ownerIdOf, productPrefix, removeFiles, resultNames } from './raster-files.ts'
import { nothingStored, type Stored, StoredBytes, withObject } from './stored-bytes.ts'

export interface StoredResultsOptions {
  records: RecordStore
  plans: Plans
  store: ObjectStore
  /** Local folder for files until they are moved to the store. */
  workFolder: string
  /** Days after which results are deleted; 0: never. */
  days: number
  now: () => number
  logger?: Logger
  watch?: { readonly isFailing: boolean }
  /** Free disk space; replaced in tests. */
  freeSpace?: () => Promise<FreeSpace>
}

export type StorageRefusal =
  | { outcome: 'storage_quota_exceeded'; used_bytes: number; quota_bytes: number }
  | { outcome: 'storage_unavailable'; retryAfterS: number; detail?: string }

const dayMs = 86_400_000
const diskCheckMs = 5000
const sweepMs = 3_600_000
/** Age in ms at which an unfinished upload counts as aborted. */
const uploadMs = 86_400_000
const diskRetryS = 60
const storeRetryS = 10

const diskProblems = {
  bytes_low: 'The disk of the service is almost full; try again later.',
  files_low: 'The disk of the service has almost no room for more files; try again later.',
}

/** Results in the store: sizes, quotas and expiry. */
export class StoredResults {
  readonly #options: StoredResultsOptions
  readonly #stored = new StoredBytes()
  readonly #products: KeptProducts
  /** Names of products being stored, so that concurrent requests for a product count once. */
  readonly #storing = new Set<string>()
  readonly #timers: NodeJS.Timeout[] = []
  #free: FreeSpace = { bytes: Number.POSITIVE_INFINITY, files: Number.POSITIVE_INFINITY }
  #isClosed = false
  #isCounted = false
  #work: Promise<void> = Promise.resolve()

  constructor(options: StoredResultsOptions) {
    this.#options = options
    this.#products = new KeptProducts(options.store, this.#stored)
  }

  /** Deletes local files left by a crash, before any job runs; then counts stored objects in the background. */
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

  get workFolder(): string {
    return this.#options.workFolder
  }

  close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
    return this.#work
  }

  /** Expiry of a simulation's result; `undefined` if not completed, or if results never expire. */
  expiresAt({ account_id, completed_at: completedAt }: Simulation): string | undefined {
    const { days, records } = this.#options
    if (completedAt === undefined || days === 0 || records.account(account_id)?.unmetered) return undefined
    return new Date(Date.parse(completedAt) + days * dayMs).toISOString()
  }

  isExpired(simulation: Simulation): boolean {
    const expiresAt = this.expiresAt(simulation)
    return expiresAt !== undefined && Date.parse(expiresAt) <= this.#options.now()
  }

  get freeSpace(): Readonly<FreeSpace> {
    return this.#free
  }

  get disk(): 'ok' | keyof typeof diskProblems {
    if (this.#free.bytes < keptFreeBytes) return 'bytes_low'
    return this.#free.files < keptFreeFiles ? 'files_low' : 'ok'
  }

  usedBytes(accountId: string): number {
    const { rasters, products } = this.#stored.ofAccount(accountId)
    return rasters + products
  }

  /** Storage used by the results of an account, and the limit: the quota, or the free disk space. */
  storageOf(account: Account): { used_bytes: number; limit_bytes: number } {
    const { rasters, products } = this.#stored.ofAccount(account.id)
    const quotaBytes = planOf(account, this.#options.plans).storedBytes
    // Products do not count against the limit: they can be rebuilt and are removed to make room for rasters.
    const roomBytes = rasters + products + Math.max(0, this.#free.bytes - keptFreeBytes)
    return { used_bytes: rasters, limit_bytes: Math.min(quotaBytes, roomBytes) }
  }

  /** Reason why an account cannot store another result. */
  refusal(account: Account): StorageRefusal | undefined {
    // Products do not count against the quota: they are removed to make room for rasters.
    const used_bytes = this.#stored.ofAccount(account.id).rasters
    const quota_bytes = planOf(account, this.#options.plans).storedBytes
    if (used_bytes >= quota_bytes) return { outcome: 'storage_quota_exceeded', used_bytes, quota_bytes }
    if (this.#options.watch?.isFailing) return { outcome: 'storage_unavailable', retryAfterS: storeRetryS }
    const { disk } = this
    if (disk === 'ok') return undefined
    return { outcome: 'storage_unavailable', retryAfterS: diskRetryS, detail: diskProblems[disk] }
  }

  /** Updates the storage used by a completed simulation; if the store fails, the previous value remains. */
  async count(simulation: Simulation): Promise<void> {
    const { logger } = this.#options
    await this.#count(simulation).catch((err: unknown) => {
      logger?.warn({ simulation: simulation.id, err }, 'result not added to storage usage')
    })
  }

  async #count({ id, account_id: accountId }: Omit<ProductOwner, 'name'>): Promise<void> {
    const { store, records } = this.#options
    let stored = nothingStored(accountId)
    const simulation = records.simulation(id)
    const names = simulation ? resultNames(simulation) : []
    const found = await Promise.all(names.map((name) => store.stat(name)))
    for (const info of found) if (info) stored = withObject(stored, info)
    for await (const info of store.list(productPrefix(id))) stored = withObject(stored, info)
    if (this.#nameOf(id) !== undefined) this.#stored.set(id, stored)
  }

  /** Stores a new product by calling `put`, and makes room; `false` if the product is not kept. */
  async keepProduct(owner: ProductOwner, product: NewProduct, put: () => Promise<void>): Promise<boolean> {
    const { name } = product
    if (this.disk !== 'ok' || this.#storing.has(name)) return false
    this.#storing.add(name)
    try {
      if (await this.#options.store.stat(name)) return true
      if (!(await this.#admitProduct(owner, product))) return false
      await put().catch((error: unknown) => {
        this.#products.forget(owner.id, product)
        throw error
      })
      return true
    } finally {
      this.#storing.delete(name)
    }
  }

  async #admitProduct(owner: ProductOwner, product: NewProduct): Promise<boolean> {
    const { records, plans } = this.#options
    const { id, account_id: accountId, name } = owner
    // Counts the simulation's storage now if the first sweep has not reached the simulation yet.
    if (this.#stored.get(id) === undefined) await this.#count(owner)
    const account = records.account(accountId)
    if (account === undefined || this.#stored.get(id) === undefined) return false
    if (this.#nameOf(id) !== name) return false
    return this.#products.admit(owner, product, planOf(account, plans).storedBytes)
  }

  #nameOf(id: string): string | undefined {
    const { records } = this.#options
    const simulation = records.simulation(id)
    return simulation ? String(simulation.params.name ?? '') : records.network(id)?.name
  }

  async remove(simulation: Pick<Simulation, 'id' | 'attempt' | 'params'>): Promise<void> {
    this.#forget(simulation.id)
    const { store } = this.#options
    for (const name of resultNames(simulation)) await store.remove(name)
    await store.removeAll(productPrefix(simulation.id))
  }

  /** Removes the objects of a deleted simulation; if the store fails, a later sweep removes them. */
  async discard(simulation: Pick<Simulation, 'id' | 'attempt' | 'params'>): Promise<void> {
    const { logger } = this.#options
    await this.remove(simulation).catch((err: unknown) => {
      logger?.warn({ simulation: simulation.id, err }, 'result files not deleted')
    })
  }

  /** Removes the products of a renamed simulation or changed network, as products contain the name. */
  async removeProducts(id: string): Promise<void> {
    const { logger } = this.#options
    await this.#products.removeAll(id).catch((err: unknown) => {
      logger?.warn({ result: id, err }, 'derived files of result not deleted')
    })
    if (this.#nameOf(id) === undefined) this.#forget(id)
  }

  /** Removes all objects and local files of a simulation. */
  async removeAll(simulationId: string): Promise<void> {
    this.#forget(simulationId)
    const { store, workFolder } = this.#options
    await removeFiles(workFolder, (id) => id === simulationId)
    await store.removeAll(`${simulationId}.`)
    await store.removeAll(`${simulationId}/`)
  }

  async removeParts(simulationId: string): Promise<void> {
    const { workFolder } = this.#options
    await removeFiles(workFolder, (id, name) => id === simulationId && name.endsWith('.part'))
  }

  /** Removes expired results, whose records are kept, and objects to which no record refers. */
  async sweep(): Promise<void> {
    const { store, now, logger, records } = this.#options
    const counted = new Map<string, Stored>()
    const expired = new Set<string>()
    let orphans = 0
    for await (const info of store.list('')) {
      if (this.#isClosed) return
      const id = ownerIdOf(info.name)
      if (id === undefined || expired.has(id)) continue
      const simulation = records.simulation(id)
      const owner = simulation ?? records.network(id)
      if (owner && isNamedBy(owner, info.name)) {
        if (simulation && this.isExpired(simulation)) {
          expired.add(id)
          await this.remove(simulation)
        } else if (!this.#isCounted) {
          counted.set(id, withObject(counted.get(id) ?? nothingStored(owner.account_id), info))
        }
        continue
      }
      // Objects of earlier attempts may still become the result of a pending simulation.
      if (simulation?.status === 'pending') continue
      const products = productPrefix(id)
      await (info.name.startsWith(products) ? store.removeAll(products) : store.remove(info.name))
      orphans++
    }
    this.#putAll(counted)
    if (expired.size > 0) logger?.info({ simulations: expired.size }, 'expired results deleted')
    if (orphans > 0) logger?.info({ objects: orphans }, 'orphaned objects deleted from the result store')
    const uploads = await store.removeUnfinished(now() - uploadMs)
    if (uploads > 0) logger?.info({ uploads }, 'aborted uploads deleted from the result store')
  }

  #putAll(counted: ReadonlyMap<string, Stored>): void {
    if (this.#isCounted) return
    this.#isCounted = true
    for (const [id, stored] of counted) {
      if (this.#stored.get(id) === undefined && this.#nameOf(id) !== undefined) this.#stored.set(id, stored)
    }
  }

  #forget(id: string): void {
    this.#stored.delete(id)
    this.#products.forgetAll(id)
  }

  /** Checks free space on the disks of store and work folder; the work folder gets files first. */
  async #checkDisk(): Promise<void> {
    const { workFolder, store, logger } = this.#options
    const here = async () => smallerSpace(await freeSpaceOf(workFolder), await store.freeSpace())
    const before = this.disk
    try {
      this.#free = await (this.#options.freeSpace ?? here)()
    } catch (err) {
      logger?.warn({ err }, 'free disk space unknown')
    }
    const { disk } = this
    if (disk !== before)
      logger?.[disk === 'ok' ? 'info' : 'error']({ disk, ...this.#free }, 'free disk space')
  }

  #enqueue(task: () => Promise<void>): void {
    const { logger } = this.#options
    this.#work = this.#work.then(task).catch((err: unknown) => {
      logger?.error({ err }, 'cleanup of expired results failed')
    })
  }
}
