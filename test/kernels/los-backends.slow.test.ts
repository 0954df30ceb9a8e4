import t from 'tap'
import { grazedHills } from '../helpers/grazed-hills.ts'
import { openEngine, runCase } from '../references/los.ts'

const wasm = await openEngine()
const truth = await runCase(wasm.engine, grazedHills)

t.test('1, 2 and 7 sectors a call give the same raster', async (t) => {
  for (const itemsPerCall of [1, 2, 7]) {
    const { visibility } = await runCase(wasm.engine, grazedHills, { itemsPerCall })
    t.equal(Buffer.compare(visibility, truth.visibility), 0, `${itemsPerCall} at a time`)
  }
})

t.test('a large job has further threads opened, which the next one uses', async (t) => {
  const large = { ...grazedHills, resolutionM: 90 }
  const first = await runCase(wasm.engine, large)
  await wasm.engine.growFully()
  const second = await runCase(wasm.engine, large)
  t.equal(Buffer.compare(second.visibility, first.visibility), 0)
  await wasm.engine.trim()
  const third = await runCase(wasm.engine, large)
  t.equal(Buffer.compare(third.visibility, first.visibility), 0, 'and one that goes on alone')
})

t.test('two jobs at once do not disturb each other, and advance together', async (t) => {
  // On a busy machine one of two short jobs may be done before the other has begun, though not each time.
  let order = ''
  for (let attempt = 0; attempt < 5 && !/ab+a|ba+b/.test(order); attempt++) {
    const steps: string[] = []
    const job = (name: string) => runCase(wasm.engine, grazedHills, { onProgress: () => steps.push(name) })
    const results = await Promise.all([job('a'), job('b')])
    for (const { visibility } of results) t.equal(Buffer.compare(visibility, truth.visibility), 0)
    order = steps.join('')
  }
  t.match(order, /ab+a|ba+b/, 'they alternate')
})

t.test('end', () => wasm.close())
