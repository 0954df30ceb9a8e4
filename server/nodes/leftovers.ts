import type { Lane } from './lane.ts'
import { simulationOf } from './protocol.ts'

/** Which of several jobs of a simulation is nearest to its end. */
const ranks = { returned: 3, active: 2, waiting: 1, failed: 0, missing: 0 } as const

export interface LeftJob {
  lane: Lane
  attempt: string
}

/** Jobs that an earlier process of the API node left in the queue: whoever runs their simulations goes on with them. */
export class Leftovers {
  readonly #jobs = new Map<string, LeftJob>()
  readonly #isPending: (simulationId: string) => boolean

  constructor(isPending: (simulationId: string) => boolean) {
    this.#isPending = isPending
  }

  /** Of each pending simulation one. */
  async find(lanes: Iterable<Lane>, complain: (error: unknown) => void): Promise<void> {
    const best = new Map<string, number>()
    for (const lane of lanes) {
      // A queue that can't be read is found again, or not missed.
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

  /** Forgets those whose simulations are final or gone. */
  tidy(): void {
    for (const simulationId of this.#jobs.keys()) {
      if (!this.#isPending(simulationId)) this.#jobs.delete(simulationId)
    }
  }
}
