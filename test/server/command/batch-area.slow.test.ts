import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { coveredWithin } from '../../../server/client/areas.ts'
import { queriesOf } from '../../../server/command/actions/area.ts'
import { typed } from '../../helpers/command.ts'
import { startRealServer } from '../../helpers/real-server.ts'
import { HGT_STEP_DEG, putHgt } from '../../helpers/tiles.ts'

// `coverage batch --area`: what each row covers of a town, the best first, as `POST …/stats` counts it.

const RIDGE_COL = 700
/** A ridge from north to south, behind which the town of the test is. */
const ground = (_row: number, col: number) => (Math.abs(col - RIDGE_COL) < 4 ? 400 : 100)
const server = await startRealServer(t, (folder) => putHgt(join(folder, 'N46E007.hgt'), ground))
const { account, client } = await server.account('enterprise', 1000)
const { api_key: key = '' } = (await server.services.records.createKey(account.id)) ?? {}
const folder = t.testdir({ 'cert.pem': server.services.certificate.cert })
const env = { COVERAGE_URL: server.origin, COVERAGE_KEY: key, COVERAGE_CA: join(folder, 'cert.pem') }

const lon = (col: number) => 7 + col * HGT_STEP_DEG
const ring = [
  [lon(720), 46.48],
  [lon(760), 46.48],
  [lon(760), 46.52],
  [lon(720), 46.52],
  [lon(720), 46.48],
]
const town = {
  type: 'Feature',
  properties: { name: 'Behind' },
  geometry: { type: 'Polygon', coordinates: [ring] },
}
const path = join(folder, 'town.geojson')
await writeFile(path, JSON.stringify(town))
const input = `name,tx_lat,tx_lon\nfront,46.5,${lon(680)}\nridge,46.5,${lon(RIDGE_COL)}\nbeyond,46.5,${lon(790)}\n`
const radio = ['--tx-height', '10', '--frequency', '868', '--max-range', '12', '--resolution', '90']

interface Rows {
  simulations: { id: string; name: string; area_shares?: number[]; remark?: string }[]
}

t.test('rows by what they cover of a town, path losses with decibels to spare', async (t) => {
  const flags = ['--model', 'p526', '--tx-power-dbm', '22', '--rx-sensitivity-dbm', '-110.5', '--area', path]
  const ran = await typed(['batch', '-', ...radio, ...flags, '--json'], { env, input })
  t.equal(ran.status, 0, ran.err)
  const { simulations } = ran.json<Rows>()
  t.equal(simulations.length, 3)
  for (const { id, area_shares: shares = [] } of simulations) {
    t.equal(shares.length, 3)
    // Views are in whole decibels; the sensitivity itself is the record's.
    for (const [at, view] of ['', '&sensitivity_dbm=-100', '&sensitivity_dbm=-90'].entries()) {
      const answer = await client.post(`/results/${id}/stats?layer=class${view}`, town)
      const wanted = coveredWithin(answer.json(), 0).share
      t.ok(Math.abs((shares[at] ?? 0) - wanted) < 1e-9, `${shares[at]}, wanted ${wanted}`)
    }
    t.ok((shares[0] ?? 0) >= (shares[2] ?? 1))
  }
  t.equal(simulations.at(-1)?.name, 'front', 'behind the ridge least is covered')
  const text = await typed(['batch', '-', ...radio, ...flags], { env, input })
  t.match(text.out, /of Behind +10 dB margin +20 dB margin/i)
  t.match(text.out, /\d\.\d %/)
  t.match(text.err, /beyond covers most of Behind by p526: 100\.0 %, \d+\.\d points more than ridge\.\n$/)
})

t.test('visibility has one share; a part beyond the range is not covered', async (t) => {
  const los = await typed(['batch', '-', ...radio, '--model', 'los', '--area', path, '--json'], {
    env,
    input,
  })
  const shares = new Map(los.json<Rows>().simulations.map(({ name, area_shares }) => [name, area_shares]))
  t.equal(shares.get('ridge')?.length, 1)
  t.ok((shares.get('beyond')?.[0] ?? 0) > 0.9)
  t.ok((shares.get('front')?.[0] ?? 1) < 0.1)
  t.notMatch(los.err, /dB margin/, 'classes have no margin')
  t.match(los.err, /beyond covers most of Behind by line of sight \(los\), which ignores power: \d/)
  const deaf = ['--model', 'free_space', '--rx-sensitivity-dbm', '95', '--area', path]
  t.match(await typed(['batch', '-', ...radio, ...deaf], { env, input }), {
    status: 0,
    err: /No row covers any of Behind by free_space\.\n/,
  })
  const near = ['--tx-height', '10', '--frequency', '868', '--max-range', '3', '--resolution', '90']
  const short = await typed(
    [
      'batch',
      '-',
      ...near,
      '--model',
      'free_space',
      '--rx-sensitivity-dbm',
      '-140',
      '--area',
      path,
      '--json',
    ],
    {
      env,
      input: `name,tx_lat,tx_lon\nridge,46.5,${lon(RIDGE_COL)}\n`,
    },
  )
  const [{ area_shares: [share = 1] = [], remark } = {} as Rows['simulations'][number]] =
    short.json<Rows>().simulations
  t.ok(share > 0.1 && share < 0.6, `${share}: of the whole town`)
  t.match(remark, /^\d\d % of Behind is out of range: use a larger --max-range, such as 5$/)
  const all = await typed(['batch', '-', ...near, '--area', path], { env, input })
  const advice = ': use a larger --max-range, such as '
  t.match(all.out, new RegExp(`front .* 92 % of Behind is out of range${advice}6`))
  t.match(all.err, new RegExp(` In 3 of 3 rows, Behind is not completely in range${advice}6\\.\n$`))
  const quiet = await typed(['batch', '-', ...near, '--area', path, '-q'], { env, input })
  t.match(quiet.out, /^(sim_\w+\n){3}$/)
  t.match(quiet.err, new RegExp(`^front: 92 % of Behind is out of range${advice}6`, 'm'))
  t.notMatch(quiet.err, /covers|rows/)
})

t.test('path losses without a sensitivity have no covered area, and say how to get one', async (t) => {
  const ran = await typed(['batch', '-', ...radio, '--model', 'free_space', '--wait'], { env, input })
  t.match(ran.err, /coverage stats ID --area FILE --sensitivity-dbm -120 answers without computing again\.\n/)
})

t.test('what is no area is said before anything starts', async (t) => {
  const before = server.services.records.simulations(account.id).length
  for (const [text, words] of [
    ['<kml/>', /is XML, such as KML; expected GeoJSON/],
    ['{"type":"Point","coordinates":[7,46]}', /has no polygons: expected GeoJSON/],
    ['{"type":"Polygon","coordinates":[[[7,46],[8,46],[8,47],[7,47]]]}', /closed rings/],
    [
      '{"type":"Polygon","coordinates":[[[-35,149],[-35,150],[-34,150],[-35,149]]]}',
      /latitude 149 is not possible: positions are \[longitude, latitude\]/,
    ],
    ['{"type":"Polygon","coordinates":[[[7,46],[7,46],[7,46],[7,46]]]}', /have no area/],
  ] as const) {
    await writeFile(join(folder, 'other.geojson'), text)
    const refused = await typed(['batch', '-', ...radio, '--area', join(folder, 'other.geojson')], {
      env,
      input,
    })
    t.equal(refused.status, 2)
    t.match(refused.err, words)
  }
  t.match(await typed(['batch', '-', ...radio, '--model', 'itm', '--area', path], { env, input }), {
    status: 2,
    err: /Covered areas require a receiver sensitivity: .* column\s+rx_sensitivity_dbm\./,
  })
  t.match(await typed(['batch', '-', ...radio, '--area', 'nowhere.geojson'], { env, input }), {
    status: 2,
    err: /File .* not found/,
  })
  t.equal(server.services.records.simulations(account.id).length, before)
  const where = { tx_lat: 46, tx_lon: 7, max_range: 1, model: 'p526' }
  t.same(queriesOf({ ...where, layers: ['value'] }), [], 'nothing says what is received')
  t.same(queriesOf({ ...where, layers: ['min_height'] }), [])
})
