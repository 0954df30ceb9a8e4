import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Report } from '../../bench/frame/report.ts'
import { run } from '../../bench/validate/measured.ts'
import { computeLink } from '../../server/link/link.ts'
import { withLinkDefaults } from '../../server/link/schemas.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { putGeotiff } from '../references/made-tiles.ts'

// Models against measurements: 30 rural links among trees, over bare ground and in their clutter; drive tests that were made.

/** Bias and standard deviation, dB, of predicted minus measured loss. */
const KNOWN_DB: Record<string, { bias: number; deviation: number; rmse: number }> = {
  'free_space, bare': { bias: -31.6, deviation: 7.8, rmse: 32.6 },
  'two_ray, bare': { bias: -18.7, deviation: 10.2, rmse: 21.3 },
  'p526, bare': { bias: -25.3, deviation: 6.2, rmse: 26.1 },
  'p1812, bare': { bias: -25.3, deviation: 6.2, rmse: 26.1 },
  'itm, bare': { bias: -22, deviation: 6.2, rmse: 22.8 },
  'p526, with ends': { bias: -2.3, deviation: 9.7, rmse: 9.9 },
}

const radio = {
  tx_lat: 46.55,
  tx_lon: 7.45,
  tx_height: 17,
  frequency: 915.95,
  tx_power_dbm: 43.2,
  rx_gain_dbi: 2,
}
const HEADER = [
  '# tx_lat: 46.55',
  '# tx_lon: 7.45',
  '# tx_height: 17',
  '# frequency: 915.95',
  '# a drive test',
  '# note: one',
  '# note: two',
]
const PLACES = [
  { rx_lat: 46.56, rx_lon: 7.46, rx_height: 1.5 },
  { rx_lat: 46.58, rx_lon: 7.42, rx_height: 1.5 },
  { rx_lat: 46.52, rx_lon: 7.48, rx_height: 4 },
]
const LACK_DB = 6

async function reported(t: Test, args: string[]): Promise<Report> {
  const printed = t.capture(console, 'log')
  t.equal(await run([...args, '--json']), true)
  return JSON.parse(String(printed()[0]?.args[0]))
}

/** A figure over all distances. */
function figure({ rows }: Report, name: string, model: string): { n: number; mean: number } | undefined {
  return rows.find(
    ({ case: of, quantity }) =>
      of.endsWith(` ${model}`) && quantity === `${name} of predicted minus measured loss, dB`,
  )
}

async function madeTile(t: Test): Promise<string> {
  const tile = join(t.testdir(), 'hills.tif')
  const step = 1 / 1200
  await putGeotiff(tile, {
    rows: 140,
    cols: 140,
    northDeg: 46.61,
    westDeg: 7.4,
    latStepDeg: step,
    lonStepDeg: step,
    isPoint: true,
    heightAt: (row, col) => 600 + 40 * Math.sin(row / 9) * Math.cos(col / 7),
  })
  return tile
}

t.test('30 measured links are missed by what is known, bare and in clutter', async (t) => {
  const report = await reported(t, [])
  for (const [model, { bias, deviation, rmse }] of Object.entries(KNOWN_DB)) {
    const wanted = { bias, 'standard deviation': deviation, RMSE: rmse }
    for (const [name, db] of Object.entries(wanted)) {
      const found = figure(report, name, model)
      t.equal(found?.n, 30)
      t.ok(Math.abs(Number(found?.mean) - db) < 0.1, `${model}: ${name} ${found?.mean} dB`)
    }
  }
  t.notOk(report.rows.some((row) => row.case.includes('hata')))
  t.match(
    report.notes?.join('\n'),
    /hata has no loss for 30 of 30; link 1: .* between 5 and 1000 .* got 2\.5/,
  )
})

t.test(
  'a drive test that measured six decibels more than is predicted has a bias of minus six',
  async (t) => {
    const tile = await madeTile(t)
    const terrain = await openTerrain({ folders: [[tile]], isBrief: true })
    t.teardown(() => terrain.close())
    const losses = await Promise.all(
      PLACES.map(async (place) => {
        const link = await computeLink(
          withLinkDefaults({ model: 'p526', ...radio, ...place }),
          undefined,
          terrain,
          [],
        )
        return Number(link.loss_db.model) + LACK_DB
      }),
    )
    const asDbm = losses.map((db) => radio.tx_power_dbm + radio.rx_gain_dbi - db)
    const german = (value: number) => `${value}`.replace('.', ',')
    const tables = {
      'losses.csv': [
        ...[...HEADER, 'lat,lon,rx_height,measured_loss_db'],
        ...PLACES.map((place, at) => [place.rx_lat, place.rx_lon, place.rx_height, losses[at]].join()),
      ],
      'powers.csv': [
        ...[
          ...HEADER,
          '# eirp_dbm: 43,2',
          '# rx_gain_dbi: 2',
          '# floor_dbm: -130',
          '# rx_height: 1,5',
          '# rx_clutter.type: trees',
        ],
        'rx_height;time;lat;lon;measured_dbm',
        ...PLACES.map((place, at) =>
          [
            place.rx_height === 1.5 ? '' : 4,
            'noon',
            ...[place.rx_lat, place.rx_lon, asDbm[at]].map(german),
          ].join(';'),
        ),
        '4;below;46,52;7,48;-130,5',
        '4;nothing;46,52;7,48;',
      ],
    }
    for (const [name, lines] of Object.entries(tables)) {
      const path = join(t.testdirName, name)
      await writeFile(path, lines.join('\r\n'))
      const report = await reported(t, [path, '--dem', tile])
      const [bias, deviation] = ['bias', 'standard deviation'].map((name) =>
        figure(report, name, 'p526, bare'),
      )
      t.same([bias?.n, bias?.mean.toFixed(1), deviation?.mean.toFixed(1)], [3, '-6.0', '0.0'], name)
      const trees = figure(report, 'bias', 'p526, with ends')
      t.equal(trees !== undefined, name === 'powers.csv')
      if (trees) {
        t.notOk(figure(report, 'bias', 'hata, with ends'), 'hata takes no clutter')
        t.ok(trees.mean > -LACK_DB + 3, `trees: ${trees.mean} dB`)
        t.match(report.notes?.join('\n'), /5 rows, 3 used, 1 below floor_dbm, 1 without a value/)
      }
    }
  },
)

t.test(
  'what is wrong with a drive test is said by row and field, with what came and what is allowed',
  async (t) => {
    const tile = await madeTile(t)
    const names = 'lat,lon,measured_dbm'
    const power = '# eirp_dbm: 43'
    const wrong: [string[], RegExp][] = [
      [
        [names, '46.5,7.4,-90'],
        /needs # tx_lat: …, # tx_lon: …, # tx_height: …, # frequency: …; it has none$/,
      ],
      [[...HEADER, names, '46.5,7.4,-90'], /row 9: measured_dbm needs the power in the header/],
      [
        [...HEADER, power, names, '46.5,7.4,-90', '46.5,north,-90'],
        /row 11: lon is "north": it must be a number/,
      ],
      [
        [...HEADER, power, 'lat,lon,rssi', '46.5,7.4,-90'],
        /no row is used: 0 below floor_dbm, 1 without a value in a column measured_dbm or measured_loss_db/,
      ],
      [
        [...HEADER, power, 'lat,lon,measured_rssi', '46.5,7.4,-90'],
        /"measured_rssi": a measurement is called measured_dbm/,
      ],
      [
        [...HEADER, power, `${names},rx_height`, '46.5,7.4,-90,-3'],
        /row 10: rx_height must be .* between 0 and .* got -3/,
      ],
      [
        [...HEADER, power, `${names},rx_height`, '46.5,7.4,-90,low'],
        /row 10: rx_height must be a number .* got "low"/,
      ],
      [
        [...HEADER, '# eirp_dbm: much', names, '46.5,7.4,-90'],
        /eirp_dbm must be a number of dBm, got "much"/,
      ],
      [
        [...HEADER, power, '# tx_power_dbm: 1', names, '46.5,7.4,-90'],
        /has both eirp_dbm and tx_power_dbm: give one of them/,
      ],
      [[...HEADER, power, '# tx_lat: 46', names, '46.5,7.4,-90'], /has tx_lat twice/],
      [
        [...HEADER, power, '# rx_clutter.type: jungle', names, '46.5,7.4,-90'],
        /rx_clutter\.type must be one of .* got "jungle"/,
      ],
      [
        [...HEADER.slice(1), '# tx_lat: 95', power, names, '46.5,7.4,-90'],
        /tx_lat must be .* between -85 and 85 .*got 95/,
      ],
    ]
    const path = join(t.testdirName, 'drive.csv')
    for (const [lines, message] of wrong) {
      await writeFile(path, lines.join('\n'))
      await t.rejects(run([path, '--dem', tile]), { message })
      await t.rejects(run([path, '--dem', tile]), { message: /^drive\.csv: / })
    }
    await t.rejects(run([path]), { message: /^--dem is missing/ })
  },
)
