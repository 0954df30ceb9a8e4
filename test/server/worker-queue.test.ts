import { mock } from 'node:test'
import t from 'tap'
import { RequestQueue } from '../../server/queues/request-queue.ts'
import { SharedWork } from '../../server/queues/shared-work.ts'
import { QueueFullError, WorkerQueue } from '../../server/queues/worker-queue.ts'

const { signal: never } = new AbortController()

/** Tasks that the test ends, by their names. */
class Tasks {
  /** Names of those that began, in order. */
  readonly begun: string[] = []
  readonly #ends = new Map<string, () => void>()

  /** Work that also ends, with the signal's reason, when it is given up. */
  of(name: string) {
    return (signal: AbortSignal) => {
      this.begun.push(name)
      return new Promise<string>((resolve, reject) => {
        this.#ends.set(name, () => resolve(name))
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    }
  }

  /** Ends one, and lets the next ones begin. */
  async end(name: string): Promise<void> {
    this.#ends.get(name)?.()
    await turn()
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const stateOf = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'done',
      (error: Error) => (error instanceof QueueFullError ? 'full' : error.message),
    ),
    turn().then(() => 'open'),
  ])

t.test('accounts take turns, however many tasks one of them brings first', async (t) => {
  const tasks = new Tasks()
  const queue = new WorkerQueue({ places: 2, placesPerAccount: 2 })
  const run = (name: string) => queue.run(name.slice(0, 1), tasks.of(name))
  for (let count = 1; count <= 21; count++) void run(`a${count}`)
  for (let count = 1; count <= 21; count++) void run(`b${count}`)
  t.same(tasks.begun, ['a1', 'a2'])
  void run('c1')
  void run('c2')
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) await tasks.end(name)
  t.same(tasks.begun.slice(2), ['a3', 'b1', 'c1', 'a4', 'b2'])
  await tasks.end('a4')
  t.equal(tasks.begun.at(-1), 'c2')
})

t.test('an account has no more than its places, and keeps its turn meanwhile', async (t) => {
  const tasks = new Tasks()
  const queue = new WorkerQueue({ places: 3, placesPerAccount: 1 })
  const names = ['a1', 'a2', 'b1', 'b2', 'c1', 'd1']
  for (const name of names) void queue.run(name.slice(0, 1), tasks.of(name))
  t.same(tasks.begun, ['a1', 'b1', 'c1'])
  await tasks.end('b1')
  t.same(tasks.begun.slice(3), ['b2'], 'its turn came before d, which waits for less long')
  await tasks.end('a1')
  t.same(tasks.begun.slice(4), ['a2'])
  await tasks.end('a2')
  t.same(tasks.begun.slice(5), ['d1'])
})

t.test('a task that fails frees its place', async (t) => {
  const queue = new WorkerQueue({ places: 1, placesPerAccount: 1 })
  const failing = [
    queue.run('a', async () => Promise.reject(new Error('later'))),
    queue.run('a', () => {
      throw new Error('at once')
    }),
  ]
  t.same(await Promise.allSettled([...failing, queue.run('a', async () => 'made')]), [
    { status: 'rejected', reason: new Error('later') },
    { status: 'rejected', reason: new Error('at once') },
    { status: 'fulfilled', value: 'made' },
  ])
})

t.test('a full queue refuses the account that fills it, and no other', async (t) => {
  const tasks = new Tasks()
  const queue = new WorkerQueue({
    places: 1,
    placesPerAccount: 1,
    maximumWaiting: 3,
    maximumWaitingInAll: 5,
  })
  const run = (name: string) => queue.run(name.slice(0, 1), tasks.of(name))
  void run('x1')
  const [a1, a2, a3] = [run('a1'), run('a2'), run('a3')]
  t.equal(await stateOf(run('a4')), 'full', 'of one account')
  const [b1, b2] = [run('b1'), run('b2')]
  const c1 = run('c1')
  t.same(
    await Promise.all([a1, a2, a3, b1, b2, c1].map(stateOf)),
    ['open', 'open', 'full', 'open', 'open', 'open'],
    'the account with the most loses its last for one that has none',
  )
  t.equal(await stateOf(run('b3')), 'full', 'it gains nothing by having as many as the one with the most')
})

t.test('what waits is removed when its caller has gone; what runs is given up', async (t) => {
  const tasks = new Tasks()
  const queue = new WorkerQueue({ places: 1, placesPerAccount: 1 })
  const gone = new AbortController()
  const given = new AbortController()
  const running = queue.run('a', tasks.of('running'), given.signal)
  const waiting = queue.run('b', tasks.of('waiting'), gone.signal)
  const next = queue.run('c', tasks.of('next'))
  gone.abort(new Error('gone'))
  t.equal(await stateOf(waiting), 'gone')
  t.equal(await stateOf(queue.run('b', tasks.of('late'), gone.signal)), 'gone')

  mock.timers.enable({ apis: ['setTimeout'] })
  given.abort(new Error('given up'))
  mock.timers.tick(999)
  t.equal(await stateOf(running), 'open', 'it may be about to end')
  mock.timers.tick(1)
  mock.timers.reset()
  t.equal(await stateOf(running), 'given up')
  t.same(tasks.begun, ['running', 'next'])
  await tasks.end('next')
  t.equal(await next, 'next')
})

t.test('a task that takes too long is given up; all are when the queue closes', async (t) => {
  const tasks = new Tasks()
  const queue = new WorkerQueue({ places: 1, placesPerAccount: 1, timeoutMs: 5000 })
  mock.timers.enable({ apis: ['setTimeout'] })
  const long = queue.run('a', tasks.of('long'))
  const running = queue.run('a', tasks.of('running'))
  const waiting = queue.run('a', tasks.of('waiting'))
  mock.timers.tick(5000)
  mock.timers.reset()
  t.equal(await stateOf(long), 'The task took too long.')
  queue.close()
  t.equal(await stateOf(running), 'The service is stopping.')
  t.equal(await stateOf(waiting), 'The service is stopping.')
  t.same(tasks.begun, ['long', 'running'])
})

t.test('visitors have places and a queue of their own', async (t) => {
  const tasks = new Tasks()
  const queue = new RequestQueue({ places: 2, placesPerAccount: 1, visitorPlaces: 1, maximumWaiting: 2 })
  const run = (accountId: string, name: string, isVisitor: boolean) =>
    queue.run({ accountId, isVisitor }, tasks.of(name), never)
  const visits = ['v1', 'v2', 'v3', 'v4'].map((name) => run('a', name, true))
  t.same(await Promise.all(visits.map(stateOf)), ['open', 'open', 'open', 'full'])
  void run('b', 'w1', true)
  void run('a', 'a1', false)
  void run('b', 'b1', false)
  t.same(tasks.begun, ['v1', 'a1', 'b1'], 'keys have all of their own places')
  await tasks.end('a1')
  await tasks.end('b1')
  t.equal(tasks.begun.length, 3, 'which visitors never take')
  await tasks.end('v1')
  await tasks.end('v2')
  t.same(tasks.begun.slice(3), ['v2', 'w1'], 'all visitors of an account take one turn')
})

t.test('shared work goes on as long as somebody waits for it', async (t) => {
  const tasks = new Tasks()
  const shared = new SharedWork<string>()
  const callers = [new AbortController(), new AbortController(), new AbortController()] as const
  let given: AbortSignal | undefined
  const start = (signal: AbortSignal) => {
    given = signal
    return tasks.of('made')(signal)
  }
  const [first, second] = callers.slice(0, 2).map(({ signal }) => shared.run('key', start, signal))
  callers[0].abort(new Error('gone'))
  t.same([await stateOf(first as Promise<string>), given?.aborted], ['gone', false])
  await tasks.end('made')
  t.equal(await second, 'made')

  const third = shared.run('key', start, callers[2].signal)
  t.equal(tasks.begun.length, 2, 'what is done is not shared any more')
  callers[2].abort(new Error('gone'))
  t.same([await stateOf(third), given?.aborted], ['gone', true])
  const fourth = shared.run('key', start, never)
  t.equal(tasks.begun.length, 3, 'nor what was given up')
  await tasks.end('made')
  t.equal(await fourth, 'made')
})
