import type { RecordStore } from '../../storage/records/types.ts'
import type { Delivery, TryOutcome, Webhook } from '../../storage/records/webhook-types.ts'
import { WorkerQueue } from '../queues/worker-queue.ts'
import { delayMs, downAfter, pauseMs } from './schedule.ts'

/**
 * Limits for concurrent attempts; a webhook has at most one attempt at a time. A silent receiver occupies a
 * place for a whole attempt, so the limit per account is small: to occupy all places takes sixteen accounts.
 */
const places = { places: 64, placesPerAccount: 4 }
/** Duration in ms from which a receiver counts as slow; slow or failing receivers use a separate queue. */
const promptMs = 1000
/** Number of pending deliveries from which a search for due deliveries delays the next search. */
const largeSearch = 500
const searchPauseMs = 1000
/** Pause in ms after an attempt whose outcome could not be stored. */
const unstoredPauseMs = 30_000
/** Maximum interval in ms between searches, in case the clock is changed. */
const longestTimerMs = 60_000

/** Response of the receiver, or the reason why there was none. */
export interface Answer extends Pick<TryOutcome, 'status' | 'error'> {
  /** Pause in ms requested by the receiver. */
  retryAfterMs?: number | undefined
}

export interface SenderOptions {
  records: RecordStore
  /** Current time in milliseconds since 1970. */
  now(): number
  /** Random number from 0 to 1, for delays. */
  random(): number
  /** True if events of the account may be sent. */
  isOpen(accountId: string): boolean
  /** Performs one delivery attempt; must not reject. */
  deliver(webhook: Webhook, delivery: Delivery, signal: AbortSignal): Promise<Answer>
  /** Starts a timer; returns a function that cancels the timer. */
  after(ms: number, call: () => void): () => void
  onTried(isDelivered: boolean): void
  onDisabled(webhook: Webhook, reason: string): void
  onProblem(error: unknown): void
}

/** State of a receiver, kept in memory only. */
interface Line {
  /** Aborts the queued or running attempt. */
  abort: AbortController | undefined
  /** Number of consecutive failures, over all events. */
  failures: number
  /** Duration of the last attempt in ms. */
  triedMs: number
  pausedUntilMs: number
  /** End of the pause after an outcome that could not be stored. */
  unstoredUntilMs: number
  /** Time of the receiver's recovery; deliveries that failed earlier are due at once. */
  recoveredMs: number
  /** Time of the next due delivery. */
  dueMs: number
  /** Time of the last large search: a receiver that is down may have thousands of deliveries. */
  searchedMs: number
}

/**
 * Sends pending deliveries: one at a time per webhook, with events of a simulation in order. A failed delivery
 * does not delay other simulations unless the receiver is down: then attempts become rare, and all deliveries
 * follow after the receiver recovers.
 */
export class Sender {
  readonly #options: SenderOptions
  readonly #lines = new Map<string, Line>()
  readonly #healthy = new WorkerQueue(places)
  /** Separate queue for failing or slow receivers, so that these do not delay other receivers. */
  readonly #unhealthy = new WorkerQueue(places)
  readonly #running = new Set<Promise<void>>()
  #endTimer: (() => void) | undefined
  /** Time at which the clock was last read. */
  #readMs = Number.NEGATIVE_INFINITY
  #isStopped = false

  constructor(options: SenderOptions) {
    this.#options = options
  }

  lookAll(): void {
    for (const id of [...this.#lines.keys(), ...this.#options.records.owingWebhooks()]) this.look(id)
  }

  /** Sends due deliveries of a webhook, within a second; aborts the attempt of a deleted webhook. */
  look(webhookId: string): void {
    const line = this.#lines.get(webhookId)
    const sinceMs = this.#options.now() - (line?.searchedMs ?? 0)
    const isRepeated = line && !line.abort && sinceMs >= 0 && sinceMs < searchPauseMs
    if (!isRepeated || this.#options.records.webhook(webhookId) === undefined) {
      this.#lookNow(webhookId)
      return
    }
    line.dueMs = Math.min(line.dueMs, line.searchedMs + searchPauseMs)
    this.#arm()
  }

  #lookNow(webhookId: string): void {
    if (this.#isStopped) return
    const webhook = this.#options.records.webhook(webhookId)
    if (webhook === undefined) {
      this.#lines.get(webhookId)?.abort?.abort()
      this.#lines.delete(webhookId)
      return
    }
    const line = this.#line(webhookId)
    if (line.abort) return
    line.dueMs = Number.POSITIVE_INFINITY
    const next = this.#next(webhookId, line)
    if (typeof next === 'number') {
      line.dueMs = next
      this.#arm()
    } else if (next !== undefined) {
      const running = this.#takeTurn(webhook, line).finally(() => {
        line.abort = undefined
        this.#running.delete(running)
        this.#lookNow(webhookId)
      })
      this.#running.add(running)
    }
  }

  /** Makes one attempt when the account's turn comes; settles after the attempt or a cancellation. */
  async #takeTurn({ id, account_id }: Webhook, line: Line): Promise<void> {
    line.abort = new AbortController()
    const { signal } = line.abort
    const queue = line.failures > 0 || line.triedMs > promptMs ? this.#unhealthy : this.#healthy
    const work = async () => {
      // The due delivery may have changed since the attempt was queued.
      const next = this.#isStopped ? undefined : this.#next(id, line)
      if (typeof next === 'object') await this.#try(next, line, signal)
    }
    await queue.run(account_id, work, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }

  /** Stops starting attempts; settles when running attempts end, aborting them after `patienceMs`. */
  async stop(patienceMs: number): Promise<void> {
    this.#isStopped = true
    this.#endTimer?.()
    const end = this.#options.after(patienceMs, () => {
      for (const { abort } of this.#lines.values()) abort?.abort()
    })
    await this.idle()
    end()
  }

  /** Settles when no attempt is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #line(webhookId: string): Line {
    const known = this.#lines.get(webhookId)
    if (known) return known
    const line: Line = {
      abort: undefined,
      failures: 0,
      triedMs: 0,
      pausedUntilMs: 0,
      unstoredUntilMs: 0,
      recoveredMs: Number.NEGATIVE_INFINITY,
      dueMs: Number.POSITIVE_INFINITY,
      searchedMs: Number.NEGATIVE_INFINITY,
    }
    this.#lines.set(webhookId, line)
    return line
  }

  /** Current time. If the clock was set back since the last call, all times of due deliveries are reset. */
  #nowMs(): number {
    const nowMs = this.#options.now()
    if (nowMs < this.#readMs) {
      for (const line of this.#lines.values()) {
        line.pausedUntilMs = 0
        line.unstoredUntilMs = 0
        line.recoveredMs = Number.NEGATIVE_INFINITY
        if (Number.isFinite(line.dueMs)) line.dueMs = nowMs
      }
    }
    this.#readMs = nowMs
    return nowMs
  }

  /** Due delivery of a webhook, or the time in ms of the next due delivery; `undefined` if there is none. */
  #next(webhookId: string, line: Line): Delivery | number | undefined {
    const { isOpen, records } = this.#options
    const webhook = records.webhook(webhookId)
    if (webhook === undefined || !isOpen(webhook.account_id)) return undefined
    const nowMs = this.#nowMs()
    const before = new Set<string>()
    let soonestMs = Number.POSITIVE_INFINITY
    let count = 0
    line.searchedMs = Number.NEGATIVE_INFINITY
    for (const delivery of records.owed(webhookId)) {
      if (++count === largeSearch) line.searchedMs = nowMs
      if (webhook.disabled && !delivery.wanted) continue
      const subject = subjectOf(delivery)
      if (before.has(subject)) continue
      before.add(subject)
      const dueMs = dueMsOf(delivery, line, nowMs)
      if (dueMs <= nowMs) return delivery
      soonestMs = Math.min(soonestMs, dueMs)
    }
    return Number.isFinite(soonestMs) ? soonestMs : undefined
  }

  async #try(delivery: Delivery, line: Line, signal: AbortSignal): Promise<void> {
    const { deliver, now, onDisabled, onProblem, onTried, records } = this.#options
    const webhook = records.webhook(delivery.webhook_id)
    if (webhook === undefined) return
    const at = new Date(now()).toISOString()
    const startMs = performance.now()
    const answer = await deliver(webhook, delivery, signal)
    // The receiver may or may not have accepted the event, which is sent again with the same id.
    if (signal.aborted) return
    const duration_ms = Math.round(performance.now() - startMs)
    line.triedMs = duration_ms
    const isDelivered = isSuccess(answer)
    onTried(isDelivered)
    this.#judge(line, isDelivered, answer.retryAfterMs)
    const { status, error } = answer
    const outcome = { at, status, error, duration_ms, ...this.#after(webhook, delivery, answer) }
    if (outcome.disable) onDisabled(webhook, outcome.disable)
    await records.recordTry(webhook.id, delivery.id, outcome).catch((error: unknown) => {
      line.unstoredUntilMs = now() + unstoredPauseMs
      onProblem(error)
    })
  }

  #judge(line: Line, isDelivered: boolean, retryAfterMs = 0): void {
    const nowMs = this.#options.now()
    if (!isDelivered) {
      line.failures++
      line.pausedUntilMs = nowMs + Math.max(pauseMs(line.failures), retryAfterMs)
      return
    }
    if (line.failures >= downAfter) line.recoveredMs = nowMs
    line.failures = 0
    line.pausedUntilMs = 0
  }

  /** State of a delivery after an attempt. */
  #after(
    webhook: Webhook,
    delivery: Delivery,
    answer: Answer,
  ): Pick<TryOutcome, 'status_after' | 'next_try_at' | 'disable'> {
    const { now, random } = this.#options
    if (isSuccess(answer)) return { status_after: 'delivered', next_try_at: null }
    const isOff = webhook.disabled !== null
    if (answer.status === 410 && !isOff) {
      return { status_after: 'failed', next_try_at: null, disable: 'gone' }
    }
    if (delivery.event.type === 'webhook.test') return { status_after: 'failed', next_try_at: null }
    // The delivery remains pending until the webhook is enabled again.
    if (isOff) return { status_after: 'pending', next_try_at: delivery.next_try_at }
    const untilMs = Date.parse(delivery.retry_until)
    if (now() >= untilMs) return { status_after: 'failed', next_try_at: null, disable: 'undelivered' }
    const delay = Math.max(delayMs(delivery.attempts + 1, random()), answer.retryAfterMs ?? 0)
    const nextMs = Math.min(now() + delay, untilMs)
    return { status_after: 'pending', next_try_at: new Date(nextMs).toISOString() }
  }

  /** Sets a single timer for the earliest due delivery. */
  #arm(): void {
    this.#endTimer?.()
    this.#endTimer = undefined
    const soonestMs = Math.min(...[...this.#lines.values()].map(({ dueMs }) => dueMs))
    if (!Number.isFinite(soonestMs) || this.#isStopped) return
    const ms = Math.min(Math.max(0, soonestMs - this.#options.now()), longestTimerMs)
    this.#endTimer = this.#options.after(ms, () => {
      const nowMs = this.#nowMs()
      for (const [id, { dueMs }] of this.#lines) if (dueMs <= nowMs) this.look(id)
      this.#arm()
    })
  }
}

function isSuccess({ status }: Answer): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Key of a group of events that must be delivered in order. */
function subjectOf({ event, id }: Delivery): string {
  if ('simulation' in event) return event.simulation.id
  return 'credits' in event ? 'credits' : id
}

function dueMsOf(delivery: Delivery, line: Line, nowMs: number): number {
  const { last_try, wanted } = delivery
  const plannedMs = plannedMsOf(delivery, nowMs)
  const isWaitedFor = last_try !== null && Date.parse(last_try.at) < line.recoveredMs
  const dueMs = wanted ? plannedMs : Math.max(isWaitedFor ? 0 : plannedMs, line.pausedUntilMs)
  return Math.max(dueMs, line.unstoredUntilMs)
}

function plannedMsOf({ last_try, next_try_at }: Delivery, nowMs: number): number {
  if (next_try_at === null) return Number.POSITIVE_INFINITY
  // A time in the future means that the clock was set back.
  if (Date.parse(last_try?.at ?? next_try_at) > nowMs) return nowMs
  return Date.parse(next_try_at)
}
