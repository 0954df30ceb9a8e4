/**
 * Runs simulations on compute nodes: one BullMQ job per attempt, on a queue of nodes with a free slot. The
 * records are authoritative: jobs lost by Redis are added again, and the record names the successful attempt.
 */

import type { Redis } from 'ioredis'
import { pause } from '../../storage/network/deadline.ts'
import type { Simulation } from '../../storage/records/types.ts'
import type { Logger } from '../config/logger.ts'
import type { Capacity, Compute, ComputeJob, ComputeOutcome, OpenedDevice } from '../jobs/protocol.ts'
import { Attempts, type AttemptsOptions } from './attempts.ts'
import { greet } from './handshake.ts'
import { NodeRegistry } from './node-registry.ts'
import { checkRedis, complaint, openRedis, within } from './redis.ts'
import { type NodeAdministration, type NodesSnapshot, takeSnapshot } from './snapshot.ts'

export interface QueueComputeOptions extends Pick<AttemptsOptions, 'secret' | 'isPending' | 'groundOf'> {
  /** URL of Redis with user and password; `rediss:` means TLS. */
  url: string
  isStored(attempted: Pick<Simulation, 'id' | 'attempt' | 'params'>): Promise<boolean>
  /** Unique text in the object store, which proves to nodes that they use the store of the API node. */
  storeMark: string
  logger?: Logger
  /** Interval in ms for checking the nodes, and those jobs that sent no event recently. */
  lookMs?: number
  /** Time in ms without a successful check after which Redis counts as failed. */
  silentMs?: number
  /** Time in ms after which a job of a dead node is given up. */
  deadMs?: number
  /** Time in ms after which a canceled job on an unresponsive node no longer counts as running. */
  cancelGraceMs?: number
}

type OnProgress = Parameters<Compute['run']>[1]
type Completed = Extract<ComputeOutcome, { kind: 'completed' }>

const sweepMs = 60_000
const SNAPSHOT_MS = 5000
const greetMs = 5000
/** Number of times that nodes may return a job unfinished before the job fails. */
const maximumHandBacks = 10
const largestPauseMs = 10_000
const retryMs = 1000

export class QueueCompute implements Compute, NodeAdministration {
  readonly isDistributed = true
  readonly #options: QueueComputeOptions & { lookMs: number; silentMs: number }
  readonly #redis: Redis
  readonly #registry: NodeRegistry
  readonly #attempts: Attempts
  readonly #complain: (error: unknown) => void
  readonly #complainOfStore: (error: unknown) => void
  readonly #stopping = new AbortController()
  #state: Compute['state'] = 'stopped'
  #onCapacity: () => void = () => {}
  #timers: NodeJS.Timeout[] = []
  #looking: Promise<void> | undefined
  /** Times of the last successful node check, and of the last greeting written to Redis. */
  #lookedMs = Number.NEGATIVE_INFINITY
  #greetedMs = Number.NEGATIVE_INFINITY
  #snapshot: NodesSnapshot = { nodes: [], queues: [] }
  #withoutNodesMs: number | undefined = performance.now()

  constructor({
    lookMs = 1000,
    silentMs = 5000,
    deadMs = 15_000,
    cancelGraceMs = 30_000,
    ...options
  }: QueueComputeOptions) {
    this.#options = { ...options, lookMs, silentMs }
    const { url, logger } = options
    this.#redis = openRedis(url, logger)
    const complain = complaint(logger, 'queue unavailable')
    this.#complain = (error) => {
      if (this.#state !== 'stopped') complain(error)
    }
    this.#complainOfStore = complaint(logger, 'object store unavailable')
    this.#registry = new NodeRegistry(this.#redis, () => this.#changed())
    this.#attempts = new Attempts({
      ...options,
      logger,
      lookMs,
      deadMs,
      cancelGraceMs,
      redis: this.#redis,
      registry: this.#registry,
      openRedis: () => openRedis(url, logger),
      complain: this.#complain,
    })
  }

  get state(): Compute['state'] {
    return this.#state
  }

  get device(): OpenedDevice | undefined {
    return this.#registry.device
  }

  get capacity(): Capacity | undefined {
    return this.#registry.capacity
  }

  get lastSnapshot(): NodesSnapshot {
    return this.#snapshot
  }

  get lostJobs(): number {
    return this.#attempts.lostJobs
  }

  get isFailing(): boolean {
    const silentForMs = performance.now() - this.#lookedMs
    return this.#redis.status !== 'ready' || silentForMs > this.#options.silentMs + this.#options.lookMs
  }

  async snapshot(): Promise<NodesSnapshot> {
    this.#snapshot = await within(
      this.#options.silentMs,
      takeSnapshot(this.#registry, this.#attempts.nodeQueues),
    )
    return this.#snapshot
  }

  async setDrained(name: string, isDrained: boolean): Promise<boolean> {
    return within(this.#options.silentMs, this.#registry.setDrained(name, isDrained))
  }

  get unavailableS(): number {
    return this.#withoutNodesMs === undefined ? 0 : (performance.now() - this.#withoutNodesMs) / 1000
  }

  onCapacity(listener: () => void): void {
    this.#onCapacity = listener
  }

  async start(): Promise<OpenedDevice> {
    this.#state = 'starting'
    await checkRedis(this.#redis)
    await this.#registry.look()
    await this.#attempts.start()
    await this.#lookOnce()
    // The first snapshot is taken at once, so that operators see the nodes from the start.
    await this.snapshot().catch(this.#complain)
    this.#timers = [
      setInterval(() => this.#look(), this.#options.lookMs),
      setInterval(() => void this.#attempts.sweep().catch(this.#complain), sweepMs),
      setInterval(() => void this.snapshot().catch(this.#complain), SNAPSHOT_MS),
    ]
    this.#state = 'ready'
    return this.device ?? { backend: 'none', device: 'no compute node yet' }
  }

  /** Runs attempts until the job ends or is lost with a node. */
  async run(job: ComputeJob, onProgress: OnProgress, signal: AbortSignal): Promise<ComputeOutcome> {
    const ending = AbortSignal.any([signal, this.#stopping.signal])
    for (let handBacks = 0; ; handBacks++) {
      if (handBacks > 1) await pause(Math.min(largestPauseMs, 250 * handBacks ** 2), ending)
      if (signal.aborted) return { kind: 'cancelled' }
      if (this.#state === 'stopped') return { kind: 'died', detail: 'The service is stopping.' }
      if (handBacks === maximumHandBacks) {
        return { kind: 'died', detail: `Compute nodes returned the job ${handBacks} times.` }
      }
      const outcome = await this.#attempts.run(job, onProgress, signal)
      if (outcome.kind === 'completed') {
        if (await this.#isStored(job, outcome, onProgress, ending)) return outcome
        // While the service stops, the job is kept for the next process, which uses the job's result.
        if (!ending.aborted) this.#attempts.forget(job.id)
      } else if (outcome.kind !== 'handed_back') return outcome
      onProgress('queued', 0)
    }
  }

  /** True if the service can read the result itself; false if the result is missing or the job is stopped. */
  async #isStored(
    job: ComputeJob,
    { result: { attempt, node } }: Completed,
    onProgress: OnProgress,
    ending: AbortSignal,
  ): Promise<boolean> {
    const { isStored, logger } = this.#options
    const attempted = { id: job.id, params: job.job.params, ...(attempt !== undefined && { attempt }) }
    while (!ending.aborted) {
      try {
        if (await isStored(attempted)) return true
        logger?.error(
          { simulation: job.id, node: node?.name },
          'result from compute node missing from the object store',
        )
        return false
      } catch (error) {
        this.#complainOfStore(error)
        onProgress('queued', 0)
        await pause(retryMs, ending)
      }
    }
    return false
  }

  forget(simulationId: string): void {
    this.#attempts.forget(simulationId)
  }

  async stop(): Promise<void> {
    this.#state = 'stopped'
    this.#stopping.abort()
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
    await this.#attempts.stop()
    this.#redis.disconnect()
  }

  #look(): void {
    this.#looking ??= this.#lookOnce()
      .catch(this.#complain)
      .finally(() => {
        this.#looking = undefined
      })
  }

  async #lookOnce(): Promise<void> {
    await this.#registry.look()
    await this.#attempts.look()
    const { secret, storeMark } = this.#options
    if (performance.now() - this.#greetedMs > greetMs) {
      await greet(this.#redis, secret, { storeMark })
      this.#greetedMs = performance.now()
    }
    this.#lookedMs = performance.now()
  }

  #changed(): void {
    if (this.capacity) this.#withoutNodesMs = undefined
    else this.#withoutNodesMs ??= performance.now()
    this.#attempts.place()
    this.#onCapacity()
  }
}
