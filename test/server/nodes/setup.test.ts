import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { test } from 'tap'
import { checkSetup, greet, markOf, requireMark } from '../../../server/nodes/handshake.ts'
import { MemoryBudget } from '../../../server/nodes/memory-budget.ts'
import type { NodeQueue } from '../../../server/nodes/node-queue.ts'
import type { NodeRegistry } from '../../../server/nodes/node-registry.ts'
import { OrphanedJobs } from '../../../server/nodes/orphaned-jobs.ts'
import { Pauses } from '../../../server/nodes/pauses.ts'
import { jobId, nodeSlots } from '../../../server/nodes/protocol.ts'
import { checkRedis, complaint, within } from '../../../server/nodes/redis.ts'
import { seal, unseal } from '../../../server/nodes/sealed.ts'
import { takeSnapshot } from '../../../server/nodes/snapshot.ts'
import { StoreError } from '../../../storage/objects/errors.ts'

// What nodes and the API node find out about Redis, the store and each other: no Redis runs here.

const SECRET = 'a-secret-of-tests-that-is-long-enough'
const mebibyte = 2 ** 20

/** A store of marks in memory. */
function storeOfMarks(failures = 0) {
  const objects = new Map<string, Buffer>()
  let left = failures
  const marks = {
    async putBytes(name: string, bytes: Uint8Array) {
      objects.set(name, Buffer.from(bytes))
    },
    async readWhole(name: string) {
      if (left-- > 0) throw new StoreError('be read', new Error('it is away'))
      return objects.get(name)
    },
  }
  return { marks: marks as never, objects }
}

test('what is sealed is opened by the same secret, for the same purpose, and unchanged', async (t) => {
  const sealed = seal(SECRET, 'job', { a: 'b c' })
  t.same(unseal(SECRET, 'job', sealed), { a: 'b c' })
  t.equal(unseal(SECRET, 'outcome', sealed), undefined)
  t.equal(unseal(`${SECRET}x`, 'job', sealed), undefined)
  for (const forged of [sealed.replace('b c', 'b d'), sealed.slice(1), sealed.replace(' ', ''), '', null, 7])
    t.equal(unseal(SECRET, 'job', forged), undefined)
})

test('a store is marked once, and known by it', async (t) => {
  const { marks } = storeOfMarks()
  const mark = await markOf(marks)
  t.match(mark, /^[0-9a-f]{32}$/)
  t.equal(await markOf(marks), mark)
  await requireMark(marks, mark)
  await t.rejects(requireMark(marks, 'another'), { code: 'store_unavailable' })
  await t.rejects(requireMark(storeOfMarks().marks, mark), { code: 'store_unavailable' })
  t.not(await markOf(storeOfMarks().marks), mark)
})

test('a node begins where secret and store are those of the API node', async (t) => {
  const values = new Map<string, string>()
  const redis = {
    get: async (key: string) => values.get(key) ?? null,
    set: async (key: string, value: string) => values.set(key, value),
  } as unknown as Redis
  const { marks, objects } = storeOfMarks()
  const waits: string[] = []
  const check = (more: object = {}) => {
    const stop = new AbortController()
    const onWait = (error: unknown) => {
      waits.push(String(error))
      stop.abort()
    }
    return checkSetup(redis, { name: 'n', secret: SECRET, marks, onWait, signal: stop.signal, ...more })
  }
  await t.rejects(check(), { name: 'AbortError' })
  t.same(waits.splice(0), ['Error: No API node uses this queue.'])
  await greet(redis, SECRET, { storeMark: await markOf(marks) })
  await check()
  t.same([...objects.keys()], ['store', 'node-n'], 'the store took what the node wrote')
  await t.rejects(check({ secret: 'another' }), { code: 'node_setup', message: /QUEUE_SECRET/ })
  await t.rejects(check({ marks: storeOfMarks().marks }), { code: 'node_setup', message: /RASTER_STORE/ })
  await t.rejects(check({ marks: storeOfMarks(9).marks }), { name: 'AbortError' })
  t.match(waits, [/be read/], 'one that is away is waited for')
})

test('Redis is refused that is late, has another time, evicts or forgets', async (t) => {
  const redisOf = ({ policy = 'noeviction', aof = '0', save = '60 1', aheadS = 0, delayMs = 0 }) =>
    ({
      info: async (part: string) =>
        part === 'memory'
          ? `# Memory\r\nmaxmemory:0\r\nmaxmemory_policy:${policy}\r\n`
          : `# Persistence\r\naof_enabled:${aof}\r\n`,
      time: async () => {
        await pause(delayMs)
        return [String(Math.floor(Date.now() / 1000) - aheadS), '0']
      },
      config: async () => (save === 'refused' ? Promise.reject(new Error('NOPERM')) : ['save', save]),
    }) as unknown as Redis
  for (const good of [{}, { aof: '1', save: '' }, { save: 'refused' }, { aheadS: 3590 }, { aheadS: -3590 }])
    await checkRedis(redisOf(good))
  for (const [bad, message] of [
    [{ policy: 'volatile-lru' }, /maxmemory-policy must be noeviction, got volatile-lru/],
    [{ save: '' }, /loses its data after a restart/],
    [{ aheadS: 3750 }, /37\d\d s ahead of/],
    [{ aheadS: -3750 }, /37\d\d s behind/],
  ] as const)
    await t.rejects(checkRedis(redisOf(bad)), { message })
  await t.rejects(checkRedis(redisOf({ delayMs: 50 }), 10), { message: 'Redis did not answer within 0.01 s' })
  t.equal(await within(1000, Promise.resolve(7)), 7)
  const lines: object[] = []
  const complain = complaint({ warn: (fields: object) => lines.push(fields) } as never, 'm')
  complain(new Error('one'))
  complain(new Error('two'))
  t.same(lines, [{ err: new Error('one') }], 'once a minute')
})

test('memory of a node is kept for small jobs, and given back to who waits', async (t) => {
  const budget = new MemoryBudget(nodeSlots, 1024 * mebibyte)
  const { signal } = new AbortController()
  // Two small slots of 64 MiB are left out.
  const give = await budget.take(896 * mebibyte, signal)
  t.ok(await budget.take(64 * mebibyte, signal), 'a small one has its own')
  let isTaken = false
  const next = budget.take(65 * mebibyte, signal).then((taken) => {
    isTaken = true
    return taken
  })
  const cancelling = new AbortController()
  const cancelled = budget.take(700 * mebibyte, cancelling.signal)
  await pause(1)
  t.equal(isTaken, false)
  cancelling.abort()
  t.equal(await cancelled, undefined)
  give?.()
  t.ok(await next)
  t.ok(await budget.take((896 - 65) * mebibyte, signal))
})

test('of the jobs that are left of a simulation the one nearest to its end is gone on with', async (t) => {
  const pending = new Set(['sim_a', 'sim_b'])
  const laneOf = (jobs: Record<string, string>) =>
    ({
      ids: async () => Object.keys(jobs),
      find: async (id: string) => ({ kind: jobs[id] }),
    }) as unknown as NodeQueue
  const first = laneOf({ [jobId('sim_a', 'a1')]: 'waiting', [jobId('sim_b', 'b1')]: 'failed' })
  const broken = { ids: async () => Promise.reject(new Error('no list')) } as unknown as NodeQueue
  const second = laneOf({
    [jobId('sim_a', 'a2')]: 'returned',
    [jobId('sim_a', 'a3')]: 'active',
    [jobId('sim_c', 'c1')]: 'active',
  })
  const left = new OrphanedJobs((id) => pending.has(id))
  const complaints: unknown[] = []
  await left.find([first, broken, second], (error) => void complaints.push(String(error)))
  t.same(complaints, ['Error: no list'])
  t.same([left.has('sim_a', 'a2'), left.has('sim_a', 'a3'), left.has('sim_b', 'b1')], [true, false, false])
  t.equal(left.take('sim_c'), undefined)
  t.same(left.take('sim_a'), { nodeQueue: second, attempt: 'a2' })
  t.equal(left.take('sim_a'), undefined)
  await left.find([first], () => {})
  pending.clear()
  left.tidy()
  t.equal(left.take('sim_a'), undefined)
})

test('a node with a fault of its own pauses, longer each time in a row', async (t) => {
  const seconds: number[] = []
  const stop = new AbortController()
  const changes: boolean[] = []
  let checks = 0
  const useless: unknown[] = []
  const pauses: Pauses = new Pauses({
    firstMs: 1,
    check: async () => {
      if (++checks > 3) throw new Error('another store')
    },
    onChange: () => changes.push(pauses.isPaused),
    onUseless: (error) => useless.push(String(error)),
    logger: { error: (fields: { seconds: number }) => seconds.push(fields.seconds), info: () => {} } as never,
    signal: stop.signal,
  })
  const fault = async () => {
    pauses.fault('a fault')
    pauses.fault('the same one, beside it')
    for (let tries = 0; pauses.isPaused && useless.length === 0 && tries < 1000; tries++) await pause(1)
  }
  await fault()
  await fault()
  pauses.clear()
  await fault()
  t.same(seconds, [0.001, 0.002, 0.001])
  t.same(changes, [true, false, true, false, true, false])
  await fault()
  t.same([useless, pauses.isPaused], [['Error: another store'], true])
})

test('operators see what each node runs, and how long the oldest job of each queue waits', async (t) => {
  const node = (name: string, more: object = {}) => ({
    ...nodeSlots,
    name,
    worker: `${name}/2.1.1/0a`,
    queue: 'q',
    capability: { engineVersion: '1.2.3', backend: 'cpu', memoryMib: 512 },
    isDrained: false,
    isPaused: false,
    ...more,
  })
  let looks = 0
  const nodes = [node('a'), node('b', { isDrained: true }), node('c', { isPaused: true })]
  const registry = { nodes, look: async () => void looks++ } as unknown as NodeRegistry
  const nodeQueue = (name: string, byWorker: [string, number][], oldestWaitMs: number) =>
    ({
      name,
      load: async () => ({ waiting: 4, active: 3, oldestWaitMs, byWorker: new Map(byWorker) }),
    }) as unknown as NodeQueue
  const [a, b] = nodes.map(({ worker }) => worker)
  const snapshot = await takeSnapshot(registry, [
    nodeQueue('q', [[a, 2]], 61_400),
    nodeQueue(
      'r',
      [
        [a, 1],
        [b, 1],
      ],
      -5000,
    ),
  ])
  t.equal(looks, 1)
  t.same(snapshot.queues, [
    { queue: 'q', waiting: 4, active: 3, oldest_s: 61 },
    { queue: 'r', waiting: 4, active: 3, oldest_s: 0 },
  ])
  const common = { engine_version: '1.2.3', backend: 'cpu', memory_mib: 512, slots: 4 }
  t.same(snapshot.nodes, [
    { name: 'a', ...common, active: 3, drained: false, paused: false },
    { name: 'b', ...common, active: 1, drained: true, paused: false },
    { name: 'c', ...common, active: 0, drained: false, paused: true },
  ])
})
