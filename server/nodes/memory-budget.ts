import { smallJob, smallJobsBytes } from '../jobs/slots.ts'
import type { NodeSlots } from './protocol.ts'

/**
 * What the jobs of a node may hold together. The API node knows only the sum of all nodes, so jobs that do not fit beside
 * those that run wait here; small ones have a share of their own.
 */
export class MemoryBudget {
  #freeBytes: number
  #waiting: (() => void)[] = []

  constructor(slots: NodeSlots, memoryBytes: number) {
    this.#freeBytes = memoryBytes - smallJobsBytes({ ...slots, memoryBytes })
  }

  /** Settles with what gives the memory back; `undefined`: cancelled before it was there. */
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
