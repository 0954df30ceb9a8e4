import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { ThreadQueue } from '../../server/queues/thread-queue.ts'
import { WorkerThreads } from '../../server/queues/worker-threads.ts'

const answerTasks = new URL('../../storage/files/answer-tasks.js', import.meta.url)
const folder = t.testdir({
  'thread.mjs': `
    import { threadId, workerData } from 'node:worker_threads'
    import { answerTasks } from '${answerTasks}'
    answerTasks(async (task) => {
      if (task === 'fail') throw Object.assign(new Error('failed'), { code: 'ENOSPC' })
      // In small steps: at large ones Node 24 ends the whole process, before the limit of a thread does.
      if (task === 'grow') for (const all = []; ; ) all.push({ at: all.length })
      while (task === 'never') {}
      if (task === 'slow') await new Promise((resolve) => setTimeout(resolve, 300))
      return { threadId, workerData }
    })`,
  'broken.mjs': `throw new Error('cannot start')`,
})
const optionsOf = (name: string) => ({
  module: pathToFileURL(join(folder, name)),
  resourceLimits: { maxOldGenerationSizeMb: 32 },
  workerData: { niceness: 7 },
  idleMs: 60_000,
})
const { signal } = new AbortController()

interface Made {
  threadId: number
  workerData: object
}

t.test('a thread works on task after task, and on no two at a time', async (t) => {
  const threads = new WorkerThreads<string, Made>(optionsOf('thread.mjs'))
  const [first, second] = await Promise.all([threads.run('a', signal), threads.run('b', signal)])
  t.same(first.workerData, { niceness: 7 })
  t.not(first.threadId, second.threadId)
  const third = await threads.run('c', signal)
  t.ok([first.threadId, second.threadId].includes(third.threadId))
  await t.rejects(threads.run('fail', signal), { message: /failed/, code: 'ENOSPC' })
  const again = await threads.run('d', signal)
  t.ok([first.threadId, second.threadId].includes(again.threadId), 'a failure ends no thread')
  await threads.close()
})

t.test('a task that does not end is ended with its thread, and the next one has another', async (t) => {
  const threads = new WorkerThreads<string, Made>(optionsOf('thread.mjs'))
  const { threadId } = await threads.run('a', signal)
  const controller = new AbortController()
  const endless = threads.run('never', controller.signal)
  controller.abort(new Error('given up'))
  await t.rejects(endless, { message: 'given up' })
  await t.rejects(threads.run('a', controller.signal), { message: 'given up' })
  t.not((await threads.run('a', signal)).threadId, threadId)
  await threads.close()
})

t.test('a thread that ends or does not start fails its own task, and nothing else', async (t) => {
  const threads = new WorkerThreads<string, Made>(optionsOf('thread.mjs'))
  await t.rejects(threads.run('grow', signal), { code: 'ERR_WORKER_OUT_OF_MEMORY' })
  t.ok(await threads.run('a', signal))
  await threads.close()
  const broken = new WorkerThreads<string, Made>(optionsOf('broken.mjs'))
  await t.rejects(broken.run('a', signal), { message: 'cannot start' })
  await broken.close()
})

t.test('an idle thread is ended', async (t) => {
  const threads = new WorkerThreads<string, Made>({ ...optionsOf('thread.mjs'), idleMs: 1 })
  const { threadId } = await threads.run('a', signal)
  await new Promise((resolve) => setTimeout(resolve, 20))
  t.not((await threads.run('a', signal)).threadId, threadId)
  await threads.close()
})

t.test('a thread that works again is not ended for its rest before', async (t) => {
  const threads = new WorkerThreads<string, Made>({ ...optionsOf('thread.mjs'), idleMs: 100 })
  const { threadId } = await threads.run('a', signal)
  t.equal((await threads.run('slow', signal)).threadId, threadId)
  await threads.close()
})

t.test('endless tasks of two accounts that hang up make room for a third', async (t) => {
  const places = { places: 2, placesPerAccount: 1, visitorPlaces: 1 }
  const queue = new ThreadQueue<string, Made>({ ...optionsOf('thread.mjs'), ...places })
  const gone = new AbortController()
  const run = (accountId: string, isVisitor: boolean, task: string, given: AbortSignal) =>
    queue.run({ accountId, isVisitor }, async () => task, given)
  const endless = ['a', 'b'].flatMap((accountId) =>
    Array.from({ length: 21 }, () => run(accountId, false, 'never', gone.signal)),
  )
  const all = Promise.allSettled([...endless, run('a', true, 'never', gone.signal)])
  const third = run('c', false, 'quick', signal)
  gone.abort(new Error('gone'))
  t.ok(await third)
  t.same([...new Set((await all).map(({ status }) => status))], ['rejected'])
  await queue.close()
})
