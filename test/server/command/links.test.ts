import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { typed } from '../../helpers/command.ts'
import { mast, startOnHills } from '../../helpers/compared-views.ts'

// `coverage links` against the service and with --local: the same figures, from tables and from files of points.

const server = await startOnHills(t)
const { account } = await server.account()
const made = await server.services.records.createKey(account.id)
const folder = t.testdir({ 'cert.pem': server.services.certificate.cert })
const file = (name: string) => join(folder, name)
const env = {
  ...{ COVERAGE_URL: server.origin, COVERAGE_KEY: made?.api_key ?? '' },
  COVERAGE_CA: file('cert.pem'),
}
const local = ['--local', '--dem', join(server.services.config.terrainDirs[0] ?? '', 'N46E007.hgt')]
const { tx_lat: lat, tx_lon: lon } = mast
const places = [
  [lat + 0.01, lon + 0.02],
  [47 - 615 / 1200, 7 + 600 / 1200],
  [lat - 0.004, lon - 0.03],
] as const
const table = `tx_lat,tx_lon,rx_lat,rx_lon,rx_name,measured_dbm\n${places.map(([a, b], at) => `${lat},${lon},${a},${b},p${at},-7${at}`).join('\n')}\n`
await writeFile(file('pairs.csv'), table)
const masts = `lat,lon,name,height\n${lat},${lon},North,25\n`
await writeFile(file('masts.csv'), masts)
const points = places.map(([a, b], at) => ({
  type: 'Feature',
  properties: { name: `p${at}` },
  geometry: { type: 'Point', coordinates: [b, a] },
}))
await writeFile(file('houses.geojson'), JSON.stringify({ type: 'FeatureCollection', features: points }))
const radio = ['--frequency', '868', '--rx-height', '3', '--rx-sensitivity-dbm=-90']
const antenna = '--antenna-azimuth 40 --antenna-pattern-type sector --antenna-pattern-horizontal-beamwidth 65'
const pattern = '--antenna-pattern-vertical-beamwidth 10 --antenna-pattern-front-to-back 25'
const fields = [...radio, ...`${antenna} ${pattern}`.split(' ')]

t.test('a table and two files of points, by the service and here', async (t) => {
  const ofTable = [file('pairs.csv'), '--tx-height', '25', ...fields]
  const ofPoints = ['--transmitters', file('masts.csv'), '--receivers', file('houses.geojson'), ...fields]
  const losses: unknown[] = []
  for (const args of [ofTable, ofPoints]) {
    const there = await typed(['links', ...args, '--json'], { env })
    t.equal(there.status, 0, there.err)
    t.same((await typed(['links', ...args, '--json', ...local])).json(), there.json())
    const { links } = there.json<{
      links: { loss_db: { model: number } | null; rx: { name: string }; error?: { code: string } }[]
    }>()
    t.same(
      links.map(({ rx, error }) => [rx.name, error?.code]),
      [
        ['p0', undefined],
        ['p1', 'terrain_unavailable'],
        ['p2', undefined],
      ],
    )
    losses.push(links.map(({ loss_db }) => loss_db))
  }
  t.same(losses[0], losses[1])
})

t.test('people see the links and the summary; a file has all of it', async (t) => {
  const args = ['links', file('pairs.csv'), '--tx-height', '25', ...fields]
  const { out, status } = await typed(args, { env, columns: 200 })
  t.equal(status, 0)
  t.match(
    out,
    /^ROW +TX +RX +KM +AZIMUTH +LINE OF SIGHT +LOSS DB +DBM +MARGIN DB +REMARK\n2 .*p0 +\d\.\d{3} /,
  )
  t.match(out, /\n3 .* terrain_unavailable: The elevation[\s\S]*\nbias +-?[\d.]+ dB\n/)
  const floored = await typed([...args, '--floor-dbm=-71', '--json', ...local])
  t.match(floored.json(), { summary: { n: 3, used: 1, below_floor: 1, unknown: 1 } })
  for (const where of [[], local]) {
    const saved = await typed([...args, '--out', file('links.csv'), '--force', ...where], { env })
    const charged = where.length > 0 ? '' : 'credits charged: 1\n'
    t.match(saved, { status: 0, out: '', err: `${charged}${file('links.csv')} was written.\n` })
    const lines = (await readFile(file('links.csv'), 'utf8')).split('\r\n')
    t.match(lines[0], /^tx_lat,tx_lon,rx_lat,rx_lon,rx_name,measured_dbm,distance_m,/)
    t.match(lines[2], /terrain_unavailable/)
  }
  t.match(await typed([...args, '--out', file('links.csv')], { env }), { status: 2, err: /already exists/ })
  const json = await typed([...args, '--out', file('links.json'), '--json'], { env })
  t.match(json.json(), { file: file('links.json'), summary: { n: 3, used: 2 } })
  t.equal(JSON.parse(await readFile(file('links.json'), 'utf8')).links.length, 3)
})

t.test('a metered account reads what it cost, on standard error alone', async (t) => {
  const args = ['links', file('pairs.csv'), '--tx-height', '25', ...fields]
  t.match(await typed([...args, '--json'], { env }), { status: 0, err: 'credits charged: 1\n' })
  t.match(await typed([...args, '--json', '--quiet'], { env }), { status: 0, err: '' })
  t.match(await typed([...args, '--json', ...local], { env }), { status: 0, err: '' })
  const { records } = server.services
  const { id } = await records.createAccount({ name: 'me', unmetered: true })
  const own = { ...env, COVERAGE_KEY: (await records.createKey(id))?.api_key ?? '' }
  t.match(await typed([...args, '--json'], { env: own }), { status: 0, err: '' })
  t.equal(records.credits(id).used_this_month, 1)
})

t.test('a whole request comes by standard input, and flags go before what it has for all', async (t) => {
  const input = JSON.stringify({
    link: { frequency: 100, tx_height: 25, tx_power_dbm: 50 },
    transmitters: points[0],
    receivers: points[2],
  })
  const args = ['links', '-', '--frequency', '868', '--erp', '2', '--json']
  const there = await typed(args, { env, input })
  t.equal(there.status, 0, there.err)
  t.same((await typed([...args, ...local], { input })).json(), there.json())
  const flags = Object.entries({
    tx_lat: places[0][0],
    tx_lon: places[0][1],
    rx_lat: places[2][0],
    rx_lon: places[2][1],
  })
  const words = flags.map(([name, value]) => `--${name.replace('_', '-')}=${value}`)
  const one = await typed(
    ['link', ...words, '--frequency', '868', '--tx-height', '25', '--erp', '2', '--json'],
    { env },
  )
  t.same(there.json<{ links: { received_dbm: number }[] }>().links[0]?.received_dbm, one.json().received_dbm)
})

t.test('what is wrong is refused in the same words, and usage is named', async (t) => {
  for (const [args, error] of [
    [[file('pairs.csv'), '--tx-height', '25'], /the columns frequency are missing/],
    [[file('pairs.csv'), '--tx-height', '70000', '--frequency', '868'], /tx_height must be a number between/],
    [
      [
        '--transmitters',
        file('masts.csv'),
        '--receivers',
        file('masts.csv'),
        '--model',
        'hata',
        '--frequency',
        '9',
      ],
      /link: frequency in MHz must be between 100 and 3000/,
    ],
  ] as const) {
    const there = await typed(['links', ...args], { env })
    t.match(there, { out: '', err: error })
    t.equal((await typed(['links', ...args, ...local])).err, there.err)
  }
  for (const [args, error] of [
    [[], /Expected a file of pairs/],
    [['a.csv', 'b.csv'], /too many arguments/],
    [['a.csv', '--receivers', 'b.csv'], /got both/],
    [['--receivers', file('masts.csv')], /--transmitters FILE and --receivers FILE/],
    [[file('pairs.csv'), '--dem', 'x'], /--dem requires --local/],
    [[file('pairs.csv'), '--floor-dbm', 'x', ...local], /Expected --floor-dbm with a number/],
    [
      ['--transmitters', file('pairs.csv'), '--receivers', file('masts.csv')],
      /the columns lat and lon are required/,
    ],
  ] as const) {
    t.match(await typed(['links', ...args], { env }), { status: 2, err: error }, args.join(' '))
  }
})
