import { smallJob, smallJobsBytes } from '../jobs/slots.ts'
import type { NodeSlots } from './protocol.ts'

/**
 * Memory limit for all jobs of a node. The API node knows only the sum over all nodes, so a job that does not
 * fit next to running jobs waits here. Small jobs have a separate share.
 */
export class MemoryBudget {
  #freeBytes: number
  #waiting: (() => void)[] = []

  constructor(slots: NodeSlots, memoryBytes: number) {
    this.#freeBytes = memoryBytes - smallJobsBytes({ ...slots, memoryBytes })
  }

  /** Resolves with a function that frees the memory; `undefined` if canceled while waiting. */
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
