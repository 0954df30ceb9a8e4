import { Semaphore } from '../../storage/files/semaphore.ts'

export interface WorkerQueueOptions {
  /** Maximum number of tasks that run at the same time, in total and per account. */
  places: number
  placesPerAccount: number
  /** Maximum number of waiting tasks, per account and in total; default: no limit. */
  maximumWaiting?: number
  maximumWaitingInAll?: number
  /** Time limit in ms for a task; default: none. */
  timeoutMs?: number
}

/** Delay in ms before an abandoned task is aborted, about the time to restart the aborted thread. */
const abandonedMs = 1000

/** Thrown if too many tasks of the account, or of all accounts, are waiting. */
export class QueueFullError extends Error {}

export class TaskTimeoutError extends Error {}

interface Task {
  work: (signal: AbortSignal) => Promise<void>
  reject: (reason: unknown) => void
  /** Aborts the task once running. */
  controller: AbortController
}

/**
 * Queue for worker threads shared by all accounts: accounts take turns (round robin), and tasks of an account
 * run in order of arrival. Unlike `FairQueue`, this queue does not need expected durations.
 */
export class WorkerQueue {
  readonly #options: Required<WorkerQueueOptions>
  /** Waiting tasks by account, in order of turns. */
  readonly #waiting = new Map<string, Set<Task>>()
  readonly #running = new Set<Task>()
  readonly #places: Semaphore

  constructor(options: WorkerQueueOptions) {
    const none = Number.POSITIVE_INFINITY
    this.#options = { maximumWaiting: none, maximumWaitingInAll: none, timeoutMs: none, ...options }
    this.#places = new Semaphore(options.placesPerAccount)
  }

  /**
   * Calls `work` when the account's turn comes, and settles with the outcome. When `signal` aborts, a waiting
   * task is removed; a running task is aborted unless finished within a second.
   * @throws {QueueFullError}
   */
  async run<T>(
    accountId: string,
    work: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    signal?.throwIfAborted()
    this.#makeRoom(accountId)
    let timer: NodeJS.Timeout | undefined
    let leave = () => {}
    try {
      return await new Promise<T>((resolve, reject) => {
        const controller = new AbortController()
        const task = { work: (given: AbortSignal) => work(given).then(resolve), reject, controller }
        leave = () => {
          if (this.#remove(accountId, task)) reject(signal?.reason)
          else timer = setTimeout(() => controller.abort(signal?.reason), abandonedMs)
        }
        signal?.addEventListener('abort', leave)
        const tasks = this.#waiting.get(accountId) ?? new Set()
        this.#waiting.set(accountId, tasks.add(task))
        this.#next()
      })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    }
  }

  /** Aborts all waiting and running tasks. */
  close(): void {
    const stopped = new Error('The service is stopping.')
    for (const [accountId, tasks] of this.#waiting) {
      for (const task of tasks) if (this.#remove(accountId, task)) task.reject(stopped)
    }
    for (const { controller } of this.#running) controller.abort(stopped)
  }

  /** If too many tasks wait, rejects the last task of the account with the most tasks (longest queue drop). */
  #makeRoom(accountId: string): void {
    const { maximumWaiting, maximumWaitingInAll } = this.#options
    const own = this.#waiting.get(accountId)?.size ?? 0
    let inAll = 0
    let longest: [string, Set<Task>] = [accountId, new Set()]
    for (const entry of this.#waiting) {
      inAll += entry[1].size
      if (entry[1].size > longest[1].size) longest = entry
    }
    if (own >= maximumWaiting) throw new QueueFullError()
    if (inAll < maximumWaitingInAll) return
    const [longestId, tasks] = longest
    const last = [...tasks].at(-1)
    if (last === undefined || tasks.size <= own + 1) throw new QueueFullError()
    this.#remove(longestId, last)
    last.reject(new QueueFullError())
  }

  /** Removes a waiting task; `false` if the task is not waiting. */
  #remove(accountId: string, task: Task): boolean {
    const tasks = this.#waiting.get(accountId)
    const wasWaiting = tasks?.delete(task) ?? false
    if (tasks?.size === 0) this.#waiting.delete(accountId)
    return wasWaiting
  }

  #next(): void {
    // An account moves to the end of the iteration order after each turn.
    for (const [accountId, tasks] of this.#waiting) {
      if (this.#running.size >= this.#options.places) return
      const release = this.#places.tryAcquire(accountId)
      if (release === undefined) continue
      const [task] = tasks
      this.#waiting.delete(accountId)
      tasks.delete(task)
      if (tasks.size > 0) this.#waiting.set(accountId, tasks)
      this.#running.add(task)
      void this.#work(task).finally(() => {
        this.#running.delete(task)
        release()
        this.#next()
      })
    }
  }

  async #work({ work, reject, controller }: Task): Promise<void> {
    const { timeoutMs } = this.#options
    const { signal } = controller
    // The caller stops waiting at once, but the task counts as running until the work ends.
    signal.addEventListener('abort', () => reject(signal.reason))
    const giveUp = () => controller.abort(new TaskTimeoutError('The task took too long.'))
    const timer = Number.isFinite(timeoutMs) ? setTimeout(giveUp, timeoutMs) : undefined
    try {
      await work(signal)
    } catch (error) {
      reject(error)
    } finally {
      clearTimeout(timer)
    }
  }
}
