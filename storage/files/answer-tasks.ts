import { getPriority, setPriority } from 'node:os'

import { isNativeError } from 'node:util/types'
import { parentPort, workerData } from 'node:worker_threads'
import { codeOf } from './system-errors.ts'

/** Messages that a worker thread posts: ready once the module is loaded, then one answer per task. */
export type Answer<Result> =
  | { isReady: true }
  | { id: number; result: Result }
  | { id: number; error: Error; code: string | undefined }

/**
 * Runs in a worker thread and answers the tasks posted to it. `memoryOf` lists buffers to transfer with a
 * result instead of copying them. Worker data may set `niceness`, the priority of the thread.
 */
export function answerTasks<Task, Result>(
  work: (task: Task) => Result | Promise<Result>,
  memoryOf: (result: Result) => ArrayBuffer[] = () => [],
): void {
  const port = parentPort
  if (port === null) throw new Error('Expected to run as a thread.')
  const { niceness } = (workerData ?? {}) as { niceness?: number }
  // Only Linux sets the priority per thread; raising a priority again would need a privilege.
  if (niceness !== undefined && process.platform === 'linux') setPriority(Math.max(getPriority(), niceness))
  port.on('message', async ({ id, task }: { id: number; task: Task }) => {
    try {
      const result = await work(task)
      port.postMessage({ id, result } satisfies Answer<Result>, memoryOf(result))
    } catch (thrown) {
      // On Node 20 a posted DOMException, such as an abort reason, arrives as an empty object, and its `code`
      // is read-only.
      const isPlain = isNativeError(thrown) && !(thrown instanceof DOMException)
      const error = isPlain ? thrown : new Error(String(thrown))
      port.postMessage({ id, error, code: codeOf(error) } satisfies Answer<Result>)
    }
  })
  port.postMessage({ isReady: true } satisfies Answer<Result>)
}
