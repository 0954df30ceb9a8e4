/** Decides which waiting jobs may run, by account, expected seconds and memory. */

const mebibyte = 2 ** 20

/** What a job needs. */
export interface Demand {
  id: string
  accountId: string
  /** Expected time of computation. */
  seconds: number
  memoryBytes: number
}

/** What may run at the same time. */
export interface Capacity {
  /** Jobs of any size: more than one, so that one reads terrain while the other computes. */
  slots: number
  /** Further jobs, small ones only, so that these never wait for large ones. */
  smallSlots: number
  /** And further ones for tiny jobs, so that these never wait for many small ones. */
  tinySlots: number
  /** What all jobs together may hold. */
  memoryBytes: number
}

/** Two jobs of any size, a small one and a tiny one. */
export const defaultCapacity: Readonly<Capacity> = {
  slots: 2,
  smallSlots: 1,
  tinySlots: 1,
  memoryBytes: Number.POSITIVE_INFINITY,
}

/** Jobs that may use the small slots. */
const small = { seconds: 1, memoryBytes: 64 * mebibyte } as const
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

export class Slots {
  readonly capacity: Readonly<Capacity>
  readonly #held = new Map<string, Held>()

  constructor(capacity: Capacity) {
    this.capacity = capacity
  }

  /** What the jobs that run may hold. */
  get reservedBytes(): number {
    return bytesOf([...this.#held.values()])
  }

  /** Maximum for one job. */
  get largestBytes(): number {
    return this.capacity.memoryBytes - this.#smallBytes
  }

  /**
   * Gives a slot to the first of the waiting that may run, in their order; `undefined`: none may. Where memory holds
   * one back, none after it takes the memory that it waits for.
   */
  take<Job extends Demand>(waiting: Iterable<Job>): Job | undefined {
    let isMemoryAwaited = false
    for (const job of waiting) {
      const { id, accountId, seconds, memoryBytes } = job
      const hasSlot = this.#hasSlot(job)
      const fits = this.#anyBytes() + memoryBytes <= this.largestBytes
      let lane: Held['lane'] | undefined
      if (this.#mayBeSmall(job)) lane = 'small'
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
    const { smallSlots, tinySlots, memoryBytes } = this.capacity
    return Math.min((smallSlots + tinySlots) * small.memoryBytes, memoryBytes / 4)
  }

  #anyBytes(): number {
    return bytesOf([...this.#held.values()].filter(({ lane }) => lane !== 'small'))
  }

  #mayBeSmall(job: Demand): boolean {
    if (!isSmall(job)) return false
    const { smallSlots, tinySlots } = this.capacity
    const held = [...this.#held.values()]
    const running = held.filter(({ lane }) => lane === 'small')
    const overruns = held.filter(({ lane }) => lane === 'overrun')
    return (
      running.length < smallSlots + (job.seconds <= tinySeconds ? tinySlots : 0) &&
      overruns.length < maximumOverruns &&
      bytesOf(running) + job.memoryBytes <= this.#smallBytes &&
      // Those that have overrun hold what they held.
      bytesOf(held) + job.memoryBytes <= this.capacity.memoryBytes
    )
  }

  /** One account's long jobs leave a slot to others. */
  #hasSlot({ accountId, seconds }: Demand): boolean {
    const { slots } = this.capacity
    const running = [...this.#held.values()].filter(({ lane }) => lane === 'any')
    const own = running.filter((job) => job.accountId === accountId)
    return running.length < slots && (seconds <= shortSeconds || own.length < Math.max(1, slots - 1))
  }
}

/** Whether a job may use the small slots. */
export function isSmall({ seconds, memoryBytes }: Demand): boolean {
  return seconds <= small.seconds && memoryBytes <= small.memoryBytes
}

function bytesOf(jobs: Demand[]): number {
  return jobs.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
}
