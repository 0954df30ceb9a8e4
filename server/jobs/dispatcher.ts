import type { Account, Batch, Protection, RecordStore, Simulation } from '../../storage/records/types.ts'
import { maximumInBatches, maximumWaiting } from '../config/limits.ts'
import type { SimulationParams } from '../requests/simulation.ts'
import { Batches, type Queueing } from './batches.ts'
import { DurationEstimator, timeLimitMs } from './estimator.ts'
import { Expectation } from './expectation.ts'
import { Gate } from './gate.ts'
import { jobOf } from './job.ts'
import { JobLog } from './job-log.ts'
import { JobQueue } from './job-queue.ts'
import { tooManyPosts } from './posts.ts'
import type { Capacity, Compute, ComputeOutcome } from './protocol.ts'
import { type QueuedJob, type QuotedJob, queuedJob } from './queued-job.ts'
import { type Quote, quoteOf } from './quote.ts'
import { RunningJobs } from './running-jobs.ts'
import { defaultCapacity, isSmall, noCapacity, Slots } from './slots.ts'
import type { StoredResults } from './stored/stored-results.ts'
import { Tasks } from './tasks.ts'
import { tryJob } from './try-job.ts'
import type { DispatcherOptions, Started, SubmitBatchOutcome, SubmitOptions, SubmitOutcome } from './types.ts'

/** Time in ms, at the end of the timeout of `stop`, for stopping the compute process. */
const stopMarginMs = 2500
const maximumDeaths = 2

type Requeue = 'queued' | 'alone' | undefined

/** Accepts, queues, runs and finishes simulations. `submit` performs all checks before the first `await`. */
export class Dispatcher {
  readonly #records: RecordStore
  readonly #compute: Compute
  readonly #results: StoredResults
  readonly #log: JobLog
  readonly #onEnded: NonNullable<DispatcherOptions['onEnded']>
  readonly #gate: Gate
  readonly #timeLimitMs: (expectedS: number) => number
  readonly #estimator = new DurationEstimator()
  readonly #queue: JobQueue
  readonly #slots: Slots
  /** Poison jobs: the compute process died while each of them ran. A retry runs without other large jobs. */
  readonly #poisonJobs: QueuedJob[] = []
  readonly #running: RunningJobs
  readonly #queueing: Queueing
  readonly #batches: Batches
  readonly #expectation: Expectation
  readonly #tasks = new Tasks()
  #state: 'new' | 'started' | 'stopping' = 'new'
  #starting: Promise<Started> | undefined
  #stopping: Promise<void> | undefined

  constructor({ records, plans, compute, results, limits = {}, logger, ...options }: DispatcherOptions) {
    this.#records = records
    this.#compute = compute
    this.#results = results
    this.#log = new JobLog(logger)
    this.#onEnded = options.onEnded ?? (() => {})
    this.#running = new RunningJobs(!compute.isDistributed)
    this.#queue = new JobQueue(options.now)
    const fixed: Capacity = { ...defaultCapacity, ...limits.capacity }
    this.#slots = new Slots(compute.onCapacity ? () => compute.capacity ?? noCapacity : () => fixed)
    compute.onCapacity?.(() => this.#pump())
    this.#queueing = {
      records,
      quote: async ({ params }) => {
        const job = jobOf(params as SimulationParams, options.layers)
        // A failed terrain survey is tolerated: the price is recorded, and only the estimated duration
        // suffers.
        const ground = await options.survey?.(job).catch(() => undefined)
        return { job, quote: quoteOf(job, ground) }
      },
      enqueue: (simulation, quoted) => this.#enqueue(simulation, quoted),
      tasks: this.#tasks,
      isStopping: () => this.#stopping !== undefined,
    }
    this.#batches = new Batches(this.#queueing)
    this.#expectation = new Expectation({
      estimator: this.#estimator,
      running: this.#running,
      poisonJobs: this.#poisonJobs,
      queue: this.#queue,
      batches: this.#batches,
      machines: () => Math.max(1, this.#slots.capacity.slots / fixed.slots),
      unavailableS: () => compute.unavailableS ?? 0,
    })
    this.#gate = new Gate({
      records,
      plans,
      results,
      log: this.#log,
      running: this.#running,
      maximumWaiting: limits.waiting ?? maximumWaiting,
      maximumInBatches: limits.inBatches ?? maximumInBatches,
      maximumWaitS: limits.waitS ?? Number.POSITIVE_INFINITY,
      waitS: () => this.#expectation.waitS(),
      untilFreeS: (job) => this.#expectation.untilFreeS(job),
    })
    this.#timeLimitMs = limits.timeMs ?? timeLimitMs
  }

  get queued(): number {
    return this.#queue.size + this.#poisonJobs.length + this.#batches.size
  }

  get running(): number {
    return this.#running.size
  }

  get memory(): { reservedBytes: number; budgetBytes: number } {
    return { reservedBytes: this.#slots.reservedBytes, budgetBytes: this.#slots.capacity.memoryBytes }
  }

  get largestBytes(): number {
    return this.#slots.largestBytes
  }

  /** Starts the compute process and queues the simulations that were pending at the last stop. */
  start(): Promise<Started> {
    this.#starting ??= this.#start()
    return this.#starting
  }

  async #start(): Promise<Started> {
    await this.#results.start()
    const waiting = this.#records.pendingSimulations()
    await this.#compute.start()
    const ready = this.#batches
      .resume(waiting)
      .then(() => this.#compute.whenReady?.())
      .then(() => {
        if (this.#state === 'new') this.#state = 'started'
        this.#pump()
      })
    ready.catch(() => {})
    return { ready }
  }

  async submit(account: Account, quoted: QuotedJob, options: SubmitOptions = {}): Promise<SubmitOutcome> {
    if (this.#stopping) return { outcome: 'shutting_down' }
    const outcome = await this.#gate.accept(account, quoted, options)
    if (outcome.outcome !== 'accepted') return outcome
    // While the record was being stored, the simulation may have been deleted or the service stopped.
    const simulation = this.#records.simulation(outcome.simulation.id)
    if (simulation && this.#stopping === undefined) this.#enqueue(simulation, quoted)
    return outcome
  }

  /** Accepts all simulations or none; a batch runs one simulation at a time, in one slot of the account. */
  async submitBatch(
    account: Account,
    jobs: readonly QuotedJob[],
    idempotency?: Protection<Batch>,
  ): Promise<SubmitBatchOutcome> {
    if (this.#stopping) return { outcome: 'shutting_down' }
    const outcome = await this.#gate.acceptBatch(account, jobs, idempotency)
    if (outcome.outcome !== 'accepted') return outcome
    if (this.#stopping === undefined) this.#batches.add(outcome.batch.simulations)
    return outcome
  }

  /** Deletes a simulation, refunding a pending one; false if the account has no such simulation. */
  async remove(account: Account, id: string): Promise<boolean> {
    const simulation = this.#records.simulation(id)
    if (simulation?.account_id !== account.id) return false
    const removing = this.#records.removeSimulation(id)
    const running = this.#running.get(id)
    if (running) running.removed = true
    const index = this.#poisonJobs.findIndex((job) => job.id === id)
    const isQueued = this.#queue.remove(id) || index >= 0
    if (index >= 0) this.#poisonJobs.splice(index, 1)
    if (isQueued) this.#batches.advance(simulation.batch_id, id)
    else this.#batches.remove(simulation)
    let removed: Simulation | undefined
    try {
      removed = await removing
    } catch (error) {
      await this.#undoRemoval(id)
      throw error
    }
    // Deleting a simulation that waits in a batch does not count: no queue space or machine time was used.
    if (isQueued || running) this.#queue.cancelled(account.id)
    // Once a running computation has stopped, the deletion is logged and the files are deleted.
    if (running && this.#running.get(id)) this.#running.cancel(running)
    else {
      if (removed && running === undefined) this.#log.deleted(removed)
      await this.#results.discard(simulation)
    }
    this.#pump()
    return removed !== undefined
  }

  /** Restores a simulation whose deletion could not be stored: the job continues or is queued again. */
  async #undoRemoval(id: string): Promise<void> {
    const running = this.#running.get(id)
    const simulation = this.#records.simulation(id)
    if (running) running.removed = false
    else if (simulation?.status === 'pending') {
      if (simulation.batch_id === undefined) this.#enqueue(simulation, await this.#queueing.quote(simulation))
      else this.#batches.add([simulation])
    }
  }

  /** Expected whole seconds, at least 1, until a pending simulation is final. */
  secondsLeft(simulation: Simulation): number {
    return this.#expectation.secondsLeft(simulation)
  }

  /** Estimated speed of every model used so far, in cells per second for a range of 1000 elevation posts. */
  speeds(): ReadonlyMap<string, number> {
    return this.#estimator.speeds()
  }

  estimateSeconds(quote: Quote): number {
    return this.#estimator.estimateS(quote)
  }

  /** Stops accepting jobs; running jobs are finished or returned to the queue within `timeoutMs`. */
  stop(timeoutMs: number): Promise<void> {
    this.#stopping ??= this.#stop(timeoutMs)
    return this.#stopping
  }

  async #stop(timeoutMs: number): Promise<void> {
    const isStarting = this.#state === 'new'
    this.#state = 'stopping'
    if (isStarting) await this.#compute.stop()
    await this.#starting?.catch(() => {})
    // Compute nodes continue their jobs; the service collects the results after a restart.
    if (!this.#compute.isDistributed) await this.#tasks.doneWithin(timeoutMs - stopMarginMs)
    await this.#compute.stop()
    await this.#tasks.done()
    await this.#results.close()
  }

  #enqueue(simulation: Simulation, quoted: QuotedJob): void {
    this.#queue.push(queuedJob(simulation, quoted, this.#slots.largestBytes))
    this.#pump()
  }

  #pump(): void {
    while (this.#state === 'started') {
      if (this.#running.size === 0 && this.queued === 0) this.#queue.reset()
      const poisonJob = this.#poisonJobs[0]
      // While a poison job waits or runs, which may take long, only small jobs may start.
      const job = this.#slots.take(
        poisonJob || this.#running.hasPoisonJob ? this.#runnable(poisonJob) : this.#queue,
      )
      if (job === undefined) return
      if (job === poisonJob) this.#poisonJobs.shift()
      else this.#queue.serve(job.id)
      // A job without a record is skipped, because the account was deleted.
      if (this.#records.simulation(job.id)?.status === 'pending') this.#begin(job)
      else {
        this.#slots.release(job.id)
        this.#batches.advance(job.batchId, job.id)
      }
    }
  }

  /** Jobs that may run while a poison job is retried: the poison job and small jobs. */
  *#runnable(poisonJob: QueuedJob | undefined): Generator<QueuedJob> {
    const hasOnlySmallJobs = [...this.#running].every(
      (job) => job.deaths === 0 && this.#slots.isSmall(job.id),
    )
    if (poisonJob && hasOnlySmallJobs) yield poisonJob
    for (const job of this.#queue) if (isSmall(job)) yield job
  }

  #begin(job: QueuedJob): void {
    this.#running.add(job)
    const task = this.#run(job)
      .catch((error: unknown) => {
        this.#log.error(job, 'completion of simulation not recorded', { err: error })
        return undefined
      })
      .then((requeue) => {
        this.#free(job)
        if (requeue === 'alone') this.#poisonJobs.push(job)
        if (requeue === 'queued') this.#queue.putBack(job)
        else this.#queue.done(job.id)
        if (requeue === undefined) this.#batches.advance(job.batchId, job.id)
        this.#pump()
      })
    this.#tasks.add(task)
  }

  #free({ id }: QueuedJob): void {
    this.#running.delete(id)
    this.#slots.release(id)
  }

  async #run(job: QueuedJob): Promise<Requeue> {
    const { id } = job
    const simulation = this.#records.simulation(id)
    if (simulation === undefined) return undefined
    this.#log.started(job)
    if (simulation.started_at === undefined) {
      this.#records.progress(id, { started_at: new Date().toISOString() })
    }
    const memoryBytes = Math.min(job.memoryBytes, this.#slots.largestBytes)
    const asked = { memoryBytes, rasterDirectory: this.#results.workFolder }
    const outcome = await tryJob(this.#compute, job, asked, {
      limitMs: this.#timeLimitMs(this.#estimator.estimateS(job.quote)),
      onProgress: (stage, progress) => this.#records.progress(id, { stage, progress }),
      onOverdue: () => {
        job.overdue = true
        this.#running.cancel(job)
      },
      onOverrun: () => {
        this.#slots.overrun(id)
        this.#pump()
      },
    })
    return this.#finish(job, outcome)
  }

  async #finish(job: QueuedJob, outcome: ComputeOutcome): Promise<Requeue> {
    const { id, quote } = job
    const tookS = (performance.now() - job.startedMs) / 1000
    if (job.removed) {
      this.#onEnded('deleted', quote.cells, tookS)
      this.#log.ended('deleted', job)
      this.#compute.forget?.(id)
      await this.#results.removeAll(id)
      return undefined
    }
    if (outcome.kind === 'completed') {
      // Searches do not measure speed: their candidates share terrain and threads, unlike simulations.
      if (job.job.params.search === undefined) this.#estimator.learn(quote, tookS)
      this.#onEnded('completed', quote.cells, tookS)
      return this.#close(job, 'completed', this.#records.complete(id, outcome.result))
    }
    if (outcome.kind === 'failed') return this.#fail(job, tookS, outcome.code, outcome.detail)
    if (outcome.kind === 'needs') return this.#reserveMore(job, tookS, outcome)
    if (job.overdue) {
      this.#log.error(job, 'simulation aborted: time limit exceeded', { cells: quote.cells, seconds: tookS })
      const detail = 'The computation took far longer than expected. The credits were refunded.'
      return this.#fail(job, tookS, 'time_limit_exceeded', detail)
    }
    // While the service stops, the simulation stays pending; the next start of the service queues it again.
    if (this.#stopping) return undefined
    if (outcome.kind === 'unplaced') return this.#requeue(id)

    if (!job.isBystander) job.deaths++
    const reason = outcome.kind === 'died' ? outcome.detail : 'The computation was cancelled unexpectedly.'
    this.#log.warn(job, 'computation of simulation aborted', { deaths: job.deaths, reason })
    if (job.deaths >= maximumDeaths) {
      const detail = 'The computation was aborted twice. The credits were refunded.'
      return this.#fail(job, tookS, 'internal_error', detail)
    }
    await this.#results.removeParts(id).catch((error: unknown) => {
      this.#log.warn(job, 'partial result files not deleted', { err: error })
    })
    if (job.removed || this.#stopping) return this.#finish(job, { kind: 'cancelled' })
    this.#compute.forget?.(id)
    return this.#requeue(id, job.isBystander || this.#compute.isDistributed ? 'queued' : 'alone')
  }

  #requeue(id: string, requeue: Requeue = 'queued'): Requeue {
    this.#records.progress(id, { stage: 'queued' })
    return requeue
  }

  /** Reserves more memory for a job with more posts than expected and queues the job, or fails the job. */
  async #reserveMore(
    job: QueuedJob,
    tookS: number,
    need: { posts: number; memoryBytes: number },
  ): Promise<Requeue> {
    if (this.#stopping) return undefined
    if (need.memoryBytes > this.#slots.largestBytes) {
      return this.#fail(job, tookS, 'too_many_posts', tooManyPosts(need.posts))
    }
    job.memoryBytes = need.memoryBytes
    return this.#requeue(job.id)
  }

  #fail(job: QueuedJob, tookS: number, code: string, detail: string): Promise<undefined> {
    this.#onEnded('failed', job.quote.cells, tookS)
    return this.#close(job, 'failed', this.#records.fail(job.id, { code, detail }))
  }

  /** Ends a job: frees the slot at once, as the record in memory is final, then stores and cleans up. */
  async #close(
    job: QueuedJob,
    outcome: 'completed' | 'failed',
    storing: Promise<Simulation | undefined>,
  ): Promise<undefined> {
    this.#free(job)
    this.#batches.advance(job.batchId, job.id)
    this.#pump()
    const stored = await storing
    this.#compute.forget?.(job.id)
    if (stored) this.#log.ended(outcome, job, stored.error?.code)
    // Failed simulations, and those deleted in the meantime, keep no results.
    const isKept = outcome === 'completed' && this.#records.simulation(job.id) !== undefined
    if (isKept && stored) await this.#results.count(stored)
    else await this.#results.removeAll(job.id)
    return undefined
  }
}
