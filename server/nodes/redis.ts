import { Redis } from 'ioredis'
import { unlessLate } from '../../storage/network/deadline.ts'
import type { Logger } from '../config/logger.ts'

const connectMs = 10_000
const largestPauseMs = 2000
const complaintMs = 60_000
/** Maximum clock difference in seconds between node and Redis, far below the validity of jobs, one day. */
const largestDifferenceS = 3600

/** Connects to Redis with unlimited reconnects, during which commands wait. Does not check the server. */
export function openRedis(url: string, logger?: Logger): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    connectTimeout: connectMs,
    retryStrategy: (tries) => Math.min(50 * 2 ** tries, largestPauseMs),
  })
  redis.on('error', complaint(logger, 'Redis unavailable'))
  return redis
}

/** Logger for a warning at most once a minute, because a lost connection causes very many errors. */
export function complaint(logger: Logger | undefined, message: string): (err: unknown) => void {
  let complainedMs = Number.NEGATIVE_INFINITY
  return (err) => {
    if (performance.now() - complainedMs < complaintMs) return
    complainedMs = performance.now()
    logger?.warn({ err }, message)
  }
}

/**
 * Rejects unless Redis responds in time, has a similar clock, and keeps data when full and across restarts,
 * because Redis holds the running jobs and the results of nodes.
 */
export async function checkRedis(redis: Redis, timeoutMs = connectMs): Promise<void> {
  const [memory, persistence, [seconds]] = await within(
    timeoutMs,
    Promise.all([redis.info('memory'), redis.info('persistence'), redis.time()]),
  )
  const aheadS = Math.round(Date.now() / 1000 - Number(seconds))
  if (Math.abs(aheadS) > largestDifferenceS) {
    throw new Error(
      `The clock of this machine is ${Math.abs(aheadS)} s ${aheadS > 0 ? 'ahead of' : 'behind'} that of Redis`,
    )
  }
  const policy = fieldOf(memory, 'maxmemory_policy')
  if (policy !== 'noeviction') {
    throw new Error(`Redis deletes keys when it is full: maxmemory-policy must be noeviction, got ${policy}`)
  }
  if (fieldOf(persistence, 'aof_enabled') === '1') return
  // Without permission to read the setting, snapshots are assumed to be on.
  const saves = (await redis.config('GET', 'save').catch(() => ['save', '?'])) as string[]
  if (saves[1] === '') {
    throw new Error('Redis loses its data after a restart: set appendonly yes, or save')
  }
}

function fieldOf(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
}

export async function answers(redis: Redis, timeoutMs: number): Promise<boolean> {
  return within(timeoutMs, redis.ping()).then(
    () => true,
    () => false,
  )
}

/** Rejects if `answer` takes longer than the time limit. */
export function within<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
  return unlessLate(timeoutMs, answer, () => {
    throw new Error(`Redis did not answer within ${timeoutMs / 1000} s`)
  })
}
