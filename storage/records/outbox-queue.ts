/** FIFO queue that removes the first item without moving the others, unlike `Array.shift`. */
export class Queue<T> {
  #items: T[] = []
  #first = 0

  get size(): number {
    return this.#items.length - this.#first
  }

  at(index: number): T | undefined {
    return this.#items[this.#first + index]
  }

  push(item: T): void {
    this.#items.push(item)
  }

  /** Removes and returns the last item. */
  pop(): T | undefined {
    return this.size > 0 ? this.#items.pop() : undefined
  }

  shift(): T | undefined {
    if (this.size === 0) return undefined
    const item = this.#items[this.#first]
    this.#first++
    if (2 * this.#first >= this.#items.length) {
      this.#items = this.#items.slice(this.#first)
      this.#first = 0
    }
    return item
  }

  keepOnly(isKept: (item: T) => boolean): void {
    this.#items = this.#items.slice(this.#first).filter(isKept)
    this.#first = 0
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.#items.slice(this.#first).values()
  }
}
