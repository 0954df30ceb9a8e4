/** The other end of `job-threads.ts`, inside a thread. */

import { parentPort, type TransferListItem } from 'node:worker_threads'

/** A job is announced before its first work, and when it has ended. Each work is answered, in turn. */
export type ToThread<Job, Work> = { id: number; job: Job } | { id: number; work: Work } | { id: number }

/** Answers work with what `answer` returns; what that lists of its memory moves, and is not copied. */
export function serve<Job, State, Work, Answer>(
  open: (job: Job) => State,
  answer: (state: State, work: Work) => { answer: Answer; moved?: TransferListItem[] },
): void {
  const jobs = new Map<number, State>()
  parentPort?.on('message', (message: ToThread<Job, Work>) => {
    if ('job' in message) {
      jobs.set(message.id, open(message.job))
    } else if ('work' in message) {
      const { answer: answered, moved } = answer(jobs.get(message.id) as State, message.work)
      parentPort?.postMessage(answered, moved)
    } else {
      jobs.delete(message.id)
      // Shared memory stays until each thread has noticed that it has no use for it, and an idle one never does.
      globalThis.gc?.()
    }
  })
}
