import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { typed } from '../../helpers/command.ts'
import { mast, startOnHills } from '../../helpers/compared-views.ts'

// `coverage relay` and `coverage terrain --within` against the service and with --local: the same answers.

const server = await startOnHills(t)
const { client, account } = await server.account()
const made = await server.services.records.createKey(account.id)
const folder = t.testdir({ 'cert.pem': server.services.certificate.cert })
const file = (name: string) => join(folder, name)
const env = {
  ...{ COVERAGE_URL: server.origin, COVERAGE_KEY: made?.api_key ?? '' },
  COVERAGE_CA: file('cert.pem'),
}
const local = ['--local', '--dem', join(server.services.config.terrainDirs[0] ?? '', 'N46E007.hgt')]
const { tx_lat: lat, tx_lon: lon } = mast
const a = { lat: lat + 0.01, lon: lon - 0.035 }
const b = { lat: lat + 0.045, lon: lon + 0.033 }
const ends = ['--from', `${a.lat},${a.lon}`, '--to', `${b.lat},${b.lon}`]
const radio = ['--tx-height', '14', '--rx-height', '3', '--frequency', '868']
const link = { tx_height: 14, rx_height: 3, frequency: 868 }
const hills = [
  { name: 'North', lat: lat + 0.05, lon: lon - 0.01 },
  { name: 'South', lat: lat + 0.015, lon: lon + 0.001 },
]
await writeFile(
  file('hills.csv'),
  `lat,lon,name,height\n${hills.map(({ lat, lon, name }) => `${lat},${lon},${name},20`).join('\n')}\n`,
)
const candidates = {
  type: 'FeatureCollection',
  features: hills.map(({ name, lat, lon }) => ({
    type: 'Feature',
    properties: { name, height: 20 },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  })),
}
await writeFile(file('hills.geojson'), JSON.stringify(candidates))
const ring = [
  [lon - 0.02, lat + 0.01],
  [lon + 0.02, lat + 0.01],
  [lon + 0.02, lat + 0.04],
  [lon - 0.02, lat + 0.01],
]
const area = { type: 'Polygon', coordinates: [ring] }
await writeFile(file('area.geojson'), JSON.stringify(area))

t.test('points of files, an area and summits, by the service and here', async (t) => {
  const cases: [string[], object][] = [
    [['--candidates', file('hills.csv')], { candidates }],
    [['--candidates', file('hills.geojson'), '--limit', '1'], { candidates, limit: 1 }],
    [['--area', file('area.geojson'), '--spacing', '400'], { candidates: { area, spacing_m: 400 } }],
    [['--from-height', '8', '--to-height', '9'], { a: { ...a, height: 8 }, b: { ...b, height: 9 } }],
  ]
  for (const [flags, own] of cases) {
    const args = ['relay', ...ends, ...flags, ...radio, '--rx-sensitivity-dbm=-110', '--json']
    const there = await typed(args, { env })
    t.equal(there.status, 0, there.err)
    t.equal(there.err, 'credits charged: 1\n')
    t.same((await typed([...args, ...local])).json(), there.json())
    const body = { a, b, link: { ...link, rx_sensitivity_dbm: -110 }, ...own }
    t.same((await client.post('/api/v1/relays', body)).json(), there.json(), flags.join(' '))
    t.ok(there.json<{ reach_both: number }>().reach_both > 0)
  }
})

t.test(
  'people see the relays, or the nearest candidate and what it misses; a file has all of it',
  async (t) => {
    const args = ['relay', ...ends, '--candidates', file('hills.csv'), ...radio, ...local]
    const { out } = await typed([...args, '--rx-sensitivity-dbm=-110'], { columns: 200 })
    t.match(
      out,
      /^candidates +2\nin reach of both ends +\d\ndirect link +\d\.\d\d km, (visible|blocked), -?\d+\.\d dB margin\n\n/,
    )
    const atEnd = `${await readFile(file('hills.csv'), 'utf8')}${a.lat},${a.lon},A,20\n`
    await writeFile(file('with-a.csv'), atEnd.replace('lat,lon', 'tx_lat,tx_lon'))
    const withA = args.map((word) => word.replace('hills.csv', 'with-a.csv'))
    t.equal((await typed([...withA, '--rx-sensitivity-dbm=-110'], { columns: 200 })).out, out)
    t.match(out, /\nNO +NAME +PLACE +GROUND M +A KM +A ° +A DB +B KM +B ° +B DB\n1 +(North|South) /)
    const bare = await typed(args, { columns: 200 })
    t.match(bare.out, /^candidates +2\nin sight of both ends +\d\n/)
    const deaf = (await typed([...args, '--rx-sensitivity-dbm=0'], { columns: 200 })).out
    t.match(deaf, /\nNo candidate reaches both ends. Closest candidate:\n.*\n(North|South) /)
    t.match(deaf, /\nto a: \d+\.\d dB of margin missing.*\nto b: \d+\.\d dB of margin missing/)
    const quiet = await typed([...args, '--rx-sensitivity-dbm=-110', '--quiet'])
    t.match(quiet.out, /^46\.\d+,7\.\d+\n$/)
    const saved = await typed([...args, '--out', file('relays.json'), '--json'])
    t.match(saved, { status: 0, err: `${file('relays.json')} was written.\n` })
    t.match(saved.json(), { file: file('relays.json'), candidates: 2 })
    t.match(JSON.parse(await readFile(file('relays.json'), 'utf8')), { candidates: 2, direct: {} })
    t.match(await typed([...args, '--out', file('relays.json')]), { status: 2, err: /already exists/ })
  },
)

t.test('what is wrong is refused in the same words, and usage is named', async (t) => {
  for (const [flags, error] of [
    [['--frequency', '868'], /tx_height is required/],
    [
      ['--tx-height', '9', '--frequency', '868', '--limit', '0'],
      /limit must be a whole number between 1 and 1000/,
    ],
    [
      [...radio, '--area', file('area.geojson'), '--spacing', '3'],
      /spacing_m must be a number between 10 and 50000/,
    ],
  ] as const) {
    const there = await typed(['relay', ...ends, ...flags], { env })
    t.match(there, { out: '', err: error })
    t.equal((await typed(['relay', ...ends, ...flags, ...local])).err, there.err)
  }
  for (const [args, error] of [
    [['--from', '1,2'], /'--to <place>' not specified/],
    [['--from', 'x', '--to', '1,2'], /Expected a position for --from/],
    [[...ends, '--area', file('area.geojson')], /--area FILE and --spacing METRES together/],
    [[...ends, '--area', 'a', '--candidates', 'b', '--spacing', '9'], /got both/],
    [[...ends, '--limit', 'x'], /Expected --limit with a number, got "x"/],
    [[...ends, '--to-height', ''], /Expected --to-height with a number/],
    [[...ends, '--dem', 'x'], /--dem requires --local/],
  ] as const) {
    t.match(await typed(['relay', ...args], { env }), { status: 2, err: error }, args.join(' '))
  }
})

t.test('the highest ground within a distance', async (t) => {
  const at = ['terrain', '--at', `${lat + 0.03},${lon}`]
  const args = [...at, '--within', '3000']
  const there = await typed([...args, '--json'], { env })
  t.match(there.json(), { highest_ground: { ground_m: 660, is_place: false } })
  t.same((await typed([...args, '--json', ...local])).json(), there.json())
  t.match(
    (await typed(args, { env })).out,
    /\nhighest ground within 3000 m: 660 m, \d+ m [a-z-]+, at 46\.\d+,7\.\d+\n$/,
  )
  t.notMatch((await typed(at, { env })).out, /within/)
  const { highest_ground: top } = there.json<{ highest_ground: { lat: number; lon: number } }>()
  const onTop = await typed(['terrain', '--at', `${top.lat},${top.lon}`, '--within', '400', ...local])
  t.match(onTop.out, /\nno higher ground within 400 m\n$/)
  t.match(
    (await typed(['terrain', '--at', '1,2', '--within', '400', ...local])).out,
    'unknown\nno elevation data within 400 m\n',
  )
  for (const [flags, error] of [
    [['--within', '3'], /--within requires --at/],
    [['--at', '1,2', '--within', '20001'], /Expected --within with 1 to 20000 metres, got "20001"/],
  ] as const) {
    t.match(await typed(['terrain', ...flags], { env }), { status: 2, err: error })
  }
})
