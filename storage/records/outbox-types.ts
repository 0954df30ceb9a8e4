export type SimulationEventType = 'simulation.completed' | 'simulation.failed' | 'simulation.deleted'
export type EventType = SimulationEventType | 'credits.granted' | 'credits.low'

interface EventHead {
  /** `evt_` and 20 letters or digits; the same for each delivery. */
  id: string
  /** Order of all events of all accounts; never reused. */
  sequence: number
  at: string
  account_id: string
}

export interface SimulationEvent extends EventHead {
  type: SimulationEventType
  /** Data kept of a deleted simulation; `status` is that before the deletion. */
  simulation: {
    id: string
    status: 'pending' | 'completed' | 'failed'
    /** Final price. */
    credits_charged: number
    created_at: string
  }
}

export interface CreditsEvent extends EventHead {
  type: 'credits.granted' | 'credits.low'
  credits: {
    /** After the change. */
    balance: number
    /** Credits of a grant. */
    amount?: number
    reason?: string
    payment_id?: string
    /** Threshold that the balance fell below. */
    threshold?: number
  }
}

/** An event for watchers and webhooks, stored in the same journal entry as its change. */
export type OutboxEvent = SimulationEvent | CreditsEvent

export interface Watcher {
  /** An event is on stable storage. Called in the order of events. */
  stored?(event: OutboxEvent): void
  /** A new name of a simulation is on stable storage. */
  renamed?(accountId: string, simulationId: string): void
  /** Stage or progress of a pending simulation changed. */
  progressed?(accountId: string, simulationId: string): void
  /** An account was changed, or an account, a key or a share removed. */
  accessChanged?(): void
}

/**
 * Simulation events of the last 72 hours, at most 50 000 of all accounts: above that the oldest of the account that
 * has most is dropped. Webhooks keep their own pending events.
 */
export interface OutboxRecords {
  /** Sequence of the newest event on stable storage; 0 if there is none yet. */
  newestEvent(): number
  /** The first event of an account after this sequence, of those on stable storage. */
  eventAfter(accountId: string, sequence: number): SimulationEvent | undefined
  /** The newest event of a simulation, of those on stable storage. */
  eventOf(accountId: string, simulationId: string): SimulationEvent | undefined
  /** True if this sequence was used and no later event of the account was dropped. */
  reachesBackTo(accountId: string, sequence: number): boolean
  /** Calls the watcher from now on; returns the function that stops it. The watcher must not throw. */
  watch(watcher: Watcher): () => void
}
