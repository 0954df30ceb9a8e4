/** Selects waiting jobs that may run, by account, expected duration and memory. */

import type { Capacity } from './protocol.ts'

export const smallJob = { seconds: 1, memoryBytes: 64 * 2 ** 20 } as const

export function smallJobsBytes({
  smallSlots,
  tinySlots,
  memoryBytes,
}: Pick<Capacity, 'smallSlots' | 'tinySlots' | 'memoryBytes'>): number {
  return Math.min((smallSlots + tinySlots) * smallJob.memoryBytes, memoryBytes / 4)
}

export interface Demand {
  id: string
  accountId: string
  seconds: number
  memoryBytes: number
}

export const defaultCapacity: Readonly<Capacity> = {
  slots: 2,
  smallSlots: 1,
  tinySlots: 1,
  memoryBytes: Number.POSITIVE_INFINITY,
}

/** Capacity while no node is available; the largest possible job is then unknown. */
export const noCapacity: Readonly<Capacity> = {
  slots: 0,
  smallSlots: 0,
  tinySlots: 0,
  memoryBytes: 0,
  largestBytes: Number.POSITIVE_INFINITY,
}

/** Maximum expected seconds of a job in a tiny slot, as for line of sight over about 200 000 cells. */
const tinySeconds = 0.07
/** Maximum expected seconds of a job in the last free slot if the account has running jobs. */
const shortSeconds = 10
/** Time in ms after which a small job gives up the small slot, and continues as an overrun job. */
export const smallTimeoutMs = 3000
/** Number of running overrun jobs from which no further small jobs start in small slots. */
const maximumOverruns = 3

interface Held extends Demand {
  lane: 'any' | 'small' | 'overrun'
}

type Use = ReturnType<typeof useOf>

export class Slots {
  readonly #capacityNow: () => Readonly<Capacity>
  readonly #held = new Map<string, Held>()

  /** The values that `capacity` returns may change at any time. */
  constructor(capacity: () => Readonly<Capacity>) {
    this.#capacityNow = capacity
  }

  get capacity(): Readonly<Capacity> {
    return this.#capacityNow()
  }

  get reservedBytes(): number {
    return bytesOf([...this.#held.values()])
  }

  get largestBytes(): number {
    return this.capacity.largestBytes ?? this.#largeBytes
  }

  /** First waiting job that may run. Memory for which an earlier job waits is not given to later jobs. */
  take<Job extends Demand>(waiting: Iterable<Job>): Job | undefined {
    const use = useOf([...this.#held.values()])
    const { slots, smallSlots, tinySlots, largestNowBytes = Number.POSITIVE_INFINITY } = this.capacity
    // Shortcut for the usual case: all slots are in use, and thousands of jobs may wait.
    if (use.any.length >= slots && use.small.length >= smallSlots + tinySlots) return undefined
    let isMemoryAwaited = false
    for (const job of waiting) {
      const { id, accountId, seconds } = job
      // An estimate above the capacity is reduced: the computation later reports the memory really needed.
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

  /** Frees the small slot of a job that continues to run. */
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

  #mayBeSmall(job: Demand, { bytes, overruns, small, smallBytes }: Use): boolean {
    if (!isSmall(job)) return false
    const { memoryBytes, smallSlots, tinySlots } = this.capacity
    return (
      small.length < smallSlots + (job.seconds <= tinySeconds ? tinySlots : 0) &&
      overruns < maximumOverruns &&
      smallBytes + job.memoryBytes <= this.#smallBytes &&
      // Overrun jobs count too, because they still occupy memory.
      bytes + job.memoryBytes <= memoryBytes
    )
  }

  /** True if a slot is free; long jobs of one account leave at least one slot to other accounts. */
  #hasSlot({ accountId, seconds }: Demand, { any }: Use): boolean {
    const { slots } = this.capacity
    if (any.length >= slots || seconds <= shortSeconds) return any.length < slots
    return any.filter((job) => job.accountId === accountId).length < Math.max(1, slots - 1)
  }
}

export function isSmall({ seconds, memoryBytes }: Demand): boolean {
  return seconds <= smallJob.seconds && memoryBytes <= smallJob.memoryBytes
}

function useOf(held: Held[]) {
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

function bytesOf(jobs: Demand[]): number {
  return jobs.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
}
