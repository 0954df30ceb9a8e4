import type { Simulation, SimulationFilter } from './types.ts'

/** Simulations in memory: by id, by account in order of acceptance, and those that are not final. */
export class SimulationIndex {
  readonly #byId = new Map<string, Simulation>()
  readonly #byAccount = new Map<string, Set<string>>()
  readonly #pending = new Set<string>()

  get(id: string): Simulation | undefined {
    return this.#byId.get(id)
  }

  /** Adds one, or puts a new version in the place of the old. New ones come in order of acceptance. */
  put(simulation: Simulation): void {
    const { id, account_id: accountId, status } = simulation
    this.#byId.set(id, simulation)
    const ids = this.#byAccount.get(accountId)
    if (ids) ids.add(id)
    else this.#byAccount.set(accountId, new Set([id]))
    if (status === 'pending') this.#pending.add(id)
    else this.#pending.delete(id)
  }

  remove(id: string): Simulation | undefined {
    const simulation = this.#byId.get(id)
    if (simulation === undefined) return undefined
    this.#byId.delete(id)
    this.#pending.delete(id)
    const ids = this.#byAccount.get(simulation.account_id)
    ids?.delete(id)
    if (ids?.size === 0) this.#byAccount.delete(simulation.account_id)
    return simulation
  }

  /** Oldest first. */
  pending(): Simulation[] {
    return this.#all(this.#pending)
  }

  /** Newest first. */
  ofAccount(accountId: string, filter: SimulationFilter = {}): Simulation[] {
    const { status, model } = filter
    const fromMs = filter.created_after === undefined ? -Infinity : Date.parse(filter.created_after)
    const toMs = filter.created_before === undefined ? Infinity : Date.parse(filter.created_before)
    const matches = (simulation: Simulation) => {
      if (status !== undefined && simulation.status !== status) return false
      if (model !== undefined && simulation.params.model !== model) return false
      const createdMs = Date.parse(simulation.created_at)
      return createdMs >= fromMs && createdMs <= toMs
    }
    return this.#all(this.#byAccount.get(accountId) ?? [])
      .filter(matches)
      .reverse()
  }

  all(): Simulation[] {
    return [...this.#byId.values()]
  }

  #all(ids: Iterable<string>): Simulation[] {
    return [...ids].flatMap((id) => this.#byId.get(id) ?? [])
  }
}
