import type { QueuedJob } from './queued-job.ts'

/**
 * Running jobs, and the jobs to blame if the shared process dies. A job that ran when the process died is a
 * poison job when retried; jobs that run next to a poison job or a canceled job are bystanders.
 */
export class RunningJobs {
  readonly #jobs = new Map<string, QueuedJob>()
  readonly #isOneProcess: boolean

  constructor(isOneProcess: boolean) {
    this.#isOneProcess = isOneProcess
  }

  get size(): number {
    return this.#jobs.size
  }

  get hasPoisonJob(): boolean {
    return this.#isOneProcess && [...this].some((job) => job.deaths > 0)
  }

  get(id: string): QueuedJob | undefined {
    return this.#jobs.get(id)
  }

  [Symbol.iterator](): IterableIterator<QueuedJob> {
    return this.#jobs.values()
  }

  add(job: QueuedJob): void {
    if (job.deaths > 0) this.#clear(job)
    job.isBystander = job.deaths === 0 && this.hasPoisonJob
    this.#jobs.set(job.id, job)
  }

  /** Cancels a job. Other jobs are not blamed if the job hangs and the process has to be killed. */
  cancel(job: QueuedJob): void {
    this.#clear(job)
    job.cancelling.abort()
  }

  #clear(job: QueuedJob): void {
    if (!this.#isOneProcess) return
    for (const other of this) if (other !== job) other.isBystander = true
  }

  delete(id: string): void {
    this.#jobs.delete(id)
  }
}
