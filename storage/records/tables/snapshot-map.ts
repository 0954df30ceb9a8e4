/**
 * A map whose state at one moment can be read later, with yields in between, while it goes on changing: what stood
 * under names that are changed meanwhile is kept until then. One snapshot at a time. Values are never changed, only
 * replaced.
 */
export class SnapshotMap<V extends object> {
  readonly #values = new Map<string, V>()
  /** Earlier values of names that were changed since the snapshot; `undefined` where there was none. */
  #before: Map<string, V | undefined> | undefined

  get(name: string): V | undefined {
    return this.#values.get(name)
  }

  values(): IterableIterator<V> {
    return this.#values.values()
  }

  set(name: string, value: V): void {
    this.#remember(name)
    this.#values.set(name, value)
  }

  delete(name: string): void {
    this.#remember(name)
    this.#values.delete(name)
  }

  /**
   * The values of now, to be read once. One that is changed after it was read may come again, unchanged. Those that are
   * not kept when they are read come as `undefined`, and are dropped.
   */
  snapshot(isKept = (_value: V) => true, onDropped = (_value: V) => {}): Iterable<V | undefined> {
    const before = new Map<string, V | undefined>()
    this.#before = before
    return this.#read(before, (name, value) => {
      if (isKept(value)) return value
      if (this.#values.get(name) === value) {
        this.#values.delete(name)
        onDropped(value)
      }
      return undefined
    })
  }

  *#read(
    before: Map<string, V | undefined>,
    kept: (name: string, value: V) => V | undefined,
  ): Iterable<V | undefined> {
    try {
      for (const [name, value] of this.#values) if (!before.has(name)) yield kept(name, value)
      for (const [name, value] of before) if (value) yield kept(name, value)
    } finally {
      if (this.#before === before) this.#before = undefined
    }
  }

  #remember(name: string): void {
    if (this.#before && !this.#before.has(name)) this.#before.set(name, this.#values.get(name))
  }
}
