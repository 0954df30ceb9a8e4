import t, { type Test } from 'tap'
import { openDevice } from '../../kernels/device/device.ts'
import { testData } from '../helpers/test-data.ts'
import { broken, type ReferenceSet, rowsOf, type Value } from '../references/models/comparison.ts'
import { RayLosses } from '../references/models/rays.ts'
import { referenceSets } from '../references/models/sets.ts'

const vectors = testData('models')

function judge(t: Test, set: ReferenceSet, by: string, values: Value[]): void {
  t.ok(values.length > 0, `${values.length} values`)
  for (const { quantity, n, max, tolerance, pass } of rowsOf(set, by, values)) {
    t.ok(pass, `${quantity}: ${n} values, at most ${max} off of ${tolerance}`)
  }
  t.same(broken(set, values).slice(0, 3), [])
}

t.test('float64 functions have the published values', async (t) => {
  for (const set of referenceSets) {
    t.ok(set.isIn(vectors), `${set.name} is there`)
    judge(t, set, 'plain', set.plain(vectors))
  }
})

t.test('device functions have the published values', async (t) => {
  const device = await openDevice('webasm')
  const rays = new RayLosses(device)
  t.teardown(async () => {
    await rays.destroy()
    await device.destroy()
  })
  for (const set of referenceSets) {
    if (set.device !== undefined) judge(t, set, 'webasm', await set.device(vectors, { device, rays }))
  }
})

t.test('a wrong value and NaN break their tolerance', async (t) => {
  const set: ReferenceSet = {
    name: 'made',
    isIn: () => true,
    plain: () => [],
    tolerances: { loss: { maximum: 0.1, why: 'made' }, unused: { maximum: 1, why: 'made' } },
    notes: [],
  }
  const value = (got: number): Value => ({ quantity: 'loss', from: 'here', want: 100, got })
  t.match(rowsOf(set, 'plain', [value(100.05), value(99.95)]), [{ n: 2, quantity: 'loss', pass: true }])
  t.match(rowsOf(set, 'plain', [value(100.05), value(99.8)]), [{ pass: false }])
  t.match(rowsOf(set, 'plain', [value(Number.NaN), value(100)]), [{ pass: false }])
  t.equal(broken(set, [value(100.05), value(Number.NaN)]).length, 1)
  t.throws(() => rowsOf(set, 'plain', [{ ...value(1), quantity: 'other' }]), /no tolerance for other/)
})
