import { SnapshotMap } from './snapshot-map.ts'

/** Records by id, and by owner in order of creation. Changes return an undo function. */
export class OwnedTable<V extends object> {
  readonly #byId = new SnapshotMap<V>()
  readonly #idsOf = new Map<string, Set<string>>()
  readonly #idOf: (value: V) => string
  readonly #ownerOf: (value: V) => string

  constructor(idOf: (value: V) => string, ownerOf: (value: V) => string = () => '') {
    this.#idOf = idOf
    this.#ownerOf = ownerOf
  }

  get(id: string): V | undefined {
    return this.#byId.get(id)
  }

  has(id: string): boolean {
    return this.#byId.get(id) !== undefined
  }

  of(owner: string): V[] {
    return [...(this.#idsOf.get(owner) ?? [])].flatMap((id) => this.#byId.get(id) ?? [])
  }

  all(): V[] {
    return [...this.#idsOf.keys()].flatMap((owner) => this.of(owner))
  }

  /** Adds a record, or replaces the record with the same id. */
  put(value: V): () => void {
    const id = this.#idOf(value)
    const before = this.#byId.get(id)
    this.#byId.set(id, value)
    const owner = this.#ownerOf(value)
    if (!this.#idsOf.get(owner)?.add(id)) this.#idsOf.set(owner, new Set([id]))
    this.name(value)
    return () => {
      if (!before) return this.#forget(value)
      this.unname(value)
      this.#byId.set(id, before)
      this.name(before)
    }
  }

  remove(id: string): () => void {
    const value = this.#byId.get(id)
    return this.removeAll(value ? [value] : [])
  }

  removeAll(values: readonly V[]): () => void {
    const orders = new Map(values.map(this.#ownerOf).map((owner) => [owner, new Set(this.#idsOf.get(owner))]))
    for (const value of values) this.#forget(value)
    return () => {
      for (const value of values) {
        this.#byId.set(this.#idOf(value), value)
        this.name(value)
      }
      for (const [owner, order] of orders) this.#idsOf.set(owner, order)
    }
  }

  snapshot(isKept: (value: V) => boolean): Iterable<V | undefined> {
    return this.#byId.snapshot(isKept, (value) => this.#unlist(value))
  }

  /** Called when a record enters or leaves a table that also finds records by other names. */
  protected name(_value: V): void {}

  protected unname(_value: V): void {}

  #forget(value: V): void {
    this.#byId.delete(this.#idOf(value))
    this.#unlist(value)
  }

  #unlist(value: V): void {
    const owner = this.#ownerOf(value)
    const ids = this.#idsOf.get(owner)
    ids?.delete(this.#idOf(value))
    if (ids?.size === 0) this.#idsOf.delete(owner)
    this.unname(value)
  }
}
