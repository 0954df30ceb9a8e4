import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { readClutter } from '../../server/compute/map-clutter.ts'
import { defaultPlans } from '../../server/config/limits.ts'
import { Batches } from '../../server/jobs/batches.ts'
import { firstThatFits } from '../../server/jobs/bisection.ts'
import { atLeastOne, computingS, DurationEstimator, timeLimitMs } from '../../server/jobs/estimator.ts'
import { Expectation } from '../../server/jobs/expectation.ts'
import { Gate } from '../../server/jobs/gate.ts'
import { jobHash, ofThisVersion } from '../../server/jobs/job.ts'
import { JobLog } from '../../server/jobs/job-log.ts'
import { JobQueue } from '../../server/jobs/job-queue.ts'
import { finestSpacing, postsInCircle, spacedParts, tooManyPosts } from '../../server/jobs/posts.ts'
import { type QueuedJob, queuedJob } from '../../server/jobs/queued-job.ts'
import { RunningJobs } from '../../server/jobs/running-jobs.ts'
import { StoreWatch } from '../../server/jobs/store-watch.ts'
import {
  hasRasters,
  isNamedBy,
  ownerIdOf,
  rasterName,
  resultNames,
} from '../../server/jobs/stored/raster-files.ts'
import {
  nothingStored,
  StoredBytes,
  withObject,
  withProducts,
} from '../../server/jobs/stored/stored-bytes.ts'
import { Tasks } from '../../server/jobs/tasks.ts'
import { startRateS } from '../../server/jobs/work.ts'
import type { Account, Simulation } from '../../storage/records/types.ts'
import type { PartExtent } from '../../storage/terrain/types.ts'
import { madeJob, quotedJob } from '../helpers/jobs.ts'

// What the dispatcher is made of, part by part, with figures worked out by hand; ./dispatcher.test.ts has the whole.

const hourMs = 3_600_000

function queued(id: string, fields: Partial<QueuedJob> = {}): QueuedJob {
  const simulation = { id, account_id: id.slice(0, 1), progress: 0, created_at: '2026-01-01T00:00:00.000Z' }
  return { ...queuedJob(simulation as Simulation, quotedJob({}), 2 ** 40), ...fields }
}

t.test('the tenth cancellation of an hour puts the next job last, and no other account', async (t) => {
  const clock = { ms: 5 * hourMs }
  const queue = new JobQueue(() => clock.ms)
  const pushed = (id: string) => {
    const job = queued(id)
    queue.push(job)
    return job.isLast
  }
  for (let count = 0; count < 9; count++) {
    queue.cancelled('a')
    clock.ms += 1000
  }
  t.equal(pushed('a1'), false)
  queue.cancelled('a')
  t.equal(pushed('a2'), true)
  t.equal(pushed('b1'), false)
  t.same(
    [...queue].map(({ id }) => id),
    ['a1', 'b1', 'a2'],
  )
  clock.ms = 6 * hourMs - 1
  t.equal(pushed('a3'), true)
  clock.ms = 6 * hourMs
  t.equal(pushed('a4'), false, 'the first of them is an hour ago')
  queue.cancelled('a')
  t.equal(pushed('a5'), true, 'ten in the hour again')
})

t.test('one beside a suspect or a cancelled job is not to blame, where they share a process', async (t) => {
  const running = new RunningJobs(true)
  const [first, suspect, later, last] = [queued('a'), queued('b', { deaths: 1 }), queued('c'), queued('d')]
  running.add(first)
  t.same([first.isBystander, running.hasPoisonJob], [false, false])
  running.add(suspect)
  running.add(later)
  t.same([first.isBystander, suspect.isBystander, later.isBystander], [true, false, true])
  t.equal(running.hasPoisonJob, true)
  const other = queued('e', { deaths: 1 })
  running.add(other)
  t.same([suspect.isBystander, other.isBystander], [true, false], 'the newest suspect is')
  running.delete('e')
  running.delete('b')
  t.same([running.hasPoisonJob, running.size, running.get('b')], [false, 2, undefined])
  running.add(last)
  t.equal(last.isBystander, false)
  running.cancel(later)
  t.same(
    [last.isBystander, later.cancelling.signal.aborted, last.cancelling.signal.aborted],
    [true, true, false],
  )

  const nodes = new RunningJobs(false)
  const [one, second] = [queued('a'), queued('b', { deaths: 1 })]
  nodes.add(one)
  nodes.add(second)
  nodes.cancel(second)
  t.same([one.isBystander, nodes.hasPoisonJob], [false, false])
})

t.test('what is accepted: slots of the account, then credits, then space, then the queue', async (t) => {
  const account = { id: 'a', plan: 'pro', limit: null } as Account
  const pendingOf = (...ids: string[]) =>
    ids.map((id) => ({ id, account_id: id.slice(0, 1), ...(/-/.test(id) && { batch_id: id.slice(0, -1) }) }))
  const gateOf = (more: object = {}) => {
    const given = {
      pending: pendingOf(),
      going: [] as QueuedJob[],
      balance: 9,
      noSpace: undefined,
      waitS: 60,
      ...more,
    }
    const running = new RunningJobs(false)
    for (const job of given.going) running.add(job)
    const records = {
      pendingSimulations: () => given.pending,
      credits: () => ({ unmetered: false, balance: given.balance, held: 0, used_this_month: 0 }),
      accept: async ({ monthly_limit }: object & { monthly_limit: number }) => ({
        outcome: 'taken',
        monthly_limit,
      }),
      acceptBatch: async ({ members }: { members: object[] }) => ({ outcome: 'taken', members }),
    }
    return new Gate({
      records: records as never,
      plans: { ...defaultPlans, pro: { ...defaultPlans.pro, concurrent: 3 } },
      results: { refusal: () => given.noSpace } as never,
      log: {} as never,
      running,
      maximumWaiting: 2,
      maximumInBatches: 5,
      maximumWaitS: 60,
      waitS: () => given.waitS,
      untilFreeS: ({ id }) => Number(id.at(-1)) + 0.5,
    })
  }
  const removed = (id: string) => queued(id, { removed: true } as never)
  const noSpace = { outcome: 'storage_unavailable', retryAfterS: 7 }
  const full = pendingOf('b1', 'b2')
  for (const [state, outcome] of [
    [{}, { outcome: 'taken', monthly_limit: defaultPlans.pro.creditsPerMonth }],
    [{ waitS: 60.1 }, { outcome: 'overloaded', retryAfterS: 1 }],
    [{ pending: pendingOf('b1', 'b-1', 'b-2', 'b-3') }, { outcome: 'taken' }],
    [{ pending: full }, { outcome: 'overloaded', retryAfterS: 1 }],
    [{ pending: full, going: [queued('b1')] }, { outcome: 'taken' }],
    [
      { pending: full, going: [removed('b3'), removed('b5')] },
      { outcome: 'overloaded', retryAfterS: 4 },
    ],
    [
      { pending: full, balance: 0 },
      { outcome: 'insufficient_credits', balance: 0 },
    ],
    [{ noSpace }, noSpace],
    [{ noSpace, pending: full }, noSpace],
    [{ noSpace, balance: 0 }, { outcome: 'insufficient_credits' }],
    [
      { pending: pendingOf('a1', 'a2', 'a3'), going: [queued('a2'), queued('a3'), queued('b1')], balance: 0 },
      { outcome: 'concurrency_limit_exceeded', limit: 3, running: 3, retryAfterS: 3 },
    ],
    [
      { pending: pendingOf('a-1', 'a-2', 'a-3', 'a1'), going: [removed('b9'), removed('b8')] },
      { outcome: 'taken' },
    ],
    [
      { pending: pendingOf('a-1', 'a1'), going: [removed('a7')] },
      { outcome: 'concurrency_limit_exceeded', running: 3, retryAfterS: 8 },
    ],
  ] as const)
    t.match(await gateOf(state).accept(account, quotedJob({}), {} as never), outcome, JSON.stringify(outcome))

  const two = [quotedJob({}), quotedJob({})]
  for (const [state, outcome] of [
    [{ pending: pendingOf('b1', 'b2', 'b-1', 'b-2', 'b-3') }, { outcome: 'taken', members: { length: 2 } }],
    [{ pending: pendingOf('b-1', 'b-2', 'b-3', 'b-4') }, { outcome: 'overloaded' }],
    [
      { pending: pendingOf('b-1', 'b-2', 'b-3', 'b-4'), balance: 1 },
      { outcome: 'insufficient_credits', balance: 1, required: 2 },
    ],
  ] as const)
    t.match(await gateOf(state).acceptBatch(account, two, undefined), outcome, JSON.stringify(outcome))
})

t.test('the store is looked at one time after the other; it is said once that it fails', async (t) => {
  const log: string[] = []
  const say = ({ err = '' }: { err?: unknown }, message: string) => log.push(`${message} ${err}`.trim())
  let pings = 0
  let answer = (_error?: Error) => {}
  const asked = async (count: number) => {
    while (pings < count) await pause(1)
  }
  const store = {
    ping: () => {
      pings++
      return new Promise<void>((resolve, reject) => {
        answer = (error) => (error ? reject(error) : resolve())
      })
    },
  }
  const options = { store: store as never, logger: { error: say, info: say } as never, everyMs: 1 }
  const watch = new StoreWatch(options)
  t.teardown(() => watch.close())
  const alive = setInterval(() => {}, 1000)
  t.teardown(() => clearInterval(alive))
  await asked(1)
  await pause(10)
  t.equal(pings, 1, 'it has not answered yet')
  t.equal(watch.isFailing, false)
  for (const [count, error, isFailing] of [
    [2, new Error('away'), true],
    [3, new Error('still away'), true],
    [4, undefined, false],
    [5, undefined, false],
  ] as const) {
    answer(error)
    await asked(count)
    t.equal(watch.isFailing, isFailing)
  }
  t.same(log.splice(0), ['object store unavailable Error: away', 'object store recovered'])
  watch.close()
  answer()
  await pause(10)
  t.equal(pings, 5)

  const silent = new StoreWatch({ ...options, patienceMs: 5 })
  t.teardown(() => silent.close())
  while (!silent.isFailing) await pause(1)
  silent.close()
  t.same(log, ['object store unavailable Error: The object store did not respond for 0.005 s.'])
})

t.test('of a batch one is queued at a time; those that were deleted are passed over', async (t) => {
  const status = new Map<string, string>()
  const members = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, batch_id: 'batch' }) as Simulation)
  for (const { id } of members) status.set(id, 'pending')
  const begun: string[] = []
  const tasks = new Tasks()
  let isStopping = false
  const batches = new Batches({
    records: { simulation: (id: string) => status.has(id) && { id, status: status.get(id) } } as never,
    quote: async () => quotedJob({}),
    enqueue: ({ id }) => void begun.push(id),
    tasks,
    isStopping: () => isStopping,
  })
  batches.add([...members, { id: 'single' } as Simulation])
  await tasks.done()
  t.same([begun, batches.current('batch'), batches.size], [['a'], 'a', 4])
  t.same(
    [batches.left('batch'), batches.left('batch', 'b'), batches.left('batch', 'd'), batches.left('other')],
    [4, 0, 2, 0],
  )
  batches.advance('batch')
  batches.advance('batch', 'b')
  await tasks.done()
  t.same(begun, ['a'], 'only the end of the current one begins the next')
  status.delete('b')
  batches.remove({ id: 'c', batch_id: 'batch' } as Simulation)
  batches.advance('batch', 'a')
  t.equal(batches.left('batch'), 1, 'the one that is about to be queued is none that is left')
  await tasks.done()
  t.same([begun, batches.current('batch'), batches.size], [['a', 'd'], 'd', 1])
  isStopping = true
  batches.advance('batch', 'd')
  await tasks.done()
  t.same(begun, ['a', 'd'])
  isStopping = false
  batches.advance('batch', 'd')
  await tasks.done()
  batches.advance('batch', 'e')
  t.same([begun, batches.current('batch'), batches.size], [['a', 'd', 'e'], undefined, 0])
})

t.test(
  'waiting is for what runs and is ahead, divided among machines, and for the rest of its batch',
  async (t) => {
    const ids = ['a', 'b', 'c', 'd'].map((id) => queued(id, { quote: { model: 'x', units: 10 } as never }))
    const [going, suspect, first, second] = ids
    going.progress = 0.75
    const running = new RunningJobs(true)
    running.add(going)
    const queue = new JobQueue()
    queue.push(first)
    queue.push(second)
    const left = { batch: 3 } as Record<string, number>
    let unavailableS = 0
    const expectation = new Expectation({
      estimator: { estimateS: ({ units }: { units: number }) => units } as never,
      running,
      poisonJobs: [suspect],
      queue,
      batches: {
        left: (batch: string | undefined, id?: string) =>
          batch === undefined ? 0 : id === 'z' ? 2 : left[batch],
        current: (batch: string | undefined) => (batch === undefined ? undefined : 'd'),
      } as never,
      machines: () => 2,
      unavailableS: () => unavailableS,
    })
    const secondsOf = (id: string, batch_id?: string) =>
      expectation.secondsLeft({ id, batch_id } as Simulation)
    t.equal(expectation.remainingS(going), 2.5)
    t.equal(expectation.untilFreeS({ ...going, batchId: 'batch' }), 32.5)
    t.equal(secondsOf('a'), 3, 'what is left of it')
    t.equal(secondsOf('b'), Math.ceil(2.5 / 2 + 10), 'a suspect is behind what runs')
    t.equal(secondsOf('d'), Math.ceil((2.5 + 10 + 10) / 2 + 10))
    t.equal(
      secondsOf('z', 'batch'),
      Math.ceil((2.5 + 10 + 10) / 2 + 4 * 10),
      'the current one, two more, itself',
    )
    t.equal(expectation.waitS(), 32.5 / 2)
    unavailableS = 100
    t.equal(expectation.waitS(), 100)
  },
)

t.test('estimates are an overhead and a rate of each model, which finished jobs correct', async (t) => {
  const estimator = new DurationEstimator()
  const rateS = startRateS('los')
  const large = { model: 'los', units: 10 / rateS }
  t.equal(estimator.estimateS({ model: 'los', units: 0 }), 0.5)
  t.ok(Math.abs(estimator.estimateS(large) - 10.5) < 1e-9)
  t.equal(estimator.speeds().size, 0)
  // Half of the difference to the guess, then a third of what is left.
  for (const expectedS of [0.5 + 15, 0.5 + 15 + 5 / 3]) {
    estimator.learn(large, 20.5)
    t.ok(Math.abs(estimator.estimateS(large) - expectedS) < 1e-9, `${expectedS} s`)
  }
  t.ok(Math.abs((estimator.speeds().get('los') ?? 0) * (5 / 3) * rateS - 1) < 1e-9, 'cells a second')
  t.equal(estimator.estimateS({ model: 'p526', units: 0 }), 0.5)
  // A fifth of the way to what a short one shows beside its cells.
  estimator.learn({ model: 'los', units: 0 }, 1)
  t.ok(Math.abs(estimator.estimateS({ model: 'p526', units: 0 }) - 0.6) < 1e-9)
  t.equal(computingS({ model: 'los', units: 3 }), 3 * rateS)
  t.same([timeLimitMs(10), timeLimitMs(1e9)], [600_000, 2 ** 31 - 1])
  t.same([0, 0.2, 1, 1.01].map(atLeastOne), [1, 1, 1, 2])
})

t.test('a line of the log has what was waited for, and what was computed', async (t) => {
  const lines: Record<string, unknown>[] = []
  const log = new JobLog({ info: (fields: object) => lines.push({ ...fields }) } as never)
  const params = { model: 'los', max_range: 1, resolution: 100 }
  const common = { id: 'sim_a', account_id: 'acc_a', params, created_at: '2026-01-01T00:00:00.000Z' }
  const at = (second: number) => new Date(Date.parse(common.created_at) + 1000 * second).toISOString()
  log.deleted({ ...common, started_at: at(7), completed_at: at(10) } as never)
  log.deleted({ ...common, started_at: at(7), failed_at: at(8) } as never)
  log.deleted({ ...common, failed_at: at(4) } as never)
  log.deleted({ ...common, failed_at: at(-4) } as never)
  log.accepted(common as never)
  const job = queued('a', { computedMs: 1500.4 })
  log.started(job)
  log.started(job)
  log.ended('failed', job, 'terrain_unavailable')
  t.same(
    lines.slice(0, 5).map(({ queue_ms, compute_ms }) => [queue_ms, compute_ms]),
    [
      [7000, 3000],
      [7000, 1000],
      [4000, 0],
      [0, 0],
      [0, 0],
    ],
  )
  t.match(lines[4], { simulation: 'sim_a', account: 'acc_a', model: 'los', cells: 315, outcome: 'accepted' })
  t.same(
    lines.slice(5).map(({ compute_ms, outcome }) => [compute_ms, outcome]),
    [
      [1500, 'started'],
      [1500, 'terrain_unavailable'],
    ],
  )
})

t.test('rasters are named by simulation, try and layer, products by their simulation', async (t) => {
  for (const name of ['sim_aB1.tif', 'sim_aB1.min_height.tif', 'sim_aB1/a1.tif', 'sim_aB1.products/x.png'])
    t.equal(ownerIdOf(name), 'sim_aB1', name)
  t.equal(ownerIdOf('net_c9.products/any.tif'), 'net_c9')
  for (const name of ['sim_aB1', 'sim_.tif', 'xsim_a.tif', 'sim_a-b.tif', 'notes.txt'])
    t.equal(ownerIdOf(name), undefined, name)
  const simulation = (params: object, attempt?: string) =>
    ({ id: 'sim_a', status: 'completed', params, ...(attempt && { attempt }) }) as unknown as Simulation
  const classes = simulation({ layers: ['visible', 'min_height'] })
  const power = simulation({ layers: ['value', 'class'], output: 'received_power' }, 'a1')
  t.equal(rasterName(classes, 'visible'), 'sim_a.tif')
  t.same(resultNames(classes), ['sim_a.tif', 'sim_a.min_height.tif'])
  t.same(resultNames(power), ['sim_a/a1.tif', 'sim_a/a1.class.tif'])
  for (const name of ['sim_a/a1.tif', 'sim_a.products/x']) t.ok(isNamedBy(power, name), name)
  for (const name of ['sim_a/a2.tif', 'sim_a.tif', 'sim_a.productsx']) t.notOk(isNamedBy(power, name), name)
  t.notOk(isNamedBy({ ...power, status: 'failed' } as Simulation, 'sim_a/a1.tif'))
  const storeOf = (...names: string[]) => ({
    stat: async (name: string) => names.find((one) => one === name),
  })
  t.equal(await hasRasters(storeOf('sim_a.tif') as never, classes), false)
  t.equal(await hasRasters(storeOf('sim_a.tif', 'sim_a.min_height.tif') as never, classes), true)
  t.equal(await hasRasters(storeOf('sim_a/a1.tif') as never, power), true, 'classes are not stored')
})

t.test('stored bytes are sums of whole blocks by account, whatever is replaced or deleted', async (t) => {
  const stored = new StoredBytes()
  const raster = withObject(nothingStored('acc'), { name: 'sim_a.tif', bytes: 4097 })
  t.same(raster, { accountId: 'acc', rasters: 8192, products: 0, productFiles: 0 })
  const both = withObject(raster, { name: 'sim_a.products/x.png', bytes: 1 })
  t.same(both, { accountId: 'acc', rasters: 8192, products: 4096, productFiles: 1 })
  t.same(withProducts(both, -10_000, -2), { ...raster, products: 0, productFiles: 0 })
  stored.set('a', raster)
  stored.set('b', both)
  stored.set('a', both)
  t.same(stored.ofAccount('acc'), { rasters: 16384, products: 8192 })
  t.same([...stored.withProductsOf('acc')], ['b', 'a'], 'the one that got one last at the end')
  t.same([...stored.withProductsOf('other')], [])
  stored.set('b', raster)
  t.same(stored.ofAccount('acc'), { rasters: 16384, products: 4096 })
  t.same([...stored.withProductsOf('acc')], ['a'])
  stored.delete('a')
  stored.delete('a')
  stored.delete('b')
  t.same([stored.ofAccount('acc'), stored.get('a')], [{ rasters: 0, products: 0 }, undefined])
})

t.test('the first number that fits, and the finest spacing, are found exactly', async (t) => {
  for (const wanted of [1, 2, 7, 99, 100])
    t.equal(
      firstThatFits(0, 100, (value) => value >= wanted),
      wanted,
    )
  t.equal(
    firstThatFits(4, 5, () => false),
    5,
    'the last one is taken for granted',
  )
  const lattice = { northDeg: 48, westDeg: 8, latStepDeg: 1 / 3600, lonStepDeg: 1 / 3600 }
  const parts: PartExtent[] = [{ lattice, bounds: undefined }]
  const { latStepDeg } = spacedParts(parts, 100)[0].lattice
  const isAsWide = (spaced: typeof parts) => spaced[0].lattice.latStepDeg >= latStepDeg
  const finest = finestSpacing(parts, isAsWide) ?? 0
  t.ok(isAsWide(spacedParts(parts, finest)) && !isAsWide(spacedParts(parts, finest - 0.01)), `${finest} m`)
  t.equal(finestSpacing(parts, isAsWide, 80), finest < 80 ? 80 : finest)
  t.equal(
    finestSpacing(parts, () => false),
    undefined,
  )
  t.match(tooManyPosts(9, 5, 60), /There are 9 .* maximum is 5: use a terrain_spacing of at least 60 metres/)
  t.match(tooManyPosts(9), /more than the memory of the service allows: choose a smaller/)

  const { disc } = madeJob({ tx_lat: 47, tx_lon: 8, max_range: 10 })
  const perDegree = metresPerDegree(47)
  const circle = (Math.PI * 10_000 ** 2) / (perDegree.lat * perDegree.lon) / lattice.latStepDeg ** 2
  t.ok(Math.abs(postsInCircle(parts, disc) / circle - 1) < 2e-3)
  const west = { ...disc.bounds, eastDeg: 8 }
  t.ok(Math.abs(postsInCircle([{ lattice, bounds: west }], disc) / circle - 0.5) < 2e-3, 'of a half, half')
  const beside = { ...disc.bounds, westDeg: 9, eastDeg: 10 }
  t.equal(postsInCircle([{ lattice, bounds: beside }], disc), 0)
})

t.test('a job that waited for a map that is gone fails, and is never computed without it', async (t) => {
  const job = madeJob({ model: 'p526', rx_clutter: { type: 'map' } })
  await t.rejects(readClutter(job, [], {}), { code: 'clutter_unavailable' })
  const bare = await readClutter(madeJob({ model: 'p526' }), [], {})
  t.match(bare, { tx: undefined, map: undefined, unknownShare: 0 })
})

t.test('a job has one hash within a minor version, over one terrain', async (t) => {
  const job = madeJob({ name: 'a' })
  const tile = { name: 't', sha256: 'aa' } as never
  const hash = jobHash({ ...job, version: '1.2.3' }, [tile])
  t.match(hash, /^[0-9a-f]{64}$/)
  t.equal(jobHash({ ...job, version: '1.2.9' }, [tile]), hash)
  for (const other of [
    jobHash({ ...job, version: '1.3.3' }, [tile]),
    jobHash({ ...job, version: '1.2.3' }, []),
    jobHash({ ...madeJob({ tx_height: 31 }), version: '1.2.3' }, [tile]),
  ])
    t.not(other, hash)
  const mapped = (table: object, attribution: string) =>
    jobHash({ ...job, version: '1.2.3', layers: [{ name: 'n', attribution, table: table as never }] }, [tile])
  const trees = { 10: { type: 'trees', height_m: 15 } }
  t.not(mapped(trees, 'a'), hash)
  t.not(
    mapped(trees, 'a'),
    mapped({ 10: { type: 'trees', height_m: 20 } }, 'a'),
    'another table is another job',
  )
  t.equal(mapped(trees, 'a'), mapped(trees, 'b'), 'whom to credit changes no value')
  t.equal(ofThisVersion(job), job)
  t.same(ofThisVersion({ ...job, version: '0.0.1', grid: {} as never }), job)
})
