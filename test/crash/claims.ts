/** What the crash test demands of the service, in the words of its report. */
export const demands = {
  answers: 'every answer that was sent is true',
  simulations: 'no simulation is lost or doubled',
  ledger: 'every ledger sums; one hold, one capture or release, one grant',
  rasters: 'every completed simulation has its whole rasters, nobody else has any',
  webhooks:
    'every end, deletion and grant is posted under one id, signed, in order, and nothing that was lost',
  events: 'a stream of events misses none and doubles none, through all kills',
  ends: 'nothing is pending for ever, no request hangs, every start and stop succeeds',
} as const

export type Demand = keyof typeof demands

export interface Violation {
  demand: Demand
  detail: string
}

/** Counts what was claimed and keeps what did not hold. */
export class Claims {
  readonly counts: Record<Demand, number> = {
    answers: 0,
    simulations: 0,
    ledger: 0,
    rasters: 0,
    webhooks: 0,
    events: 0,
    ends: 0,
  }
  readonly violations: Violation[] = []

  /** Returns whether it held; the detail is made only where it did not. */
  claim(demand: Demand, holds: boolean, detail: () => string): boolean {
    this.counts[demand]++
    if (!holds) this.violations.push({ demand, detail: detail() })
    return holds
  }
}
