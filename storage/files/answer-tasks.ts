import { getPriority, setPriority } from 'node:os'

import { isNativeError } from 'node:util/types'
import { parentPort, workerData } from 'node:worker_threads'
import { codeOf } from './system-errors.ts'

/** Messages of a thread: its module is loaded, then an answer to each task. */
export type Answer<Result> =
  | { isReady: true }
  | { id: number; result: Result }
  | { id: number; error: Error; code: string | undefined }

/**
 * In a thread: answers the tasks posted to it. `memoryOf` lists memory that is transferred with a result instead of
 * copied. The thread's niceness is `niceness` of its worker data.
 */
export function answerTasks<Task, Result>(
  work: (task: Task) => Result | Promise<Result>,
  memoryOf: (result: Result) => ArrayBuffer[] = () => [],
): void {
  const port = parentPort
  if (port === null) throw new Error('Expected to run as a thread.')
  const { niceness } = (workerData ?? {}) as { niceness?: number }
  // Other systems would change the whole process. Raising a low priority needs a privilege.
  if (niceness !== undefined && process.platform === 'linux') setPriority(Math.max(getPriority(), niceness))
  port.on('message', async ({ id, task }: { id: number; task: Task }) => {
    try {
      const result = await work(task)
      port.postMessage({ id, result } satisfies Answer<Result>, memoryOf(result))
    } catch (thrown) {
      // A DOMException, as thrown by an aborted signal, arrives as an empty object on Node 20, and its `code` cannot
      // be set later.
      const isPlain = isNativeError(thrown) && !(thrown instanceof DOMException)
      const error = isPlain ? thrown : new Error(String(thrown))
      port.postMessage({ id, error, code: codeOf(error) } satisfies Answer<Result>)
    }
  })
  port.postMessage({ isReady: true } satisfies Answer<Result>)
}
