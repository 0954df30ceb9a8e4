export type SimulationEventType = 'simulation.completed' | 'simulation.failed' | 'simulation.deleted'
export type EventType = SimulationEventType | 'credits.granted' | 'credits.low'

interface EventHead {
  /** `evt_` and 20 letters or digits; the same however often it is delivered. */
  id: string
  /** Of all events of all accounts, in the order of the changes; never used again. */
  sequence: number
  at: string
  account_id: string
}

export interface SimulationEvent extends EventHead {
  type: SimulationEventType
  /** What is left of the simulation when its record is deleted; `status` is that before the deletion. */
  simulation: {
    id: string
    status: 'pending' | 'completed' | 'failed'
    /** What it cost in the end. */
    credits_charged: number
    created_at: string
  }
}

export interface CreditsEvent extends EventHead {
  type: 'credits.granted' | 'credits.low'
  credits: {
    /** After the change. */
    balance: number
    /** Of a grant. */
    amount?: number
    reason?: string
    payment_id?: string
    /** What the balance fell below. */
    threshold?: number
  }
}

/**
 * Something that happened, for whoever wants to know of it. It is stored in the same entry of the journal as the change
 * itself, so it is there if and only if the change is.
 */
export type OutboxEvent = SimulationEvent | CreditsEvent

export interface Watcher {
  /** An event is on stable storage. Called in the order of events. */
  stored?(event: OutboxEvent): void
  /** A simulation has another name, on stable storage. */
  renamed?(accountId: string, simulationId: string): void
  /** Stage or progress of a pending simulation has changed. */
  progressed?(accountId: string, simulationId: string): void
  /** An account was changed, or an account, a key or a share removed. */
  accessChanged?(): void
}

/**
 * What happened to simulations in the last 72 hours, at most 50 000 events of all accounts: beyond that the oldest of the
 * account that has most of them goes. What webhooks owe they keep themselves.
 */
export interface OutboxRecords {
  /** The sequence of the newest event that is on stable storage; 0 where there was none yet. */
  newestEvent(): number
  /** The first event of an account after the one with this sequence, of those on stable storage. */
  eventAfter(accountId: string, sequence: number): SimulationEvent | undefined
  /** The newest event of a simulation, of those on stable storage. */
  eventOf(accountId: string, simulationId: string): SimulationEvent | undefined
  /** Whether this sequence has been, and everything of the account after it is still there. */
  reachesBackTo(accountId: string, sequence: number): boolean
  /** Calls the watcher from now on; returns what ends that. It must not throw. */
  watch(watcher: Watcher): () => void
}
