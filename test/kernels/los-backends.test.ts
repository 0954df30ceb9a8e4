import t from 'tap'
import { grazedHills } from '../helpers/grazed-hills.ts'
import { openEngine, runCase } from '../references/los.ts'

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

t.test('end', () => wasm.close())
