import t from 'tap'
import { DurationEstimator } from '../../server/jobs/estimator.ts'
import { heldPosts, memoryOf } from '../../server/jobs/memory.ts'
import { postsToRead } from '../../server/jobs/posts.ts'
import { type QuotedJob, queuedJob } from '../../server/jobs/queued-job.ts'
import { bytesOf } from '../../server/jobs/quote.ts'
import { type Demand, isSmall, Slots } from '../../server/jobs/slots.ts'
import { FairQueue, type Queued } from '../../server/queues/fair-queue.ts'
import type { Bounds } from '../../storage/terrain/types.ts'
import { madeJob, madeQuote, quotedJob } from '../helpers/jobs.ts'
import { seededRandom } from '../references/random.ts'

const mebibyte = 2 ** 20
const capacity = { slots: 2, smallSlots: 1, tinySlots: 0, memoryBytes: 1024 * mebibyte }

let made = 0

function job(accountId: string, seconds: number, memoryMib = 10): Demand {
  return { id: `${accountId}${++made}`, accountId, seconds, memoryBytes: memoryMib * mebibyte }
}

t.test('long jobs of one account leave a slot for others', async (t) => {
  const slots = new Slots(() => capacity)
  const [first, second, other] = [job('a', 3600), job('a', 3600), job('b', 3600)]
  t.equal(slots.take([first, second]), first)
  t.equal(slots.take([second]), undefined)
  t.equal(slots.take([second, other]), other, 'the next account passes')
  slots.release(other.id)
  const short = job('a', 5)
  t.equal(slots.take([second, short]), short, 'what soon ends may use the slot')
})

t.test('a small job runs beside long ones', async (t) => {
  const slots = new Slots(() => capacity)
  slots.take([job('a', 3600, 400)])
  slots.take([job('b', 3600, 400)])
  const waiting = [job('c', 3600, 400), job('d', 1.1), job('e', 1, 65), job('f', 0.5)]
  t.equal(slots.take(waiting), waiting[3], 'neither a long one nor one of much memory')
  const next = job('g', 0.5)
  t.equal(slots.take([next]), undefined, 'one at a time')
  t.equal(slots.reservedBytes, 810 * mebibyte)

  slots.overrun(waiting[3]?.id ?? '')
  t.equal(slots.take([next]), next, 'one that goes on gives its slot back')
  for (let count = 0; count < 2; count++) {
    slots.overrun(next.id)
    slots.release(next.id)
    slots.take([job('h', 0.5)])
  }
  t.ok(slots.reservedBytes <= capacity.memoryBytes)
})

t.test('a tiny job runs beside the maximum number of small ones', async (t) => {
  const slots = new Slots(() => ({ ...capacity, tinySlots: 1 }))
  for (const account of ['a', 'b', 'c']) t.ok(slots.take([job(account, 0.5)]), 'all of the other slots')
  const [small, tiny] = [job('d', 0.5), job('e', 0.06)]
  t.equal(slots.take([small, tiny]), tiny)
  t.equal(slots.take([job('f', 0.06)]), undefined, 'one at a time')
})

t.test('the number of small jobs that overrun is limited', async (t) => {
  const slots = new Slots(() => capacity)
  let started = 0
  for (let count = 0; count < 10; count++) {
    const taken = slots.take([{ ...job('a', 0.5), accountId: `a${count}` }])
    if (taken === undefined) break
    started++
    slots.overrun(taken.id)
  }
  t.ok(started <= capacity.slots + capacity.smallSlots + 3, `${started}`)
})

t.test('a job that waits for memory is not overtaken for ever', async (t) => {
  const slots = new Slots(() => capacity)
  const running = job('a', 60, 500)
  slots.take([running])
  const [large, later] = [job('b', 60, 800), job('c', 60, 100)]
  t.equal(slots.take([large, later]), undefined, 'nobody takes what it waits for')
  const tiny = job('d', 0.1)
  t.equal(slots.take([large, later, tiny]), tiny, 'small ones have memory of their own')
  slots.release(running.id)
  t.equal(slots.take([large, later]), large)
  t.equal(slots.take([later]), later)
})

t.test('jobs never exceed memory or slots', async (t) => {
  const random = seededRandom(5)
  const slots = new Slots(() => capacity)
  const running: Demand[] = []
  let waiting: Demand[] = []
  for (let step = 0; step < 5000; step++) {
    if (random() < 0.5) {
      const seconds = random() < 0.5 ? random() : 100 * random()
      waiting.push(
        job('abcdef'.charAt(Math.floor(6 * random())), seconds, 1 + Math.floor(900 * random() ** 3)),
      )
    }
    const taken = slots.take(waiting)
    if (taken) {
      running.push(taken)
      waiting = waiting.filter((one) => one !== taken)
    }
    if (running.length > 0 && random() < 0.5) {
      const [ended] = running.splice(Math.floor(random() * running.length), 1)
      if (ended) slots.release(ended.id)
    }
    const bytes = running.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
    if (bytes !== slots.reservedBytes || bytes > capacity.memoryBytes || running.length > 3) {
      t.fail(`step ${step}: ${running.length} jobs of ${bytes} bytes`)
    }
  }
  for (const { id } of running.splice(0)) slots.release(id)
  while (waiting.length > 0) {
    const taken = slots.take(waiting)
    if (taken === undefined) {
      t.fail(`${waiting.length} jobs never run`)
      break
    }
    waiting = waiting.filter((one) => one !== taken)
    slots.release(taken.id)
  }
  t.pass('all of them ran')
})

t.test('waiting accounts get equal time', async (t) => {
  const random = seededRandom(9)
  const queue = new FairQueue<Demand>()
  const hadS = new Map<string, number>([
    ['many', 0],
    ['long', 0],
    ['short', 0],
  ])
  const lengthS = { many: () => 1 + random(), long: () => 60, short: () => 0.5 }
  const add = (accountId: keyof typeof lengthS) => queue.push(job(accountId, lengthS[accountId]()))
  for (let count = 0; count < 30; count++) for (const name of ['many', 'long', 'short'] as const) add(name)
  for (let count = 0; count < 2000; count++) {
    const [next] = queue
    if (next === undefined) break
    queue.serve(next.id)
    hadS.set(next.accountId, (hadS.get(next.accountId) ?? 0) + next.seconds)
    add(next.accountId as keyof typeof lengthS)
  }
  const times = [...hadS.values()]
  t.ok(Math.max(...times) - Math.min(...times) <= 61, `within one job: ${times.map((s) => s.toFixed(0))}`)

  const newcomer = job('new', 0.3)
  queue.push(newcomer)
  t.equal(queue.ahead(newcomer.id).length, 0, 'who comes anew is next')
})

t.test('what comes last waits behind all others, in turns of the accounts', async (t) => {
  const queue = new FairQueue<Queued>()
  const last = ['a', 'a', 'b'].map((accountId) => ({ ...job(accountId, 1), isLast: true }))
  const others = ['c', 'c', 'd'].map((accountId) => job(accountId, 60))
  for (const one of [...last, ...others]) queue.push(one)
  const order = () => [...queue].map(({ accountId }) => accountId).join('')
  t.equal(order(), 'cdcaba')
  const [served] = queue
  queue.serve(served?.id ?? '')
  queue.push(job('e', 3600))
  t.equal(order(), 'decaba')
  if (served) queue.putBack(served)
  t.equal(order(), 'dcecaba')
  const [first] = last
  if (first) {
    queue.serve(first.id)
    queue.putBack(first)
  }
  t.equal(order(), 'dcecbaa')
})

t.test("a deleted job's remaining time is not counted", async (t) => {
  const queue = new FairQueue<Demand>()
  const jobs = [job('a', 1), job('a', 1000), job('a', 1), job('b', 10), job('b', 10)]
  for (const one of jobs) queue.push(one)
  t.equal(queue.remove(jobs[1]?.id ?? ''), true)
  t.same(
    [...queue].map(({ id }) => id),
    [0, 3, 2, 4].map((at) => jobs[at]?.id),
  )
})

t.test('memory is computed from cells, posts and layers', async (t) => {
  const asked = { model: 'los', tx_lat: 45, resolution: 30, max_range: 100 }
  const los = madeQuote(asked)
  const heights = madeQuote({ ...asked, layers: ['visible', 'min_height'] })
  const { rows, cols } = madeJob(asked).grid
  t.ok(heights.memory.cellBytes - los.memory.cellBytes >= 4 * rows * cols, 'a height for each cell')
  t.ok(los.memory.postBytes >= 4 * (200_000 / 30) ** 2, 'every post of the square around the circle')
  t.ok(madeQuote({ ...asked, tx_lat: 75 }).posts > 2 * los.posts, 'more meridians meet nearer a pole')
  // Measured: the heights themselves, and what writing them leaves to be collected.
  const square = { ...asked, max_range: 50, resolution: 40 }
  const cellBytes = (layers: string[]) => memoryOf(madeJob({ ...square, layers }), 'own', 0).cellBytes
  t.ok(cellBytes(['min_height']) - cellBytes(['visible']) >= (24 + 97) * mebibyte, 'and what its file takes')
  t.ok(bytesOf(madeQuote({ ...asked, max_range: 1 })) < 64 * mebibyte, '1 km is small')
})

t.test('of several parts the largest is held twice, also a finer one', async (t) => {
  const { disc } = madeJob({ model: 'los', tx_lat: 45, tx_lon: 7, max_range: 20 })
  const part = (stepDeg: number, bounds?: Bounds) => ({
    lattice: { northDeg: 46, westDeg: 6, latStepDeg: stepDeg, lonStepDeg: stepDeg },
    bounds,
  })
  const coarse = part(1 / 1200)
  const fine = part(1 / 10_800, { northDeg: 45.1, southDeg: 44.9, westDeg: 6.9, eastDeg: 7.1 })
  const [fewer, more] = [coarse, fine].map((one) => postsToRead([one], disc)) as [number, number]
  t.ok(more > fewer, `${more} and ${fewer}`)
  t.equal(heldPosts([fine, coarse], disc, 'both'), more)
  t.equal(heldPosts([fine, coarse], disc, 'own'), 0)
})

t.test('a small job stays small, whatever time is estimated', async (t) => {
  const quoted = quotedJob({ max_range: 1 })
  const estimator = new DurationEstimator()
  for (let count = 0; count < 50; count++) estimator.learn(quoted.quote, 30)
  t.ok(estimator.estimateS(quoted.quote) > 20, 'expected as it was seen')
  const queued = (id: string, quoted: QuotedJob) =>
    queuedJob({ id, account_id: id, progress: 0 } as never, quoted, 2 ** 33)
  const small = queued('a', quoted)
  t.ok(isSmall(small), `${small.seconds} s`)
  t.notOk(isSmall(queued('b', quotedJob({ max_range: 100 }))))
})

t.test('the jobs ahead in the queue are those that leave it first', async (t) => {
  const items = ['a1', 'a2', 'b1', 'c1', 'c2', 'a3', 'c3'].map((id) => ({
    id,
    accountId: id.slice(0, 1),
    seconds: 1,
  }))
  const filled = () => {
    const queue = new FairQueue<Queued>()
    for (const item of items) queue.push(item)
    return queue
  }
  for (const item of items) {
    const queue = filled()
    const ahead = queue.ahead(item.id).map(({ id }) => id)
    const left: string[] = []
    for (let [next] = queue; next && next.id !== item.id; [next] = queue) {
      queue.serve(next.id)
      left.push(next.id)
    }
    t.same(ahead.sort(), left.sort(), item.id)
  }
  const queue = filled()
  t.equal(queue.remove('c2'), true)
  t.equal(queue.remove('c2'), false)
  t.equal(queue.size, 6)
})

t.test('no job reserves more memory than there is', async (t) => {
  const slots = new Slots(() => ({ ...capacity, memoryBytes: 256 * mebibyte }))
  const quoted = quotedJob({ model: 'itm', max_range: 100, resolution: 50 })
  const large = queuedJob({ id: 'a', account_id: 'a', progress: 0 } as never, quoted, slots.largestBytes)
  t.equal(large.memoryBytes, slots.largestBytes)
  t.equal(slots.take([large]), large)
})

t.test('a job that overruns keeps its memory', async (t) => {
  const slots = new Slots(() => ({ ...capacity, memoryBytes: 256 * mebibyte }))
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  for (const name of names) {
    const taken = slots.take([job(name, 0.5, 60)])
    if (taken) slots.overrun(taken.id)
    t.ok(slots.reservedBytes <= 256 * mebibyte)
  }
})

t.test('a job that is put back keeps its position and is not counted twice', async (t) => {
  const queue = new FairQueue<Demand>()
  const [first, second, other] = [job('a', 10), job('a', 10), job('b', 10)]
  for (const one of [first, second, other]) queue.push(one)
  queue.serve(first.id)
  queue.serve(other.id)
  queue.putBack(first)
  t.same([...queue], [first, second])
  queue.push(job('b', 10))
  t.equal([...queue][1], second, 'the account has not had its turn twice')
})

t.test('a job that no node has the memory for now keeps no other waiting', async (t) => {
  let largestNowMib = 100
  const slots = new Slots(() => ({
    ...capacity,
    largestBytes: 800 * mebibyte,
    largestNowBytes: largestNowMib * mebibyte,
  }))
  const [large, other] = [job('a', 3600, 500), job('b', 3600, 50)]
  t.equal(slots.take([large, other]), other)
  t.equal(slots.take([large]), undefined)
  largestNowMib = 800
  t.equal(slots.take([large]), large)
})
