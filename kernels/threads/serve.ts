/** Thread side of `job-threads.ts`. */

import { parentPort, type TransferListItem } from 'node:worker_threads'
import { COLLECTED_BYTES, collectGarbage } from './collector.ts'

/** A job is announced before its first work, with the bytes of new shared memory, and at its end. */
export type ToThread<Job, Work> =
  | { id: number; job: Job; newBytes: number }
  | { id: number; work: Work }
  | { id: number }

export type FromThread<Answer> = { answer: Answer } | { failed: unknown }

interface Answered<Answer> {
  answer: Answer
  moved?: TransferListItem[]
}

/** Answers work with the result of `answer`; memory that it lists is transferred instead of copied. */
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
      // Shared memory is freed only after each thread has collected its references, which an idle one never does.
      if (heldBytes < COLLECTED_BYTES) return
      heldBytes = 0
      collectGarbage()
    }
  })
}

/** A job that cannot be opened fails with its first work. */
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

/** A failure affects only its own job: others may have work in this thread. */
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
