import { parentPort } from 'node:worker_threads'

/** Result of a task, or the stack and the system code of its failure. */
export type Answer<Result> = { result: Result } | { failed: string; code: string | undefined }

/** In a thread: works on the tasks that are posted to it. */
export function answerTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>): void {
  const port = parentPort
  if (port === null) throw new Error('Expected to run as a thread.')
  port.on('message', async (task: Task) => {
    port.postMessage(await answerTo(task, work))
  })
}

async function answerTo<Task, Result>(
  task: Task,
  work: (task: Task) => Result | Promise<Result>,
): Promise<Answer<Result>> {
  try {
    return { result: await work(task) }
  } catch (error) {
    const { stack, message, code } = error as NodeJS.ErrnoException
    return { failed: stack ?? message, code }
  }
}
