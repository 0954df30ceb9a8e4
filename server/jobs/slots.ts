/** Decides which waiting jobs may run, by account, expected seconds and memory. */

import type { Capacity } from './protocol.ts'

/** Jobs that may use the small slots. */
export const smallJob = { seconds: 1, memoryBytes: 64 * 2 ** 20 } as const

/** Memory that is kept for small jobs. */
export function smallJobsBytes({
  smallSlots,
  tinySlots,
  memoryBytes,
}: Pick<Capacity, 'smallSlots' | 'tinySlots' | 'memoryBytes'>): number {
  return Math.min((smallSlots + tinySlots) * smallJob.memoryBytes, memoryBytes / 4)
}

/** What a job needs. */
export interface Demand {
  id: string
  accountId: string
  /** Expected time of computation. */
  seconds: number
  memoryBytes: number
}

/** Two jobs of any size, a small one and a tiny one. */
export const defaultCapacity: Readonly<Capacity> = {
  slots: 2,
  smallSlots: 1,
  tinySlots: 1,
  memoryBytes: Number.POSITIVE_INFINITY,
}

/** While there is no node: nothing runs, and what may run some day is not known. */
export const noCapacity: Readonly<Capacity> = {
  slots: 0,
  smallSlots: 0,
  tinySlots: 0,
  memoryBytes: 0,
  largestBytes: Number.POSITIVE_INFINITY,
}

/** Jobs that may use the tiny slots too: line of sight over some 200 000 cells. */
const tinySeconds = 0.07
/** The last slot takes an account's job beside its others only if it is short: another account's may come. */
const shortSeconds = 10
/** A job in a small slot for longer than this overruns: the slot becomes free for others. */
export const smallTimeoutMs = 3000
/** Maximum of jobs that have overrun and still run. */
const maximumOverruns = 3

interface Held extends Demand {
  lane: 'any' | 'small' | 'overrun'
}

/** What runs, at one moment. */
interface Use {
  any: readonly Held[]
  small: readonly Held[]
  overruns: number
  bytes: number
  smallBytes: number
  /** Of all but small ones. */
  largeBytes: number
}

export class Slots {
  readonly #capacityNow: () => Readonly<Capacity>
  readonly #held = new Map<string, Held>()

  /** The capacity may change from one moment to the next. */
  constructor(capacity: () => Readonly<Capacity>) {
    this.#capacityNow = capacity
  }

  get capacity(): Readonly<Capacity> {
    return this.#capacityNow()
  }

  /** What the jobs that run may hold. */
  get reservedBytes(): number {
    return bytesOf([...this.#held.values()])
  }

  /** Maximum for one job. */
  get largestBytes(): number {
    return this.capacity.largestBytes ?? this.#largeBytes
  }

  /**
   * Gives a slot to the first of the waiting that may run, in their order; `undefined`: none may. Where memory holds
   * one back, none after it takes the memory that it waits for.
   */
  take<Job extends Demand>(waiting: Iterable<Job>): Job | undefined {
    const use = this.#use()
    const { slots, smallSlots, tinySlots, largestNowBytes = Number.POSITIVE_INFINITY } = this.capacity
    // Most often all are in use, and thousands may wait.
    if (use.any.length >= slots && use.small.length >= smallSlots + tinySlots) return undefined
    let isMemoryAwaited = false
    for (const job of waiting) {
      const { id, accountId, seconds } = job
      // It may be from a time when there was more: the computation reports what it really needs.
      const memoryBytes = Math.min(job.memoryBytes, this.largestBytes)
      if (memoryBytes > largestNowBytes) continue
      const hasSlot = this.#hasSlot(job, use)
      const fits = use.largeBytes + memoryBytes <= this.#largeBytes
      let lane: Held['lane'] | undefined
      if (this.#mayBeSmall(job, use)) lane = 'small'
      else if (hasSlot && fits && !isMemoryAwaited) lane = 'any'
      if (lane) {
        this.#held.set(id, { id, accountId, seconds, memoryBytes, lane })
        return job
      }
      isMemoryAwaited ||= hasSlot && !fits
    }
    return undefined
  }

  isSmall(id: string): boolean {
    return this.#held.get(id)?.lane === 'small'
  }

  /** Takes the small slot from a job that goes on. */
  overrun(id: string): void {
    const job = this.#held.get(id)
    if (job?.lane === 'small') job.lane = 'overrun'
  }

  release(id: string): void {
    this.#held.delete(id)
  }

  get #smallBytes(): number {
    return smallJobsBytes(this.capacity)
  }

  get #largeBytes(): number {
    return this.capacity.memoryBytes - this.#smallBytes
  }

  #use(): Use {
    const held = [...this.#held.values()]
    const small = held.filter(({ lane }) => lane === 'small')
    const bytes = bytesOf(held)
    const smallBytes = bytesOf(small)
    return {
      any: held.filter(({ lane }) => lane === 'any'),
      small,
      overruns: held.filter(({ lane }) => lane === 'overrun').length,
      bytes,
      smallBytes,
      largeBytes: bytes - smallBytes,
    }
  }

  #mayBeSmall(job: Demand, { bytes, overruns, small, smallBytes }: Use): boolean {
    if (!isSmall(job)) return false
    const { memoryBytes, smallSlots, tinySlots } = this.capacity
    return (
      small.length < smallSlots + (job.seconds <= tinySeconds ? tinySlots : 0) &&
      overruns < maximumOverruns &&
      smallBytes + job.memoryBytes <= this.#smallBytes &&
      // Those that have overrun hold what they held.
      bytes + job.memoryBytes <= memoryBytes
    )
  }

  /** One account's long jobs leave a slot to others. */
  #hasSlot({ accountId, seconds }: Demand, { any }: Use): boolean {
    const { slots } = this.capacity
    if (any.length >= slots || seconds <= shortSeconds) return any.length < slots
    return any.filter((job) => job.accountId === accountId).length < Math.max(1, slots - 1)
  }
}

/** Whether a job may use the small slots. */
export function isSmall({ seconds, memoryBytes }: Demand): boolean {
  return seconds <= smallJob.seconds && memoryBytes <= smallJob.memoryBytes
}

function bytesOf(jobs: Demand[]): number {
  return jobs.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
}
