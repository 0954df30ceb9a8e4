import { diskBytes } from '../../../storage/files/disk-space.ts'
import type { ObjectInfo } from '../../../storage/objects/types.ts'

/** Storage used by a simulation: bytes of rasters and of products on disk. */
export type Stored = ReturnType<typeof nothingStored>

export function nothingStored(accountId: string) {
  return { accountId, rasters: 0, products: 0, productFiles: 0 }
}

export function withObject(
  stored: Stored,
  { name, bytes: length }: Pick<ObjectInfo, 'name' | 'bytes'>,
): Stored {
  const bytes = diskBytes(length)
  if (!name.includes('.products/')) return { ...stored, rasters: stored.rasters + bytes }
  return withProducts(stored, bytes, 1)
}

/** Copy of `stored` with bytes and files added; negative values subtract. */
export function withProducts(stored: Stored, bytes: number, files: number): Stored {
  const products = Math.max(0, stored.products + bytes)
  return { ...stored, products, productFiles: Math.max(0, stored.productFiles + files) }
}

export class StoredBytes {
  /** Storage by simulation, ordered by the time of the last added product, oldest first. */
  readonly #ofSimulation = new Map<string, Stored>()
  readonly #ofAccount = new Map<string, { rasters: number; products: number }>()

  get(id: string): Stored | undefined {
    return this.#ofSimulation.get(id)
  }

  set(id: string, stored: Stored): void {
    this.delete(id)
    this.#ofSimulation.set(id, stored)
    const { rasters, products } = this.ofAccount(stored.accountId)
    this.#ofAccount.set(stored.accountId, {
      rasters: rasters + stored.rasters,
      products: products + stored.products,
    })
  }

  delete(id: string): void {
    const stored = this.#ofSimulation.get(id)
    if (stored === undefined) return
    this.#ofSimulation.delete(id)
    const { rasters, products } = this.ofAccount(stored.accountId)
    const left = { rasters: rasters - stored.rasters, products: products - stored.products }
    if (left.rasters + left.products > 0) this.#ofAccount.set(stored.accountId, left)
    else this.#ofAccount.delete(stored.accountId)
  }

  ofAccount(accountId: string): { rasters: number; products: number } {
    return this.#ofAccount.get(accountId) ?? { rasters: 0, products: 0 }
  }

  *withProductsOf(accountId: string): Generator<string> {
    for (const [id, stored] of this.#ofSimulation)
      if (stored.accountId === accountId && stored.products > 0) yield id
  }
}
