import { smallJob, smallJobsBytes } from '../jobs/slots.ts'
import type { NodeSlots } from './protocol.ts'

/**
 * Memory limit of a node's jobs together. The API node knows only the sum of all nodes, so jobs that do not fit next
 * to running ones wait here; small ones have their own share.
 */
export class MemoryBudget {
  #freeBytes: number
  #waiting: (() => void)[] = []

  constructor(slots: NodeSlots, memoryBytes: number) {
    this.#freeBytes = memoryBytes - smallJobsBytes({ ...slots, memoryBytes })
  }

  /** Resolves with a function that releases the memory; `undefined`: cancelled before. */
  async take(bytes: number, signal: AbortSignal): Promise<(() => void) | undefined> {
    if (bytes <= smallJob.memoryBytes) return () => {}
    while (!signal.aborted) {
      if (bytes <= this.#freeBytes) {
        this.#freeBytes -= bytes
        return () => this.#give(bytes)
      }
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    return undefined
  }

  #give(bytes: number): void {
    this.#freeBytes += bytes
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
