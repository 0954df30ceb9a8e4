import type { Lane } from './lane.ts'
import { simulationOf } from './protocol.ts'

/** Rank of several jobs of a simulation by closeness to their end. */
const ranks = { returned: 3, active: 2, waiting: 1, failed: 0, missing: 0 } as const

export interface LeftJob {
  lane: Lane
  attempt: string
}

/** Orphaned jobs of an earlier process of the API node: runs of their simulations continue them. */
export class Leftovers {
  readonly #jobs = new Map<string, LeftJob>()
  readonly #isPending: (simulationId: string) => boolean

  constructor(isPending: (simulationId: string) => boolean) {
    this.#isPending = isPending
  }

  /** One job for each pending simulation. */
  async find(lanes: Iterable<Lane>, complain: (error: unknown) => void): Promise<void> {
    const best = new Map<string, number>()
    for (const lane of lanes) {
      // An unreadable queue is found again, or not needed.
      const ids = await lane.ids().catch(complain)
      for (const id of ids ?? []) {
        const { simulationId, attempt } = simulationOf(id)
        if (!this.#isPending(simulationId)) continue
        const rank = ranks[(await lane.find(id)).kind]
        if (rank <= (best.get(simulationId) ?? 0)) continue
        best.set(simulationId, rank)
        this.#jobs.set(simulationId, { lane, attempt })
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
