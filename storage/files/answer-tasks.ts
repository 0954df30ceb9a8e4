import { getPriority, setPriority } from 'node:os'

import { isNativeError } from 'node:util/types'
import { parentPort, workerData } from 'node:worker_threads'
import { codeOf } from './system-errors.ts'

/** Messages of a thread: that its module is loaded, then an answer to each task. */
export type Answer<Result> =
  | { isReady: true }
  | { id: number; result: Result }
  | { id: number; error: Error; code: string | undefined }

/**
 * In a thread: works on the tasks that are posted to it; `memoryOf` names what is moved with a result instead of copied.
 * `niceness` in the data of the thread is its own.
 */
export function answerTasks<Task, Result>(
  work: (task: Task) => Result | Promise<Result>,
  memoryOf: (result: Result) => ArrayBuffer[] = () => [],
): void {
  const port = parentPort
  if (port === null) throw new Error('Expected to run as a thread.')
  const { niceness } = (workerData ?? {}) as { niceness?: number }
  // Elsewhere it would be that of the whole process. To raise one that is low already needs a privilege.
  if (niceness !== undefined && process.platform === 'linux') setPriority(Math.max(getPriority(), niceness))
  port.on('message', async ({ id, task }: { id: number; task: Task }) => {
    try {
      const result = await work(task)
      port.postMessage({ id, result } satisfies Answer<Result>, memoryOf(result))
    } catch (thrown) {
      // A DOMException, as an aborted signal throws it, arrives as an empty object on Node 20, with a `code` that can't be set later.
      const isPlain = isNativeError(thrown) && !(thrown instanceof DOMException)
      const error = isPlain ? thrown : new Error(String(thrown))
      port.postMessage({ id, error, code: codeOf(error) } satisfies Answer<Result>)
    }
  })
  port.postMessage({ isReady: true } satisfies Answer<Result>)
}
