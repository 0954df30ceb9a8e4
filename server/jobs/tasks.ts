import { unlessLate } from '../../storage/network/deadline.ts'

export class Tasks {
  readonly #running = new Set<Promise<void>>()

  /** Tracks a task, which must not reject. */
  add(task: Promise<void>): void {
    const tracked = task.finally(() => this.#running.delete(tracked))
    this.#running.add(tracked)
  }

  /** Waits for all tasks, including those that running tasks add. */
  async done(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }

  async doneWithin(ms: number): Promise<void> {
    if (this.#running.size === 0) return
    await unlessLate(Math.max(0, ms), this.done(), () => {})
  }
}
