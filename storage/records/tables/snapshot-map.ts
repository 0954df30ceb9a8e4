/**
 * Map with a snapshot that can be read later, across yields, while the map changes: when a name changes, the
 * earlier value is kept until read. Only one snapshot exists at a time. Values are replaced, never modified.
 */
export class SnapshotMap<V extends object> {
  readonly #values = new Map<string, V>()
  /** Earlier values of names that changed since the snapshot; `undefined` for a name that did not exist. */
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
   * Values at the time of the call, for one iteration. A value changed after it was read may be returned again,
   * unchanged. Values that fail `isKept` when read are removed from the map and returned as `undefined`.
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
