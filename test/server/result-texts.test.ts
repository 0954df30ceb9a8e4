import t from 'tap'
import { noCellsWarning } from '../../server/results/areas.ts'
import { betweenSteps, betweenWhole, seriesOf125 } from '../../server/results/geojson.ts'
import { figuresOf } from '../../server/results/products/measurements.ts'
import { legendZones } from '../../server/results/products/source.ts'
import { tableLines } from '../../server/results/products/table-text.ts'
import { shownLayer } from '../../server/results/views/layers.ts'
import { lossOutputOf, radioOf } from '../../server/results/views/outputs.ts'
import {
  COVERED_COLOR,
  classColorMap,
  coverageLabels,
  legend,
  lossRangesOf,
  onWhite,
} from '../../server/results/views/styles.ts'
import { cellView, isCovered, roundedDb, viewOf } from '../../server/results/views/view.ts'
import type { RasterGeometry } from '../../storage/rasters/types.ts'

// What answers about results say in figures and words, part by part.

t.test(
  'steps are 1, 2 and 5 times the powers of ten, both ends included, and a value between is told its neighbors',
  async (t) => {
    t.same(seriesOf125(1, 20), [1, 2, 5, 10, 20])
    t.same(seriesOf125(20, 500), [20, 50, 100, 200, 500])
    t.same(seriesOf125(3, 40), [5, 10, 20])
    t.equal(betweenSteps(5, [1, 5, 10]), undefined)
    t.equal(betweenSteps(7, [1, 5, 10]), '7 is between the steps 5 and 10')
    t.equal(betweenWhole(-3), undefined)
    t.equal(betweenWhole(-3.5), '-3.5 is between the whole numbers -4 and -3')
  },
)

t.test(
  'rows of a table come back, quoted where they must be, with numbers as the table has them',
  async (t) => {
    const names = ['name', 'value', 'lat']
    const cells = [
      ['a;b', 'x', '47,5'],
      ['say "hi"', 'y', '48'],
      [' c', 'z', '49'],
    ]
    const table = (separator: ',' | ';', hasDecimalCommas: boolean) =>
      ({ names, rows: cells.map((row) => ({ row: 2, cells: row })), separator, hasDecimalCommas }) as const
    const results = [
      { value: -70.5, state: 'covered', distance_m: 1234.5, residual_db: -1.25 },
      { value: null, state: 'unknown', distance_m: 7 },
      { value: 0, state: 'lacking', distance_m: 8 },
    ]
    t.same(
      [...tableLines(table(';', true), results)],
      [
        'name;lat;value;state;distance_m;residual_db\r\n',
        '"a;b";47,5;-70,5;covered;1234,5;-1,25\r\n',
        '"say ""hi""";48;;unknown;7;\r\n',
        '" c";49;0;lacking;8;\r\n',
      ],
    )
    t.equal([...tableLines(table(',', false), results)][1], 'a;b,"47,5",-70.5,covered,1234.5,-1.25\r\n')
  },
)

t.test('a comparison has the figures of its errors, by distance from 1, 2 and 5 on', async (t) => {
  const one = (predictedDb: number, measuredDb: number, distanceM: number, isHit?: boolean) => ({
    predictedDb,
    measuredDb,
    distanceM,
    stretch: 'one',
    isHit,
  })
  const figures = figuresOf([
    one(103, 100, 0.2, true),
    one(106, 110, 1999, false),
    one(121, 120, 2000),
    one(130, 130, 5000),
  ])
  t.match(figures, {
    bias_db: 0,
    sigma_db: Number(Math.sqrt(26 / 4).toFixed(3)),
    rmse_db: Number(Math.sqrt(26 / 4).toFixed(3)),
    mae_db: 2,
    // Of 0, 1, 3 and 4, seven tenths of the last step.
    p90_db: 3.7,
    hit_rate: 0.5,
  })
  t.same(
    figures.by_distance.map(({ from_m, to_m, n, bias_db }) => [from_m, to_m, n, bias_db]),
    [
      [1, 2, 1, 3],
      [1000, 2000, 1, -4],
      [2000, 5000, 1, 1],
      [5000, 10_000, 1, 0],
    ],
  )
  t.same(figures.fit, {
    stretches: 1,
    from_m: 0.2,
    to_m: 5000,
    needed_stretches: 30,
    correction: null,
    rmse_db: null,
  })
  t.match(figuresOf([]), { bias_db: null, p90_db: null, correlation: null, by_distance: [] })
  t.equal(figuresOf([one(90, 100, 1), one(95, 100, 1)]).correlation, null, 'one loss alone')
  t.equal(figuresOf([one(90, 100, 1), one(95, 110, 1)]).correlation, 1)
})

t.test('a fit that would leave more than the bare errors is not offered', async (t) => {
  const fitted = (biasDb: number) =>
    figuresOf(
      Array.from({ length: 40 }, (_, at) => ({
        predictedDb: 100 + biasDb + (at % 2 ? 4 : -4),
        measuredDb: 100,
        distanceM: 1000 + 100 * at,
        stretch: String(at),
        isHit: undefined,
      })),
    ).fit
  t.match(fitted(0), { stretches: 40, correction: null, rmse_db: null })
  t.match(fitted(6), { correction: { offset_db: -6 } })
})

t.test('a polygon without cells is told where the result lies', async (t) => {
  const geometry = { rows: 4, cols: 10, northDeg: 47.123456, westDeg: 8, cellLatDeg: 0.5, cellLonDeg: 0.1 }
  const { code, detail } = noCellsWarning(geometry as RasterGeometry)
  t.equal(code, 'no_cells')
  t.match(detail, 'between longitudes 8 and 9 and latitudes 45.12346 and 47.12346;')
})

t.test('colors are as on white, in tables of 256 classes too', async (t) => {
  t.equal(onWhite('#000000ff'), '#000000')
  t.equal(onWhite('#00ff0080'), '#7fff7f')
  t.equal(onWhite('#12345600'), '#ffffff')
  const map = classColorMap()
  t.equal(map.length, 768)
  const covered = Buffer.from(onWhite(COVERED_COLOR).slice(1), 'hex')
  t.same(
    [map[1], map[257], map[513]],
    [...covered].map((channel) => 257 * channel),
  )
  t.same([map[2], map[258], map[514]], [0, 0, 0])
})

const radio = {
  erp: 1,
  frequency: 868,
  rx_gain_dbi: 3,
  rx_loss_db: 1,
  output: 'received_power',
  layers: ['value'],
}
const powerDbm = 10 * Math.log10(1000) + 2.15

t.test('a view covers what both directions of the link allow, in the unit of the raster', async (t) => {
  const made = radioOf(radio)
  t.ok(Math.abs(made.eirpDbm - powerDbm) < 0.01)
  t.same([made.rxGainDbi, made.frequencyMhz], [2, 868])
  const coveredOf = (output: string, more: object) => {
    const quantity = lossOutputOf({ ...radio, output })
    if (!quantity) throw new Error('Expected a quantity.')
    const view = { eirpDbm: made.eirpDbm, sensitivityDbm: undefined, up: undefined, ...more }
    return cellView(quantity.output, quantity.radio, view)
  }
  t.same(coveredOf('received_power', {}), { offsetDb: 0, covered: undefined })
  const infinite = Number.POSITIVE_INFINITY
  t.same(coveredOf('received_power', { sensitivityDbm: -90 }).covered, { from: -90, to: infinite })
  // With 10 dB more at the mast, values that are 10 dB lower do.
  const stronger = { eirpDbm: made.eirpDbm + 10, sensitivityDbm: -90 }
  t.same(coveredOf('received_power', stronger), { offsetDb: 10, covered: { from: -100, to: infinite } })
  const downDb = made.eirpDbm + 2 + 90
  t.same(coveredOf('path_loss', { sensitivityDbm: -90 }).covered, { from: -infinite, to: roundedDb(downDb) })
  const up = { eirpDbm: 14, sensitivityDbm: -80 }
  t.same(coveredOf('path_loss', { sensitivityDbm: -90, up }).stronger, {
    direction: 'talk_out',
    covered: { from: -infinite, to: roundedDb(downDb) },
  })
  t.same(coveredOf('path_loss', { sensitivityDbm: 0, up }).stronger, {
    direction: 'talk_in',
    covered: { from: -infinite, to: 94 },
  })
  t.same(
    coveredOf('path_loss', { sensitivityDbm: -90, up }).covered?.to,
    94,
    'the way back is the weaker one',
  )
  t.same(coveredOf('path_loss', { sensitivityDbm: 0, up }).covered?.to, roundedDb(downDb - 90))
  t.same(
    [-90.001, -90, -80, -79.9].map((value) => isCovered(value, { from: -90, to: -80 })),
    [false, true, true, false],
  )
})

t.test('what a view lacks is named', async (t) => {
  const own = { eirpDbm: 30, sensitivityDbm: -90 }
  for (const eirp_dbm of [20, 0])
    t.same(viewOf({ eirp_dbm }, own), { eirpDbm: eirp_dbm, sensitivityDbm: -90, up: undefined })
  t.same(viewOf({ sensitivity_dbm: 0, up_eirp_dbm: 0, up_sensitivity_dbm: -100 }, own), {
    eirpDbm: 30,
    sensitivityDbm: 0,
    up: { eirpDbm: 0, sensitivityDbm: -100 },
  })
  const blind = { eirpDbm: 30, sensitivityDbm: undefined }
  for (const [query, of, parameter] of [
    [{ up_eirp_dbm: 0 }, own, 'up_sensitivity_dbm'],
    [{ up_sensitivity_dbm: 0 }, own, 'up_eirp_dbm'],
    [{ up_eirp_dbm: 0, up_sensitivity_dbm: 0 }, blind, 'sensitivity_dbm'],
  ] as const)
    t.throws(() => viewOf(query, of), { parameter } as unknown as Error)
})

t.test('legends begin with the best, and name the way back', async (t) => {
  const up = { eirpDbm: 14, sensitivityDbm: -120 }
  t.same(coverageLabels({ sensitivityDbm: -90, up: undefined }), {
    1: 'at least -90 dBm',
    0: 'less than -90 dBm',
  })
  t.same(coverageLabels({ sensitivityDbm: -90, up }), {
    1: 'at least -90 dBm, and -120 dBm on the uplink',
    0: 'less than -90 dBm, and less than -120 dBm on the uplink',
  })
  const layerOf = (params: object) => shownLayer({ ...radio, ...params }, '0.4.0', {})
  const firstOf = (params: object) => {
    const source = {
      zones: layerOf(params).zones,
      subject: { layer: layerOf(params), params: { ...radio, ...params } },
    }
    return legendZones(source as never)[0].range
  }
  t.same(firstOf({}), [-60, null])
  t.same(firstOf({ rx_sensitivity_dbm: -100 }), [-40, null])
  t.same(firstOf({ output: 'path_loss' }), [null, 100])
  t.same(lossRangesOf('path_loss', -90)[0].color, '#fde725b3', 'the least loss is the brightest')
  t.same(lossRangesOf('field_strength', -90)[0].color, '#440154b3')
  const classes = legend(layerOf({ output: undefined, layers: ['visible'] }).zones, null).entries
  t.same(
    classes.map(({ state, value, label }) => [state, value, label]),
    [
      ['covered', 1, 'visible'],
      ['lacking', 0, 'blocked'],
      ['unknown', 255, 'unknown (hatched)'],
      ['out_of_range', 255, 'out of range'],
    ],
  )
})
