import fc from 'fast-check'
import t, { type Test } from 'tap'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { entriesOfBins, type View } from '../../server/page/browser/comparison/view.ts'
import { floatAfter } from '../../server/results/views/bins.ts'
import { type LayerQuery, shownLayer } from '../../server/results/views/layers.ts'
import { lossOutputOf } from '../../server/results/views/outputs.ts'
import { legend } from '../../server/results/views/styles.ts'
import { NoLayerError } from '../../server/results/views/view.ts'
import { zoneSetter } from '../../server/results/views/zones.ts'
import { areaIn, collection } from '../helpers/made-geojson.ts'
import { areasIn, type Made, madeResult } from '../helpers/made-results.ts'

// What a view makes of cells, each by its own formula; and results that earlier versions stored.

const field = (eastM: number, northM: number) => Math.hypot(eastM, northM) / 90 + 9 * Math.sin(eastM / 700)
const isHole = (eastM: number, northM: number) => Math.hypot(eastM - 4000, northM - 1000) < 900

/** Cells in range by what matches. */
function counted({ cells, geometry, isInRange }: Made, matches: (value: number) => boolean): number {
  let count = 0
  for (const [at, value] of cells.entries()) {
    if (matches(value) && isInRange(Math.floor(at / geometry.cols), at % geometry.cols)) count++
  }
  return count
}

const cellsIn = ({ zones }: Awaited<ReturnType<typeof areasIn>>, state: string) =>
  zones.reduce((sum, zone) => sum + (zone.state === state ? zone.cells : 0), 0)

const erp = 10 ** ((37.25 - 2.15) / 10) / 1000
const queries: LayerQuery[] = [
  {},
  { sensitivity_dbm: -90 },
  { sensitivity_dbm: -103, eirp_dbm: 20 },
  { eirp_dbm: 51 },
  { sensitivity_dbm: -95, eirp_dbm: 30, up_eirp_dbm: 10, up_sensitivity_dbm: -101 },
  { sensitivity_dbm: -80, up_eirp_dbm: 30, up_sensitivity_dbm: -97 },
]

for (const output of ['received_power', 'field_strength', 'path_loss']) {
  for (const own of [{}, { rx_sensitivity_dbm: -97.6 }]) {
    t.test(`sums over bins are counts of cells: ${output}, ${JSON.stringify(own)}`, async (t) => {
      const params = { output, erp, frequency: 868, rx_gain_dbi: 1.7, ...own }
      const lossAt = (eastM: number, northM: number) => 80 + field(eastM, northM)
      // 77.2 + 20·log10(MHz) over the power of an isotropic antenna, unrounded as in ITU-R P.525-4.
      const fieldDb = 77.2157 + 20 * Math.log10(868)
      const valueAt: Record<string, (lossDb: number) => number> = {
        received_power: (lossDb) => 37.25 + 1.7 - lossDb,
        field_strength: (lossDb) => 37.25 + fieldDb - lossDb,
        path_loss: (lossDb) => lossDb,
      }
      const cell = (eastM: number, northM: number) =>
        isHole(eastM, northM) ? Number.NaN : (valueAt[output]?.(lossAt(eastM, northM)) ?? 0)
      const made = await madeResult(t, { layer: 'value', params, cell, cellM: 160 })
      const lossOf = (value: number) =>
        output === 'path_loss' ? value : 37.25 + (output === 'received_power' ? 1.7 : fieldDb) - value
      for (const query of queries) {
        const { sensitivity_dbm = own.rx_sensitivity_dbm, eirp_dbm = 37.25 } = query
        if (sensitivity_dbm === undefined) continue
        const upDb =
          query.up_eirp_dbm === undefined ? 1e9 : query.up_eirp_dbm - Number(query.up_sensitivity_dbm)
        const largestDb = Math.min(eirp_dbm + 1.7 - sensitivity_dbm, upDb)
        const areas = await areasIn(t, made, query)
        const said = `${output} ${JSON.stringify(query)}`
        const wanted = counted(made, (value) => lossOf(value) <= largestDb)
        const near = counted(made, (value) => Math.abs(lossOf(value) - largestDb) < 2e-4)
        t.ok(wanted > 100, `${said}: ${wanted} cells`)
        t.ok(
          Math.abs(cellsIn(areas, 'covered') - wanted) <= near,
          `${said}: ${cellsIn(areas, 'covered')} ${wanted}`,
        )
        t.equal(cellsIn(areas, 'unknown'), counted(made, Number.isNaN))
        const states = ['covered', 'talk_out', 'talk_in', 'lacking', 'unknown']
        t.equal(
          states.reduce((sum, state) => sum + cellsIn(areas, state), 0),
          counted(made, () => true),
        )
        t.equal(
          areas.zones.filter(({ state }) => state.startsWith('talk_')).length,
          query.up_eirp_dbm === undefined ? 0 : 1,
        )
        const ringKm2 = areas.zones.reduce(
          (sum, { state, km2 }) => sum + (state.startsWith('talk_') ? km2 : 0),
          0,
        )
        const sectorsKm2 = areas.sectors.reduce(
          (sum, { one_direction_km2 = 0 }) => sum + one_direction_km2,
          0,
        )
        t.ok(Math.abs(ringKm2 - sectorsKm2) <= 0.0005 * 37, `${said}: ${ringKm2} km² one way`)
        for (const query2 of [{ ...query, layer: 'class' }]) {
          const classes = await areasIn(t, made, query2)
          t.same(
            states.map((state) => cellsIn(classes, state)),
            states.map((state) => cellsIn(areas, state)),
          )
        }
        await sameAsDrawn(t, made, query)
      }
    })
  }
}

t.test('with a way back each cell is in the zone of the directions that work, on the page too', async (t) => {
  // Off every threshold, which are at whole decibels up and at 0.95 or 0.7 down.
  const losses = Array.from({ length: 260 }, (_, at) => 60.33 + at / 2)
  const found = new Set<string>()
  const budget = {
    output: fc.constantFrom('received_power', 'field_strength', 'path_loss'),
    layer: fc.constantFrom('value', 'class'),
    sensitivity_dbm: fc.integer({ min: -110, max: -60 }),
    eirp_dbm: fc.option(fc.integer({ min: 10, max: 60 }), { nil: undefined }),
    up_eirp_dbm: fc.integer({ min: 0, max: 40 }),
    up_sensitivity_dbm: fc.integer({ min: -125, max: -60 }),
  }
  fc.assert(
    fc.property(fc.record(budget), ({ output, layer, ...query }) => {
      const params = { output, erp, frequency: 868, rx_gain_dbi: 1.7, layers: ['value'] }
      const loss = lossOutputOf(params)
      if (loss === undefined) throw new Error('Expected a path loss.')
      const lossless = loss.output.isLoss ? null : loss.output.baseDb(loss.radio)
      const values = [Number.NaN, ...losses.map((db) => (lossless === null ? db : lossless - db))]
      const shown = shownLayer(params, '0.4.0', { layer, ...query })
      const zones = new Uint8Array(values.length)
      zoneSetter(shown, true)(zones, values, 0, values.length)
      const wanted = losses.map((db) => {
        const isReceived = (query.eirp_dbm ?? 37.25) + 1.7 - db >= query.sensitivity_dbm
        const hears = query.up_eirp_dbm - db >= query.up_sensitivity_dbm
        return isReceived && hears ? 'covered' : isReceived ? 'talk_out' : hears ? 'talk_in' : 'lacking'
      })
      for (const state of wanted) found.add(state)
      const seen = Array.from(zones, (zone) => shown.zones[zone - 1])
      const classes: Record<string, number> = { covered: 1, unknown: 255 }
      const wantedClasses = ['unknown', ...wanted].map((state) => classes[state] ?? 0)
      const link = { eirp_dbm: loss.radio.eirpDbm, rx_gain_dbi: loss.radio.rxGainDbi, lossless }
      const { entries } = legend(shown.zones, shown.unit)
      const bins = { values: values.map((value) => (Number.isNaN(value) ? null : value)), link }
      const drawn = Array.from(entriesOfBins(bins, entries, query as View)).slice(1)
      const isSame =
        JSON.stringify(seen.map((zone) => zone?.kind)) === JSON.stringify(['unknown', ...wanted]) &&
        JSON.stringify(drawn) === JSON.stringify(Array.from(zones, (zone) => zone - 1))
      if (layer === 'value') return isSame
      return isSame && seen.every((zone, at) => (zone?.value ?? 255) === wantedClasses[at])
    }),
    { numRuns: 1000, seed: 1 },
  )
  t.same([...found].sort(), ['covered', 'lacking', 'talk_in', 'talk_out'])
})

/** Sums over bins are counts of the zones that are drawn, zone by zone. */
async function sameAsDrawn(t: Test, made: Made, query: LayerQuery): Promise<void> {
  const source = made.viewedAs(query)
  const { rows, cols } = made.geometry
  const drawn = new Array(source.zones.length).fill(0)
  for (const zone of await source.readZones(0, { row: 0, col: 0, rows, cols }))
    if (zone > 0) drawn[zone - 1]++
  const { zones } = await areasIn(t, made, query)
  t.same(
    zones.map(({ cells }) => cells),
    drawn,
    JSON.stringify(query),
  )
}

t.test('values on a threshold are covered, on an edge in the upper range', async (t) => {
  const whole = (eastM: number) => Math.round(eastM / 1000)
  for (const [output, own, first] of [
    ['received_power', -100, -105],
    ['path_loss', -100, 125],
  ] as const) {
    // 32.15 dBm EIRP: −117.85 and the like are no 32-bit floats.
    const params = { output, rx_sensitivity_dbm: own }
    const made = await madeResult(t, { layer: 'value', params, cell: (eastM) => first + whole(eastM) })
    for (const sensitivity_dbm of [own, own - 3, own + 2]) {
      for (const eirp_dbm of [undefined, 30, 25]) {
        const query = { sensitivity_dbm, ...(eirp_dbm !== undefined && { eirp_dbm }) }
        const addedDb = (eirp_dbm ?? 32.15) - 32.15
        const matches = (value: number) =>
          output === 'path_loss'
            ? value <= (eirp_dbm ?? 32.15) - sensitivity_dbm + 1e-9
            : value + addedDb >= sensitivity_dbm - 1e-9
        t.equal(
          cellsIn(await areasIn(t, made, query), 'covered'),
          counted(made, matches),
          `${output} ${JSON.stringify(query)}`,
        )
        await sameAsDrawn(t, made, query)
      }
    }
  }
})

t.test('the next float is the smallest above', async (t) => {
  for (const value of [0, 1, -1, 120, -117.85, 117.85, 1e-40, -1e-40, 3e38]) {
    const next = floatAfter(value)
    t.ok(next > value && Math.fround(next) === next)
    // Nothing lies between: half way is rounded to one of both.
    const middle = Math.fround((Math.fround(value) + next) / 2)
    t.ok([Math.fround(value), next].includes(middle), `${value}`)
  }
})

t.test('bins are ten degrees wide, and have their farthest cells', async (t) => {
  const made = await madeResult(t, {
    layer: 'value',
    params: { output: 'path_loss' },
    cell: (e, n) => 80 + field(e, n),
  })
  const { sectors, farthest_km, km2, zones } = await areasIn(t, made, { sensitivity_dbm: -100 })
  t.equal(sectors.length, 36)
  t.ok(Math.abs(Math.max(...sectors.map((sector) => sector.farthest_km)) - farthest_km) < 1e-9)
  const covered = zones.filter(({ state }) => state === 'covered')
  t.ok(covered.length > 1, 'several ranges')
  const sumKm2 = (some: { km2: number }[]) => some.reduce((sum, one) => sum + one.km2, 0)
  const ofSectors = sumKm2(sectors.map(({ covered_km2 }) => ({ km2: covered_km2 })))
  // All figures have three decimals.
  t.ok(Math.abs(ofSectors - sumKm2(covered)) <= 0.0005 * (36 + covered.length), 'sectors make up the whole')
  const { cellLatDeg, cellLonDeg } = made.geometry
  const perDegree = metresPerDegree(47.6)
  const cellKm2 = (cellLatDeg * perDegree.lat * cellLonDeg * perDegree.lon) / 1e6
  t.ok(Math.abs(km2 / (cellKm2 * zones.reduce((sum, { cells }) => sum + cells, 0)) - 1) < 1e-3)
})

// Results of versions before 0.4.0, made as those versions stored them.

const legacy = { output: 'received_power', erp, rx_sensitivity_dbm: -100 }
const power = (eastM: number, northM: number) => -60 - field(eastM, northM)
const erased = (eastM: number, northM: number) =>
  isHole(eastM, northM) || power(eastM, northM) < -100 ? Number.NaN : power(eastM, northM)
const classOf = (eastM: number, northM: number) =>
  isHole(eastM, northM) ? 255 : power(eastM, northM) < -100 ? 0 : 1

t.test(
  'stored by 0.3.0 with value and class: weak and unknown are told apart by the class raster',
  async (t) => {
    const params = { ...legacy, layers: ['value', 'class'] }
    const made = await madeResult(t, {
      layer: 'value',
      params,
      cell: erased,
      classOf,
      engineVersion: '0.3.0',
    })
    const all = await madeResult(t, {
      layer: 'value',
      params,
      cell: (e, n) => (isHole(e, n) ? Number.NaN : power(e, n)),
    })
    for (const layer of ['value', 'class']) {
      for (const query of [{ layer }, { layer, sensitivity_dbm: -100 }, { layer, sensitivity_dbm: -83 }]) {
        const [seen, wanted] = [await areasIn(t, made, query), await areasIn(t, all, query)]
        t.same(seen, wanted, JSON.stringify(query))
        await sameAsDrawn(t, made, query)
      }
    }
    const lower = await areasIn(t, made, { sensitivity_dbm: -120 })
    const own = await areasIn(t, made, {})
    t.equal(cellsIn(lower, 'covered'), cellsIn(own, 'covered'), 'no more than was stored')
    t.equal(cellsIn(lower, 'lacking'), cellsIn(own, 'lacking'))
    const { rows, cols } = made.geometry
    const window = { row: 0, col: 0, rows, cols }
    const [classes, wanted] = [made, all].map((one) => one.viewedAs({ layer: 'class' }).readValues(0, window))
    t.same(await classes, await wanted, 'the class raster is what it was')
    const polygons = await collection(t, made.source)
    const ownPolygons = await collection(t, all.source)
    for (const zone of ['covered', 'lacking', 'unknown']) {
      const [area, other] = [polygons, ownPolygons].map((found) => areaIn(found, (one) => one.zone === zone))
      t.ok(area && other && Math.abs(area - other) < 1e-9, zone)
    }
  },
)

t.test('stored by 0.3.0 with value alone: weak and unknown are one', async (t) => {
  const params = { ...legacy, layers: ['value'] }
  const made = await madeResult(t, { layer: 'value', params, cell: erased, engineVersion: '0.3.0' })
  for (const query of [{}, { sensitivity_dbm: -120 }, { sensitivity_dbm: -83 }]) {
    const { zones } = await areasIn(t, made, query)
    t.equal(zones.at(-1)?.label, `less than ${query.sensitivity_dbm ?? -100} dBm, or unknown`)
    t.notOk(zones.some(({ state }) => state === 'unknown'))
    const weakest = Math.max(-100, query.sensitivity_dbm ?? -100)
    t.equal(
      zones.at(-1)?.cells,
      counted(made, (value) => !(value >= weakest)),
    )
    await sameAsDrawn(t, made, query)
  }
  const classes = await areasIn(t, made, { layer: 'class' })
  t.equal(
    cellsIn(classes, 'covered'),
    counted(made, (value) => value >= -100),
  )
  t.equal(cellsIn(classes, 'unknown'), counted(made, Number.isNaN))
})

t.test('stored by 0.3.0 with class alone: the classes, in their own view', async (t) => {
  const params = { ...legacy, layers: ['class'] }
  const made = await madeResult(t, { layer: 'class', params, cell: classOf, engineVersion: '0.3.0' })
  const areas = await areasIn(t, made)
  t.same(
    areas.zones.map(({ state, label, cells }) => [state, label, cells]),
    [
      ['covered', 'at least -100 dBm', counted(made, (value) => value === 1)],
      ['lacking', 'less than -100 dBm', counted(made, (value) => value === 0)],
      ['unknown', 'unknown', counted(made, (value) => value === 255)],
    ],
  )
  for (const query of [{ layer: 'value' }, { sensitivity_dbm: -90 }, { eirp_dbm: 30 }])
    t.throws(
      () => made.layerOf(query),
      new NoLayerError('Only the classes of this result were stored, in the view of its request.'),
    )
})

t.test('stored by earlier versions without a sensitivity: nothing was erased', async (t) => {
  const { rx_sensitivity_dbm: _none, ...params } = legacy
  const cell = (e: number, n: number) => (isHole(e, n) ? Number.NaN : power(e, n))
  const made = await madeResult(t, { layer: 'value', params, cell, engineVersion: '0.2.1' })
  const other = await madeResult(t, { layer: 'value', params, cell })
  for (const query of [{}, { sensitivity_dbm: -100 }, { sensitivity_dbm: -80, layer: 'class' }])
    t.same(await areasIn(t, made, query), await areasIn(t, other, query))
})
