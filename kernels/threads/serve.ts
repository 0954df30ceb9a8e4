/** Worker side of `job-threads.ts`. */

import { parentPort, type TransferListItem } from 'node:worker_threads'
import { COLLECTED_BYTES, collectGarbage } from './collector.ts'

/**
 * Messages to a thread: a job before its first work, with the bytes of its shared memory that are new to the
 * thread; its work, answered in order; and the job's end.
 */
export type ToThread<Job, Work> =
  | { id: number; job: Job; newBytes: number }
  | { id: number; work: Work }
  | { id: number }

/** Result of one unit of work. */
export type FromThread<Answer> = { answer: Answer } | { failed: unknown }

interface Answered<Answer> {
  answer: Answer
  moved?: TransferListItem[]
}

/** Handles messages with `answer`; memory listed in `moved` is transferred instead of copied. */
export function serve<Job, State, Work, Answer>(
  open: (job: Job) => State,
  answer: (state: State, work: Work) => Answered<Answer> | Promise<Answered<Answer>>,
): void {
  const jobs = new Map<number, () => State>()
  let heldBytes = 0
  let last: Promise<void> | undefined
  parentPort?.on('message', (message: ToThread<Job, Work>) => {
    if ('job' in message) {
      heldBytes += message.newBytes
      jobs.set(message.id, opened(open, message.job))
    } else if ('work' in message) {
      const { work } = message
      const stateOf = jobs.get(message.id) as () => State
      if (last === undefined) {
        const answered = attempt(() => answer(stateOf(), work))
        if (answered instanceof Promise) last = answered.then(post, postFailure)
        else if (answered) post(answered)
      } else {
        last = last.then(() => answer(stateOf(), work)).then(post, postFailure)
      }
    } else {
      jobs.delete(message.id)
      // Shared memory is freed only after a collection in every thread; idle threads never collect.
      if (heldBytes < COLLECTED_BYTES) return
      heldBytes = 0
      collectGarbage()
    }
  })
}

/** Opens a job; an error is thrown at the job's first work. */
function opened<Job, State>(open: (job: Job) => State, job: Job): () => State {
  try {
    const state = open(job)
    return () => state
  } catch (error) {
    return () => {
      throw error
    }
  }
}

/** Runs `work`; an error fails only this job, as other jobs may have work in the thread. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    postFailure(error)
    return undefined
  }
}

function post<Answer>({ answer, moved }: Answered<Answer>): void {
  parentPort?.postMessage({ answer } satisfies FromThread<Answer>, moved)
}

function postFailure(error: unknown): void {
  parentPort?.postMessage({ failed: error } satisfies FromThread<never>)
}
