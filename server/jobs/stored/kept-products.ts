import { diskBytes } from '../../../storage/files/disk-space.ts'
import type { ObjectInfo, ObjectStore } from '../../../storage/objects/types.ts'
import { productPrefix } from './raster-files.ts'
import { type StoredBytes, withProducts } from './stored-bytes.ts'

/** Simulation or network from which products are derived. */
export interface ProductOwner {
  id: string
  account_id: string
  name: string
}

export interface NewProduct {
  name: string
  bytes: number
  /** True if requested through a share link or a signed URL. */
  isVisitors: boolean
}

/** Maximum number of products kept per result. */
const MAXIMUM_FILES = 400
/** Number of products left after a cleanup; listing objects is slow, so each cleanup removes many. */
const LEFT_FILES = 300
/** Maximum number and bytes of products that visitors' requests add to a result. */
const VISITORS_FILES = 150
const VISITORS_BYTES = 16 * 2 ** 20

/**
 * Products kept with results, limited in number per result and in bytes per account; the oldest are removed
 * first. Visitors' products have separate limits and replace only each other.
 */
export class KeptProducts {
  readonly #store: ObjectStore
  readonly #stored: StoredBytes
  /** Sizes in bytes of visitors' products by name, oldest first, keyed by simulation. */
  readonly #visitors = new Map<string, Map<string, number>>()
  readonly #trimming = new Set<string>()

  constructor(store: ObjectStore, stored: StoredBytes) {
    this.#store = store
    this.#stored = stored
  }

  /** Counts a product as used storage and removes others if needed; `false` if the product does not fit. */
  async admit(
    { id, account_id: accountId }: ProductOwner,
    product: NewProduct,
    quotaBytes: number,
  ): Promise<boolean> {
    this.#change(id, diskBytes(product.bytes), 1)
    const isWithin = () => {
      const { rasters, products } = this.#stored.ofAccount(accountId)
      return rasters + products <= quotaBytes
    }
    const isAdmitted = product.isVisitors
      ? (await this.#replaceVisitors(id, product)) && isWithin() && !this.#isOver(id)
      : await this.#replace(id, accountId, product, isWithin)
    if (!isAdmitted) this.forget(id, product)
    return isAdmitted
  }

  forget(id: string, { name, bytes }: Pick<ObjectInfo, 'name' | 'bytes'>): void {
    this.#visitors.get(id)?.delete(name)
    this.#change(id, -diskBytes(bytes), -1)
  }

  forgetAll(id: string): void {
    this.#visitors.delete(id)
  }

  #isOver(id: string): boolean {
    return (this.#stored.get(id)?.productFiles ?? 0) > MAXIMUM_FILES
  }

  #change(id: string, bytes: number, files: number): void {
    const stored = this.#stored.get(id)
    if (stored) this.#stored.set(id, withProducts(stored, bytes, files))
  }

  /** Removes oldest products of a result with too many, then other results' products to meet the quota. */
  async #replace(
    id: string,
    accountId: string,
    { bytes }: NewProduct,
    isWithin: () => boolean,
  ): Promise<boolean> {
    if (this.#isOver(id) && !this.#trimming.has(id)) await this.#trim(id)
    for (const otherId of [...this.#stored.withProductsOf(accountId)]) {
      if (isWithin()) return true
      if (otherId !== id) await this.removeAll(otherId)
    }
    if (!isWithin()) {
      await this.removeAll(id)
      this.#change(id, diskBytes(bytes), 1)
    }
    return isWithin()
  }

  async #trim(id: string): Promise<void> {
    this.#trimming.add(id)
    try {
      const found: ObjectInfo[] = []
      for await (const info of this.#store.list(productPrefix(id))) found.push(info)
      found.sort((a, b) => a.modifiedMs - b.modifiedMs)
      for (const one of found.slice(0, Math.max(0, found.length - LEFT_FILES))) await this.#remove(id, one)
    } finally {
      this.#trimming.delete(id)
    }
  }

  async removeAll(id: string): Promise<void> {
    const stored = this.#stored.get(id)
    if (stored) this.#change(id, -stored.products, -stored.productFiles)
    this.forgetAll(id)
    await this.#store.removeAll(productPrefix(id))
  }

  async #replaceVisitors(id: string, { name, bytes: length }: NewProduct): Promise<boolean> {
    const bytes = diskBytes(length)
    if (bytes > VISITORS_BYTES) return false
    const kept = this.#visitors.get(id) ?? new Map<string, number>()
    this.#visitors.set(id, kept)
    kept.delete(name)
    kept.set(name, bytes)
    let sum = [...kept.values()].reduce((total, one) => total + one, 0)
    for (const [other, otherBytes] of kept) {
      if (kept.size <= VISITORS_FILES && sum <= VISITORS_BYTES) break
      kept.delete(other)
      sum -= otherBytes
      await this.#remove(id, { name: other, bytes: otherBytes })
    }
    return true
  }

  async #remove(id: string, product: Pick<ObjectInfo, 'name' | 'bytes'>): Promise<void> {
    this.forget(id, product)
    await this.#store.remove(product.name, { isDurable: false })
  }
}
