import type { Job } from './job.ts'

/**
 * The jobs that the compute process runs, and which is to blame if it dies. A job during which it died is a suspect
 * when it is retried; one that runs beside a suspect, or beside a cancelled job that may end the process, is a
 * bystander.
 */
export class RunningJobs {
  readonly #jobs = new Map<string, Job>()

  get size(): number {
    return this.#jobs.size
  }

  /** One of them is being tried again. */
  get hasSuspect(): boolean {
    return [...this].some((job) => job.deaths > 0)
  }

  get(id: string): Job | undefined {
    return this.#jobs.get(id)
  }

  [Symbol.iterator](): IterableIterator<Job> {
    return this.#jobs.values()
  }

  add(job: Job): void {
    // What dies beside a suspect is not suspected for it.
    if (job.deaths > 0) for (const other of this) other.isBystander = true
    job.isBystander = job.deaths === 0 && this.hasSuspect
    this.#jobs.set(job.id, job)
  }

  /** If it does not stop, the process is killed, for which the other jobs are not to blame. */
  cancel(job: Job): void {
    for (const other of this) if (other !== job) other.isBystander = true
    job.cancelling.abort()
  }

  delete(id: string): void {
    this.#jobs.delete(id)
  }
}
