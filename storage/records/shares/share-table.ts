import { SnapshotMap } from '../snapshot-map.ts'
import type { Share } from './types.ts'

/** Shares: by id, and by simulation in order of creation. Changes return what undoes them. */
export class ShareTable {
  readonly #byId = new SnapshotMap<Share>()
  readonly #bySimulation = new Map<string, Set<string>>()

  get(shareId: string): Share | undefined {
    return this.#byId.get(shareId)
  }

  ofSimulation(simulationId: string): Share[] {
    return [...(this.#bySimulation.get(simulationId) ?? [])].flatMap((id) => this.get(id) ?? [])
  }

  put(share: Share): () => void {
    this.#set(share)
    return () => this.#forget(share)
  }

  /** Takes in a stored one, if it is still good. */
  load(share: Share, nowMs: number): void {
    if (isGood(share, nowMs)) this.#set(share)
  }

  remove(shareId: string): () => void {
    const share = this.get(shareId)
    if (share === undefined) return () => {}
    return this.#removeAll([share])
  }

  removeSimulation(simulationId: string): () => void {
    return this.#removeAll(this.ofSimulation(simulationId))
  }

  removeAccount(accountId: string): () => void {
    return this.#removeAll([...this.#byId.values()].filter(({ account_id }) => account_id === accountId))
  }

  /** Those of now, to be read later: all that are good. The others are forgotten, `undefined` in their place. */
  snapshot(nowMs: number): Iterable<Share | undefined> {
    return this.#good(this.#byId.snapshot(), nowMs)
  }

  *#good(snapshot: Iterable<Share>, nowMs: number): Iterable<Share | undefined> {
    for (const share of snapshot) {
      const isStill = isGood(share, nowMs)
      if (!isStill && this.get(share.share_id) === share) {
        this.#byId.drop(share.share_id)
        this.#unlist(share)
      }
      yield isStill ? share : undefined
    }
  }

  #removeAll(shares: readonly Share[]): () => void {
    const orders = new Map(
      shares.map(({ simulation_id: id }) => [id, [...(this.#bySimulation.get(id) ?? [])]] as const),
    )
    for (const share of shares) this.#forget(share)
    return () => {
      for (const share of shares) this.#byId.set(share.share_id, share)
      for (const [id, order] of orders) this.#bySimulation.set(id, new Set(order))
    }
  }

  #set(share: Share): void {
    const { share_id: id, simulation_id: simulationId } = share
    this.#byId.set(id, share)
    if (!this.#bySimulation.get(simulationId)?.add(id)) this.#bySimulation.set(simulationId, new Set([id]))
  }

  #forget(share: Share): void {
    this.#byId.delete(share.share_id)
    this.#unlist(share)
  }

  #unlist({ share_id: id, simulation_id: simulationId }: Share): void {
    const ids = this.#bySimulation.get(simulationId)
    ids?.delete(id)
    if (ids?.size === 0) this.#bySimulation.delete(simulationId)
  }
}

/** Whether it has not expired. */
export function isGood({ expires_at }: Share, nowMs: number): boolean {
  return nowMs < Date.parse(expires_at)
}
