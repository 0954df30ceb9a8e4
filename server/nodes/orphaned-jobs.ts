import type { NodeQueue } from './node-queue.ts'
import { simulationOf } from './protocol.ts'

/** Preference among several jobs of a simulation: the job closest to completion. */
const ranks = { returned: 3, active: 2, waiting: 1, failed: 0, missing: 0 } as const

export interface LeftJob {
  nodeQueue: NodeQueue
  attempt: string
}

/** Jobs left in the queues by an earlier API node process, for attempts of the same simulations. */
export class OrphanedJobs {
  readonly #jobs = new Map<string, LeftJob>()
  readonly #isPending: (simulationId: string) => boolean

  constructor(isPending: (simulationId: string) => boolean) {
    this.#isPending = isPending
  }

  /** Finds one job for each pending simulation. */
  async find(nodeQueues: Iterable<NodeQueue>, complain: (error: unknown) => void): Promise<void> {
    const best = new Map<string, number>()
    for (const nodeQueue of nodeQueues) {
      // An unreadable queue is skipped; the job can be run again.
      const ids = await nodeQueue.ids().catch(complain)
      for (const id of ids ?? []) {
        const { simulationId, attempt } = simulationOf(id)
        if (!this.#isPending(simulationId)) continue
        const rank = ranks[(await nodeQueue.find(id)).kind]
        if (rank <= (best.get(simulationId) ?? 0)) continue
        best.set(simulationId, rank)
        this.#jobs.set(simulationId, { nodeQueue, attempt })
      }
    }
  }

  has(simulationId: string, attempt: string): boolean {
    return this.#jobs.get(simulationId)?.attempt === attempt
  }

  take(simulationId: string): LeftJob | undefined {
    const left = this.#jobs.get(simulationId)
    this.#jobs.delete(simulationId)
    return left
  }

  /** Drops the jobs of simulations that are no longer pending. */
  tidy(): void {
    for (const simulationId of this.#jobs.keys()) {
      if (!this.#isPending(simulationId)) this.#jobs.delete(simulationId)
    }
  }
}
