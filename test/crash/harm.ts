/** What happens to the processes in a round, by lot. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { CrashCluster } from './cluster.ts'
import type { CrashService } from './service.ts'

/** What a server that is starting is killed within. */
const EARLY_KILL_MS = 1200
/** The lock of a job lasts 10 s: a node that is away for longer has lost what it ran. */
const LONG_MS = [11_000, 16_000] as const
const SHORT_MS = [200, 3000] as const
const LONG_SHARE = 0.15

export interface Harm {
  /** Returns what it did; the service runs again afterwards. `start` starts the server. */
  strike(start: () => Promise<void>): Promise<string>
}

/** The server and its compute process on one machine. */
export class LocalHarm implements Harm {
  readonly #service: CrashService
  readonly #draw: () => number

  constructor(service: CrashService, draw: () => number) {
    this.#service = service
    this.#draw = draw
  }

  async strike(start: () => Promise<void>): Promise<string> {
    const whom = whomOf(this.#draw())
    await this.#service.kill(whom)
    if (whom === 'compute') return whom
    if (this.#draw() < 0.15) await killWhileStarting(this.#service, this.#draw)
    await start()
    return whom
  }
}

function whomOf(lot: number): 'server' | 'compute' | 'both' {
  if (lot < 0.4) return 'server'
  return lot < 0.7 ? 'compute' : 'both'
}

/** It reads its records, sweeps, and opens its device or its queue. */
async function killWhileStarting(service: CrashService, draw: () => number): Promise<void> {
  const starting = service.start()
  await sleep(draw() * EARLY_KILL_MS)
  await service.kill('both')
  await starting
}

type Strike = (start: () => Promise<void>) => Promise<void>

/** One victim of the server, its nodes, Redis, the wires between and the store. */
export class ClusterHarm implements Harm {
  readonly #cluster: CrashCluster
  readonly #draw: () => number
  readonly #strikes: Record<string, Strike>

  constructor(cluster: CrashCluster, draw: () => number) {
    this.#cluster = cluster
    this.#draw = draw
    const { redis, service } = cluster
    this.#strikes = {
      'API killed': (start) => this.#killServer(start),
      'node killed': () => this.#node().kill(this.#one(['node', 'compute', 'both'])),
      'Redis killed': () => this.#killRedis(),
      'API and Redis killed': async (start) => {
        await service.kill('both')
        await this.#killRedis()
        await start()
      },
      'API frozen': () => this.#during(SHORT_MS, service),
      'node frozen': () => this.#during(this.#away(), this.#node()),
      'Redis frozen': () => this.#during(SHORT_MS, redis),
      'Redis emptied': () => redis.empty(),
      'wire cut': () => this.#wire('cut'),
      'wire stalled': () => this.#wire('stall'),
      'store failing': () => cluster.store.fail(this.#between(SHORT_MS)),
      ...(cluster.store.delay && {
        'store slow': async () => cluster.store.delay?.(this.#between(SHORT_MS)),
      }),
    }
  }

  async strike(start: () => Promise<void>): Promise<string> {
    const name = this.#one(Object.keys(this.#strikes))
    await this.#strikes[name]?.(start)
    return name
  }

  async #killServer(start: () => Promise<void>): Promise<void> {
    const { service } = this.#cluster
    await service.kill('both')
    if (this.#draw() < 0.15) await killWhileStarting(service, this.#draw)
    await start()
  }

  async #killRedis(): Promise<void> {
    const { redis } = this.#cluster
    await redis.server.kill()
    // The power of its machine failed: it loses what it had not synchronized.
    if (redis.fsync === 'everysec' && this.#draw() < 0.5) await redis.loseEnd(0.3 * this.#draw())
    await sleep(this.#draw() * 1000)
    await redis.server.start()
  }

  async #wire(how: 'cut' | 'stall'): Promise<void> {
    const { wire } = this.#node()
    wire[how]()
    await sleep(this.#between(this.#away()))
    wire.mend()
  }

  async #during(
    range: readonly [number, number],
    victim: { freeze(): Promise<void>; resume(): Promise<void> },
  ): Promise<void> {
    await victim.freeze()
    await sleep(this.#between(range))
    await victim.resume()
  }

  #away(): readonly [number, number] {
    return this.#draw() < LONG_SHARE ? LONG_MS : SHORT_MS
  }

  #node(): CrashCluster['nodes'][number] {
    return this.#one(this.#cluster.nodes)
  }

  #one<T>(items: readonly T[]): T {
    return items[Math.floor(this.#draw() * items.length)] as T
  }

  #between([from, to]: readonly [number, number]): number {
    return from + this.#draw() * (to - from)
  }
}
