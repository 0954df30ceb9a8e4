import type { NodeQueue } from './lane.ts'
import { simulationOf } from './protocol.ts'

/** Rank of several jobs of a simulation by closeness to their end. */
const ranks = { returned: 3, active: 2, waiting: 1, failed: 0, missing: 0 } as const

export interface LeftJob {
  nodeQueue: NodeQueue
  attempt: string
}

/** Orphaned jobs of an earlier process of the API node: runs of their simulations continue them. */
export class OrphanedJobs {
  readonly #jobs = new Map<string, LeftJob>()
  readonly #isPending: (simulationId: string) => boolean

  constructor(isPending: (simulationId: string) => boolean) {
    this.#isPending = isPending
  }

  /** One job for each pending simulation. */
  async find(nodeQueues: Iterable<NodeQueue>, complain: (error: unknown) => void): Promise<void> {
    const best = new Map<string, number>()
    for (const nodeQueue of nodeQueues) {
      // An unreadable queue is found again, or not needed.
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

  /** Drops jobs whose simulations are final or deleted. */
  tidy(): void {
    for (const simulationId of this.#jobs.keys()) {
      if (!this.#isPending(simulationId)) this.#jobs.delete(simulationId)
    }
  }
}
