import { isIPv4, isIPv6 } from 'node:net'
import fp from 'fastify-plugin'
import type { Share } from '../../storage/records/share-types.ts'
import type { Account, NodeToken } from '../../storage/records/types.ts'
import { planOf, resultsFactor } from '../config/limits.ts'
import { Problem } from './errors.ts'

const windowMs = 60_000
const perAddress = 60
/** Maximum requests per minute of a compute node: nodes fetch the files of many jobs, each file once. */
const perNode = 6000
/** Maximum number of counting windows, even in a flood from many addresses; the oldest are dropped. */
const maximumWindows = 100_000

export type Bucket = 'requests' | 'results' | 'nodes'
/** Account, share link or compute node whose rate limit applies to a request. */
export type Counted = { account: Account; share?: Share | undefined } | { node: NodeToken }

export interface Standing {
  limit: number
  remaining: number
  resetMs: number
  exceeded: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request by key, share link, node or address; sets the three rate-limit headers. */
    countRequest(
      request: FastifyRequest,
      reply: FastifyReply,
      caller: Counted | undefined,
      bucket: Bucket,
    ): Standing
    /** Counts a request by client address, without a reply; `cost` 0 only reads the state. */
    countAddress(address: string, cost?: number): Standing
  }
}

export class FixedWindows {
  readonly #windows = new Map<string, { endMs: number; count: number }>()

  /** Counts a request in a fixed window of one minute, which begins with the first request. */
  count(key: string, limit: number, nowMs: number, cost = 1): Standing {
    let window = this.#windows.get(key)
    if (window === undefined || nowMs >= window.endMs || nowMs < window.endMs - windowMs) {
      window = { endMs: nowMs + windowMs, count: 0 }
      if (cost > 0) {
        this.#windows.delete(key)
        this.#windows.set(key, window)
        this.#forget(nowMs)
      }
    }
    window.count += cost
    return {
      limit,
      remaining: Math.max(0, limit - window.count),
      resetMs: window.endMs,
      exceeded: window.count > limit,
    }
  }

  /** Drops finished windows, which come first because windows are sorted by end. */
  #forget(nowMs: number): void {
    for (const [key, { endMs }] of this.#windows) {
      if (endMs > nowMs && this.#windows.size <= maximumWindows) return
      this.#windows.delete(key)
    }
  }

  get size(): number {
    return this.#windows.size
  }
}

/** Client address for counting: IPv4 as given, IPv6 as /64 prefix, the usual block of one customer. */
export function addressBucket(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const plain = withoutPort(address).replace(/%.*$/, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  if (tail !== undefined) {
    while (groups.length + after.length < 8) groups.push('0')
  }
  const prefix = [...groups, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/64`
}

/** Removes the client's port, which some proxies append to the address. */
function withoutPort(address: string): string {
  return /^([\d.]+):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address
}

export default fp(
  async (app) => {
    const { config, now } = app.services
    const accounts = new FixedWindows()
    const addresses = new FixedWindows()
    const nodes = new FixedWindows()

    app.decorate('countAddress', (address: string, cost = 1) =>
      addresses.count(addressBucket(address), perAddress, now(), cost),
    )
    app.decorate('countRequest', (request, reply, caller, bucket) => {
      const factor = bucket === 'results' ? resultsFactor : 1
      const count = (): Standing => {
        if (caller === undefined) return app.countAddress(request.ip)
        if ('node' in caller) return nodes.count(caller.node.token_id, perNode, now())
        const { account, share } = caller
        const limit = planOf(account, config.plans).requestsPerMinute * factor
        // All share links of an account share one limit, so that links do not multiply the account's rate.
        return accounts.count(`${share ? 'shares' : 'keys'} ${bucket} ${account.id}`, limit, now())
      }
      const standing = count()
      reply.headers(rateHeaders(standing))
      if (standing.exceeded) reply.header('retry-after', secondsUntil(standing.resetMs, now()))
      return standing
    })
  },
  { name: 'rate-limit', dependencies: ['services'] },
)

export function rateHeaders(standing: Standing): Record<string, string> {
  return {
    'x-ratelimit-limit': String(standing.limit),
    'x-ratelimit-remaining': String(standing.remaining),
    // Rounded up to whole seconds, so that the window has certainly ended.
    'x-ratelimit-reset': String(Math.ceil(standing.resetMs / 1000)),
  }
}

export function refuseExceeded({ exceeded, limit }: Standing, headers = {}): void {
  if (!exceeded) return
  const detail = `At most ${limit} requests per minute are allowed; see Retry-After.`
  throw new Problem('rate_limited', detail, { headers })
}

export function secondsUntil(atMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((atMs - nowMs) / 1000))
}
