export type SimulationEventType = 'simulation.completed' | 'simulation.failed' | 'simulation.deleted'
export type EventType = SimulationEventType | 'credits.granted' | 'credits.low'

interface EventHead {
  /** Event id, `evt_` and 20 letters or digits; all deliveries of an event have the event's id. */
  id: string
  /** Position in the sequence of the events of all accounts; never reused. */
  sequence: number
  at: string
  account_id: string
}

export interface SimulationEvent extends EventHead {
  type: SimulationEventType
  /** Data of the simulation, kept after a deletion; `status` is then the status before the deletion. */
  simulation: {
    id: string
    status: 'pending' | 'completed' | 'failed'
    /** Final price of the simulation in credits. */
    credits_charged: number
    created_at: string
  }
}

export interface CreditsEvent extends EventHead {
  type: 'credits.granted' | 'credits.low'
  credits: {
    /** Balance after the change, in credits. */
    balance: number
    /** Credits added by a grant. */
    amount?: number
    reason?: string
    payment_id?: string
    /** Threshold in credits that the balance fell below. */
    threshold?: number
  }
}

/** Event for watchers and webhooks, stored in one journal entry with the change that caused it. */
export type OutboxEvent = SimulationEvent | CreditsEvent

export interface Watcher {
  /** Called when an event is on stable storage, in the order of events. */
  stored?(event: OutboxEvent): void
  /** Called when a new name of a simulation is on stable storage. */
  renamed?(accountId: string, simulationId: string): void
  /** Called when stage or progress of a pending simulation changed. */
  progressed?(accountId: string, simulationId: string): void
  /** Called when an account was changed, or an account, key or share was removed. */
  accessChanged?(): void
}
