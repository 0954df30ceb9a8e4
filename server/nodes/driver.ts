/**
 * Runs simulations on compute nodes: one job in BullMQ for each try, on a queue of nodes with a free slot. The records
 * are the truth: what Redis loses is put there again, and of all tries of a simulation the record names one.
 */

import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { GroundList } from '../../storage/terrain/ground/types.ts'
import type { Capacity, Compute, ComputeJob, ComputeOutcome, ComputeStage } from '../compute/protocol.ts'
import type { Logger } from '../config/logger.ts'
import { type Census, type NodeAdministration, takeCensus } from './census.ts'
import { Lane, type LaneEvent } from './lane.ts'
import { Leftovers } from './leftovers.ts'
import { freestLane } from './place.ts'
import {
  cancelChannel,
  cancelKey,
  jobId,
  jobLifetimeMs,
  type NodeOutcome,
  type NodeProgress,
  type NodeResult,
  queuesKey,
  simulationOf,
} from './protocol.ts'
import { checkRedis, complaint, openRedis } from './redis.ts'
import { Roster } from './roster.ts'
import { type Run, sealedJob } from './run.ts'
import { seal, unseal } from './sealed.ts'

export interface QueueComputeOptions {
  /** Of Redis, with user and password; `rediss:` is TLS. */
  url: string
  secret: string
  /** Whether a simulation waits for its end: jobs of others are removed from the queue. */
  isPending(simulationId: string): boolean
  /** The terrain files of a request. */
  groundOf(params: Record<string, unknown>): Promise<GroundList>
  logger?: Logger
  /** Between two looks at nodes and at jobs of which nothing was heard. */
  lookMs?: number
  /** A job whose node is dead is given up after this long. */
  deadMs?: number
  /** A cancelled job whose node does not answer is left alone after this long: it can change nothing. */
  cancelGraceMs?: number
}

const sweepMs = 60_000
const censusMs = 5000
const closeMs = 1000
const retryMs = 1000
/** An attempt's name: enough that no two are the same. */
const attemptBytes = 9

export class QueueCompute implements Compute, NodeAdministration {
  readonly isDistributed = true
  readonly #options: Required<Omit<QueueComputeOptions, 'logger'>> & Pick<QueueComputeOptions, 'logger'>
  readonly #redis: Redis
  readonly #roster: Roster
  readonly #lanes = new Map<string, Lane>()
  /** By the id of the job in the queue. */
  readonly #runs = new Map<string, Run>()
  /** Runs for which no node has a free slot. */
  #unplaced: Run[] = []
  readonly #left: Leftovers
  /** Ended jobs that stay until their simulation is stored. */
  readonly #ended = new Map<string, { lane: Lane; id: string }[]>()
  readonly #complain: (error: unknown) => void
  #state: Compute['state'] = 'stopped'
  #onCapacity: () => void = () => {}
  #timers: NodeJS.Timeout[] = []
  #looking: Promise<void> | undefined
  #census: Census = { nodes: [], queues: [] }
  #lostJobs = 0
  #withoutNodesMs: number | undefined = performance.now()

  constructor(options: QueueComputeOptions) {
    this.#options = { lookMs: 1000, deadMs: 15_000, cancelGraceMs: 30_000, ...options }
    this.#redis = openRedis(options.url, options.logger)
    const complain = complaint(options.logger, 'the queue could not be used; it is tried again')
    this.#complain = (error) => {
      if (this.#state !== 'stopped') complain(error)
    }
    this.#roster = new Roster(this.#redis, () => this.#changed())
    this.#left = new Leftovers(options.isPending)
  }

  get state(): Compute['state'] {
    return this.#state
  }

  get device(): { backend: string; device: string } | undefined {
    return this.#roster.device
  }

  get capacity(): Capacity | undefined {
    return this.#roster.capacity
  }

  get lastCensus(): Census {
    return this.#census
  }

  get lostJobs(): number {
    return this.#lostJobs
  }

  get isFailing(): boolean {
    return this.#redis.status !== 'ready'
  }

  async census(): Promise<Census> {
    this.#census = await takeCensus(this.#roster, this.#lanes.values())
    return this.#census
  }

  async setDrained(name: string, isDrained: boolean): Promise<boolean> {
    return this.#roster.setDrained(name, isDrained)
  }

  get unavailableS(): number {
    return this.#withoutNodesMs === undefined ? 0 : (performance.now() - this.#withoutNodesMs) / 1000
  }

  onCapacity(listener: () => void): void {
    this.#onCapacity = listener
  }

  async start(): Promise<{ backend: string; device: string }> {
    this.#state = 'starting'
    await checkRedis(this.#redis)
    await this.#roster.look()
    await this.#openLanes(await this.#redis.smembers(queuesKey))
    await this.#openLanes(this.#roster.nodes.map(({ queue }) => queue))
    await this.#left.find(this.#lanes.values())
    await this.#sweep()
    this.#timers = [
      setInterval(() => this.#look(), this.#options.lookMs),
      setInterval(() => void this.#sweep().catch(this.#complain), sweepMs),
      setInterval(() => void this.census().catch(this.#complain), censusMs),
    ]
    this.#state = 'ready'
    return this.device ?? { backend: 'none', device: 'no compute node yet' }
  }

  async run(
    job: ComputeJob,
    onProgress: (stage: ComputeStage, progress: number) => void,
    signal: AbortSignal,
  ): Promise<ComputeOutcome> {
    for (;;) {
      if (signal.aborted) return { kind: 'cancelled' }
      if (this.#state === 'stopped') return { kind: 'died', detail: 'The service stops.' }
      const outcome = await this.#try(job, onProgress, signal)
      if (outcome.kind !== 'handed_back') return outcome
    }
  }

  forget(simulationId: string): void {
    const ended = this.#ended.get(simulationId) ?? []
    this.#ended.delete(simulationId)
    for (const { lane, id } of ended) void lane.remove(id).catch(this.#complain)
  }

  async stop(): Promise<void> {
    this.#state = 'stopped'
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
    // The jobs stay: the next process finds them, and what became of them.
    for (const run of [...this.#runs.values(), ...this.#unplaced]) {
      run.settle({ kind: 'died', detail: 'The service stops.' })
    }
    const lanes = [...this.#lanes.values()]
    const closing = Promise.all(lanes.map((lane) => lane.close())).catch(() => {})
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, closeMs).unref())])
    for (const lane of lanes) lane.disconnect()
    this.#redis.disconnect()
  }

  #try(job: ComputeJob, onProgress: Run['onProgress'], signal: AbortSignal): Promise<NodeOutcome> {
    const left = this.#left.take(job.id)
    return new Promise((resolve) => {
      const attempt = left?.attempt ?? randomBytes(attemptBytes).toString('hex')
      const id = jobId(job.id, attempt)
      const cancel = () => void this.#cancel(run)
      const run: Run = {
        job,
        attempt,
        onProgress,
        lane: left?.lane,
        isPut: left !== undefined,
        isCancelled: false,
        receivedMs: 0,
        deadSinceMs: undefined,
        settle: (outcome) => {
          const wasRunning = this.#runs.delete(id)
          this.#unplaced = this.#unplaced.filter((other) => other !== run)
          signal.removeEventListener('abort', cancel)
          if (wasRunning && run.lane) this.#leave(run.lane, job.id, id, outcome)
          resolve(outcome)
          this.#place()
        },
      }
      signal.addEventListener('abort', cancel, { once: true })
      if (left) {
        this.#runs.set(id, run)
        left.lane.running++
        void this.#ask(run).catch(this.#complain)
      } else {
        this.#unplaced.push(run)
        this.#place()
      }
    })
  }

  /** One that is done is kept until it is stored; nobody will ask for one that is tried again. */
  #leave(lane: Lane, simulationId: string, id: string, outcome: NodeOutcome): void {
    lane.running--
    if (this.#state === 'stopped') return
    if (outcome.kind === 'handed_back') void lane.remove(id).catch(this.#complain)
    else this.#ended.set(simulationId, [...(this.#ended.get(simulationId) ?? []), { lane, id }])
  }

  /** Puts runs on queues whose nodes have free slots. */
  #place(): void {
    if (this.#state === 'stopped') return
    for (const run of [...this.#unplaced]) {
      const lane = freestLane(this.#roster.nodes, this.#lanes, run.job.memoryBytes)
      if (lane === undefined) continue
      this.#unplaced = this.#unplaced.filter((other) => other !== run)
      run.lane = lane
      run.receivedMs = performance.now()
      lane.running++
      this.#runs.set(jobId(run.job.id, run.attempt), run)
      void this.#put(lane, run)
    }
  }

  async #put(lane: Lane, run: Run): Promise<void> {
    const { job, attempt } = run
    let sealed: string
    try {
      sealed = await sealedJob(run, this.#options)
    } catch (error) {
      return run.settle({ kind: 'died', detail: `Its terrain files could not be listed: ${String(error)}` })
    }
    while (this.#isRunning(run) && !run.isCancelled) {
      try {
        await lane.put(job.id, attempt, sealed)
        run.isPut = true
        run.receivedMs = performance.now()
        if (!this.#isRunning(run)) await this.#withdraw(lane, jobId(job.id, attempt))
        return
      } catch (error) {
        // Full, or being replaced: the record waits.
        this.#complain(error)
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
  }

  #isRunning(run: Run): boolean {
    return this.#runs.get(jobId(run.job.id, run.attempt)) === run
  }

  async #cancel(run: Run): Promise<void> {
    run.isCancelled = true
    const { lane, attempt } = run
    if (lane === undefined || !run.isPut) return run.settle({ kind: 'cancelled' })
    const timer = setTimeout(() => run.settle({ kind: 'cancelled' }), this.#options.cancelGraceMs)
    timer.unref()
    try {
      if (await this.#withdraw(lane, jobId(run.job.id, attempt))) run.settle({ kind: 'cancelled' })
    } catch (error) {
      this.#complain(error)
    }
  }

  /** False: a node is at work on it, and is asked to stop. */
  async #withdraw(lane: Lane, id: string): Promise<boolean> {
    if (await lane.remove(id)) return true
    const { attempt } = simulationOf(id)
    await this.#redis.set(cancelKey(attempt), '1', 'PX', jobLifetimeMs)
    await this.#redis.publish(cancelChannel, seal(this.#options.secret, 'cancel', { attempt }))
    return false
  }

  async #openLanes(names: readonly string[]): Promise<void> {
    const { logger, url } = this.#options
    for (const name of new Set(names)) {
      if (this.#lanes.has(name)) continue
      const lane = await Lane.open(name, this.#redis, openRedis(url, logger), {
        onEvent: (id, event) => this.#hear(id, event),
        onError: this.#complain,
      })
      this.#lanes.set(name, lane)
      await this.#redis.sadd(queuesKey, name)
    }
  }

  #hear(id: string, event: LaneEvent): void {
    const run = this.#runs.get(id)
    if (run === undefined) return
    run.receivedMs = performance.now()
    run.deadSinceMs = undefined
    if (event.kind === 'returned') run.settle(this.#outcomeOf(run, event.content))
    else if (event.kind === 'failed') {
      this.#lostJobs++
      run.settle({ kind: 'died', detail: `The compute node did not end it: ${event.reason}` })
    } else {
      const content = unseal(this.#options.secret, 'progress', event.content) as NodeProgress | undefined
      if (content?.attempt === run.attempt) run.onProgress(content.stage, content.progress)
    }
  }

  #outcomeOf(run: Run, content: unknown): NodeOutcome {
    const { logger, secret } = this.#options
    const result = unseal(secret, 'outcome', content) as NodeResult | undefined
    if (result?.attempt !== run.attempt || result.simulationId !== run.job.id) {
      logger?.error({ simulation: run.job.id }, 'a result was refused: it was not made with QUEUE_SECRET')
      return { kind: 'died', detail: 'Its result was forged.' }
    }
    const { node, outcome } = result
    if (outcome.kind !== 'completed') return outcome
    return { kind: 'completed', result: { ...outcome.result, attempt: run.attempt, node: { name: node } } }
  }

  #look(): void {
    this.#looking ??= this.#lookOnce()
      .catch(this.#complain)
      .finally(() => {
        this.#looking = undefined
      })
  }

  async #lookOnce(): Promise<void> {
    await this.#roster.look()
    await this.#openLanes(this.#roster.nodes.map(({ queue }) => queue))
    const now = performance.now()
    const silent = [...this.#runs.values()].filter(
      (run) => run.isPut && now - run.receivedMs > 2 * this.#options.lookMs,
    )
    for (const run of silent) await this.#ask(run)
    this.#place()
  }

  #changed(): void {
    if (this.capacity) this.#withoutNodesMs = undefined
    else this.#withoutNodesMs ??= performance.now()
    this.#place()
    this.#onCapacity()
  }

  /** Events may be missed, nodes may die, and Redis may have been emptied. */
  async #ask(run: Run): Promise<void> {
    const { lane, job, attempt } = run
    if (lane === undefined) return
    const id = jobId(job.id, attempt)
    const found = await lane.find(id)
    if (!this.#isRunning(run)) return
    const now = performance.now()
    if (found.kind === 'returned' || found.kind === 'failed') return this.#hear(id, found)
    if (found.kind === 'missing') return run.settle({ kind: 'handed_back' })
    const isTaken = found.kind === 'active' ? found.isLocked : this.#isServed(lane)
    if (isTaken) {
      run.deadSinceMs = undefined
      return
    }
    run.deadSinceMs ??= now
    // One that waits for nodes that are gone is lost to nobody; one that ran may only be cut off.
    const patienceMs = found.kind === 'waiting' ? 2 * this.#options.lookMs : this.#options.deadMs
    if (now - run.deadSinceMs < patienceMs) return
    if (!(await lane.remove(id)) && found.kind === 'waiting') return
    if (!this.#isRunning(run)) return
    if (found.kind === 'waiting') return run.settle({ kind: 'handed_back' })
    this.#lostJobs++
    run.settle({ kind: 'died', detail: `The compute node ${found.node ?? ''} disappeared.` })
  }

  #isServed(lane: Lane): boolean {
    return this.#roster.nodes.some(({ queue, isDrained }) => queue === lane.name && !isDrained)
  }

  /** Removes jobs that nobody waits for, and stops those that run. */
  async #sweep(): Promise<void> {
    this.#left.tidy()
    const isWanted = (id: string) => {
      const { simulationId, attempt } = simulationOf(id)
      return (
        this.#runs.has(id) ||
        this.#left.has(simulationId, attempt) ||
        this.#ended.get(simulationId)?.some((ended) => ended.id === id) === true
      )
    }
    for (const lane of this.#lanes.values()) {
      for (const id of await lane.ids()) {
        if (!isWanted(id)) await this.#withdraw(lane, id)
      }
    }
  }
}
