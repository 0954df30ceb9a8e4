import type { QueuedJob } from './queued-job.ts'

/**
 * The jobs that run, and which is to blame if the process dies that all of them share. A job during which it died is a
 * suspect when it is retried; one that runs beside a suspect, or beside a cancelled job that may end the process, is a
 * bystander. Where jobs run in many processes there are neither.
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

  /** One of them is being tried again. */
  get hasSuspect(): boolean {
    return this.#isOneProcess && [...this].some((job) => job.deaths > 0)
  }

  get(id: string): QueuedJob | undefined {
    return this.#jobs.get(id)
  }

  [Symbol.iterator](): IterableIterator<QueuedJob> {
    return this.#jobs.values()
  }

  add(job: QueuedJob): void {
    // What dies beside a suspect is not suspected for it.
    if (job.deaths > 0) this.#clear(job)
    job.isBystander = job.deaths === 0 && this.hasSuspect
    this.#jobs.set(job.id, job)
  }

  /** If it does not stop, the process is killed, for which the other jobs are not to blame. */
  cancel(job: QueuedJob): void {
    this.#clear(job)
    job.cancelling.abort()
  }

  /** What dies beside this one is not to blame. */
  #clear(job: QueuedJob): void {
    if (!this.#isOneProcess) return
    for (const other of this) if (other !== job) other.isBystander = true
  }

  delete(id: string): void {
    this.#jobs.delete(id)
  }
}
