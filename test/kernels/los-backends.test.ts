import t from 'tap'
import { sharedFloats } from '../../kernels/threads/job-threads.ts'
import { grazedHills } from '../helpers/grazed-hills.ts'
import { hills, jobOf, madeCase, openEngine, runCase } from '../references/los.ts'
import { groundM } from '../references/window.ts'

const wasm = await openEngine()
const truth = await runCase(wasm.engine, grazedHills)

t.test('the case has visible, blocked and unknown cells', async (t) => {
  for (const value of [0, 1, 255]) {
    const cells = truth.visibility.reduce((sum, found) => sum + (found === value ? 1 : 0), 0)
    t.ok(cells > 5_000, `${cells} cells are ${value}`)
  }
  t.ok(truth.settled > 10, `${truth.settled} cells were settled in float64`)
})

t.test('2 and 8 parts of a job give the raster of one', async (t) => {
  for (const parts of [2, 8]) {
    const result = await runCase(wasm.engine, grazedHills, { parts })
    t.equal(Buffer.compare(result.visibility, truth.visibility), 0, `${parts} parts`)
    const counts = [result.cellsInRange, result.settled]
    t.same(counts, [truth.cellsInRange, truth.settled], 'and the same counts')
  }
})

t.test('heights as they were read give the raster of those above the antenna', async (t) => {
  const asked = madeCase(hills(3), { half: 300, rangeKm: 20 })
  const { ground, latDeg, lonDeg, transmitter } = asked
  const antennaM = transmitter.heightM + groundM(ground, latDeg, lonDeg)
  const job = jobOf(asked)
  const lowered = await wasm.engine.compute(job)
  const asRead = { ...job.window, heightsM: ground.heightsM.slice(), antennaM }
  const { visibility, settled } = await wasm.engine.compute({ ...job, window: asRead })
  t.ok(settled > 10, `${settled} cells had paths of their own`)
  t.equal(Buffer.compare(visibility, lowered.visibility), 0)
  t.same(asRead.heightsM, ground.heightsM, 'which stay as they are')
})

t.test('heights in memory that threads share are swept too', async (t) => {
  const job = jobOf(madeCase(hills(3), { half: 300, rangeKm: 20 }))
  const swept = await wasm.engine.compute(job)
  t.ok(swept.settled > 10)
  const window = { ...job.window, heightsM: sharedFloats(job.window.heightsM) }
  const shared = await wasm.engine.compute({ ...job, window })
  t.equal(shared.settled, swept.settled, 'per-cell rays decide none but those in doubt')
  t.equal(Buffer.compare(shared.visibility, swept.visibility), 0)
})

t.test('end', () => wasm.close())
