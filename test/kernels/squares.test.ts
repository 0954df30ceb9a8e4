import { extname } from 'node:path'
import t from 'tap'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { sharedIn } from '../../kernels/threads/collector.ts'
import { JobThreads, sharedFloats } from '../../kernels/threads/job-threads.ts'
import { forSquares } from '../../kernels/threads/squares.ts'

// A raster is worked on in squares, some at a time, by whoever answers.

const grid = { ...rasterGrid(47, 11, 100, 3000), cols: 75 }
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

t.test('squares hold each cell of a raster once, so many at a time', async (t) => {
  for (const [side, atATime] of [
    [7, 3],
    [64, 3],
    [16, 100],
  ] as const) {
    const asked = new Uint8Array(grid.rows * grid.cols)
    const fractions: number[] = []
    let [running, atOnce, taken, squares] = [0, 0, 0, 0]
    await forSquares(
      grid,
      atATime,
      async ({ firstRow, endRow, firstCol, endCol }) => {
        squares++
        atOnce = Math.max(atOnce, ++running)
        for (let row = firstRow; row < endRow; row++) {
          for (let col = firstCol; col < endCol; col++) asked[row * grid.cols + col]++
        }
        await turn()
        running--
        return (endRow - firstRow) * (endCol - firstCol)
      },
      (count) => {
        taken += count
      },
      { side, onProgress: (fraction) => fractions.push(fraction) },
    )
    t.ok(asked.every((times) => times === 1))
    t.equal(taken, grid.rows * grid.cols)
    t.equal(squares, Math.ceil(grid.rows / side) * Math.ceil(grid.cols / side))
    t.equal(atOnce, Math.min(atATime, squares))
    t.same(
      fractions,
      fractions.map((_, at) => (at + 1) / squares),
    )
  }
})

t.test('an error or a signal ends the work once those that run have ended', async (t) => {
  for (const ends of ['error', 'signal']) {
    const controller = new AbortController()
    const reason = new Error(ends)
    let [running, asked] = [0, 0]
    const work = forSquares(
      grid,
      4,
      async () => {
        const turns = ++asked
        running++
        for (let left = turns; left > 0; left--) await turn()
        running--
        if (turns === 6 && ends === 'error') throw reason
        if (turns === 6) controller.abort(reason)
      },
      () => {},
      { side: 7, signal: controller.signal },
    )
    await t.rejects(work, reason)
    t.equal(running, 0, 'nobody writes any more')
    t.ok(asked < 12, `${asked} of 99 squares were asked for`)
  }
})

t.test(
  'a raster has the transmitter on the centre of its middle cell, and begins east of -180 degrees',
  async (t) => {
    const equator = rasterGrid(0, 10, 1000, 10_500)
    // At the equator a degree is 110 574 m of latitude and 111 320 m of longitude.
    t.ok(
      Math.abs(1000 / equator.cellLatDeg - 110_574) < 1 &&
        Math.abs(1000 / equator.cellLonDeg - 111_319.5) < 1,
    )
    t.match(equator, { txRow: 11, txCol: 11, rows: 23, cols: 23 })
    t.equal(equator.northDeg, 11.5 * equator.cellLatDeg)
    t.equal(equator.westDeg, 10 - 11.5 * equator.cellLonDeg)
    t.equal(rasterGrid(0, 10, 1000, 500).cols, 3)
    const west = rasterGrid(0, -179.95, 1000, 10_500)
    t.ok(Math.abs(west.westDeg - (180.05 - 11.5 * west.cellLonDeg)) < 1e-9, 'it goes on beyond 180')
    const north = rasterGrid(60, 10, 1000, 10_500)
    t.ok(north.cellLonDeg > 1.98 * north.cellLatDeg && north.cellLonDeg < 2.01 * north.cellLatDeg)
  },
)

t.test('threads do the work of several jobs, and what fails is a failure of its own job', async (t) => {
  type Work = 'say' | 'wait' | 'throw' | 'exit'
  interface Said {
    name: string
    works: number
    thread: number
  }
  const serve = new URL(`../../kernels/threads/serve${extname(import.meta.filename)}`, import.meta.url)
  const source = `
    import { threadId } from 'node:worker_threads'
    import { serve } from '${serve}'
    const open = ({ name }) => {
      if (name === 'none') throw new Error('no such job')
      return { name, works: 0 }
    }
    serve(open, (state, work) => {
      if (work === 'throw') throw new Error('not this one')
      if (work === 'exit') process.exit()
      const answer = { ...state, works: ++state.works, thread: threadId }
      return work === 'wait' ? new Promise((resolve) => setTimeout(resolve, 5, { answer })) : { answer }
    })`
  const script = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  const threads = new JobThreads<{ name: string }, Work, Said>(script, 2)
  // Idle threads keep no process alive.
  const alive = setInterval(() => {}, 1000)
  t.teardown(() => clearInterval(alive))
  t.equal(threads.running, 0)
  const one = threads.startOnOne({ name: 'one' })
  const turns = await Promise.all([one.ask('wait'), one.ask('say'), one.ask('wait')])
  t.same(
    turns.map(({ works }) => works),
    [1, 2, 3],
    'in turn',
  )
  t.equal(new Set(turns.map(({ thread }) => thread)).size, 1)
  t.equal(threads.running, 1)
  const any = threads.start({ name: 'any' })
  const none = threads.start({ name: 'none' })
  const asked = await Promise.allSettled([
    any.ask('wait'),
    any.ask('wait'),
    any.ask('say'),
    none.ask('say'),
    any.ask('throw'),
    one.ask('say'),
  ])
  t.equal(threads.running, 2, 'as many as may be')
  t.match(asked, [
    { value: { name: 'any', works: 1 } },
    { value: { name: 'any', works: 1 } },
    { value: { name: 'any', works: 2 } },
    { reason: { message: 'no such job' } },
    { reason: { message: 'not this one' } },
    { value: { name: 'one', works: 4 } },
  ])
  for (const job of [one, any, none]) job.end()
  await threads.destroy(1)
  t.equal(threads.running, 1)
  const ending = threads.start({ name: 'ending' })
  await t.rejects(ending.ask('exit'), { message: 'The thread ended.' })
  t.equal(threads.running, 0)
  t.match(await threads.start({ name: 'next' }).ask('say'), { name: 'next', works: 1 })
  await threads.add({ name: 'more' }, 'say')
  t.equal(threads.running, 2)
  const left = t.rejects(threads.start({ name: 'left' }).ask('wait'), /ended/)
  await threads.destroy()
  await left
  t.equal(threads.running, 0)
})

t.test('shared memory is used as it is, and counted once', async (t) => {
  const own = Float32Array.of(1, 2, 3)
  const shared = sharedFloats(own)
  t.same([...shared], [1, 2, 3])
  t.ok(shared.buffer instanceof SharedArrayBuffer)
  t.equal(sharedFloats(shared), shared)
  const other = new SharedArrayBuffer(5)
  t.same(sharedIn({ a: shared, b: [shared.subarray(1), { c: own }], d: null, e: 'x' }), [shared.buffer])
  t.same(sharedIn([shared, other]), [shared.buffer, other])
  t.same(sharedIn(own), [])
})
