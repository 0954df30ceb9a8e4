import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { verdict } from '../../../server/command/actions/batch.ts'
import { typed } from '../../helpers/command.ts'
import { startTestServer } from '../../helpers/server.ts'

// `coverage batch`: tables of sites, what is refused of them, and what the same table again is.

const server = await startTestServer(t)
const { apiKey, client } = await server.account('enterprise', 100)
const folder = t.testdir({ 'cert.pem': server.services.certificate.cert })
const env = { COVERAGE_URL: server.origin, COVERAGE_KEY: apiKey, COVERAGE_CA: join(folder, 'cert.pem') }

t.test(
  'a table of more rows than a batch takes is several, and the same rows again are the same',
  async (t) => {
    const { account: large, apiKey: key } = await server.account('enterprise', 5000)
    const env = { COVERAGE_URL: server.origin, COVERAGE_KEY: key, COVERAGE_CA: join(folder, 'cert.pem') }
    const names = 'tx_lat,tx_lon,tx_height,frequency,max_range\n'
    const input = `${names}${'46.5,7.5,20,868,1\n'.repeat(1001)}`
    const { records } = server.services
    const first = await typed(['batch', '-', '--quiet'], { env, input })
    t.equal(first.status, 0, first.err)
    const ids = first.out.trim().split('\n')
    t.equal(new Set(ids).size, 1001)
    const second = await typed(['batch', '-', '--quiet'], { env, input })
    t.same(second.out, first.out)
    t.equal(records.simulations(large.id).length, 1001)
    const batches = new Set(ids.map((id) => records.simulation(id)?.batch_id))
    t.equal(batches.size, 2)
    await records.deleteAccount(large.id)
  },
)

t.test('cells of a row stay in that row, whatever the flags set for all', async (t) => {
  const flags = ['--model', 'free_space', '--antenna-pattern', '{"type":"omni","vertical_beamwidth":8}']
  const input = `tx_lat,tx_lon,tx_height,frequency,max_range,antenna.tilt\n${['46.5,7.5,20,868,1,1', '46.6,7.5,20,868,1,2', '46.7,7.5,20,868,1,'].join('\n')}\n`
  const { status, err, out } = await typed(['batch', '-', '--quiet', ...flags], { env, input })
  t.equal(status, 0, err)
  const tilts = out.split('\n', 3).map((id) => {
    const params = server.services.records.simulation(id)?.params as { antenna?: { tilt?: number } }
    return params.antenna?.tilt
  })
  t.same(tilts, [1, 2, 0])
})

t.test('a table that the service refuses is refused in its words, before it is asked', async (t) => {
  const names = 'name,tx_lat,tx_lon,tx_height,frequency,max_range'
  const row = 'a,46.5,7.5,20,868,1'
  const tables: [string, string | Buffer, RegExp?][] = [
    ['a name twice', `${names},antenna.tilt,antenna_tilt\n${row},1,2\n`],
    ['a name of nothing', `${names},colour\n${row},red\n`],
    ['no name', `${names},\n${row},\n`],
    ['a byte that is not UTF-8', Buffer.concat([Buffer.from(`${names}\nZürich`), Buffer.of(0xfc, 0x0a)])],
    ['UTF-16 without a mark', Buffer.from(`${names}\n${row}\n`, 'utf16le')],
    ['a workbook', Buffer.from('PK\x03\x04\x14\0\x06\0')],
    ['an open quote', `${names}\n"${row}\n`],
    ['a stray quote', `${names}\na "b",46.5,7.5,20,868,1\n`],
    ['nothing', ''],
    [
      'thousands with points',
      `${names.replaceAll(',', ';')}\na;-35,27;149,1583;20;1.868;5\n`,
      /"1\.868".*row 2.*"-35,27"/,
    ],
    [
      'thousands with commas',
      `${names.replaceAll(',', '\t')}\na\t46.5\t7.5\t20\t868\t1\nb\t46.5\t7.5\t20\t868\t1,500\n`,
      /^row 2 has "46\.5" in the column tx_lat, and row 3 has "1,500" in the column max_range/,
    ],
    ['maybe thousands', `${names.replaceAll(',', '\t')}\na\t46\t7\t20\t868\t1,500\n`, /1\.500 or 1500/],
  ]
  const others = { COVERAGE_URL: 'https://localhost:1', COVERAGE_KEY: apiKey }
  for (const [about, table, words = /[^.]\.$/] of tables) {
    const headers = { 'content-type': 'text/csv' }
    const refused = (
      await client.ask('/api/v1/simulations/batch', { method: 'POST', body: table, headers })
    ).json<{ code: string; detail: string }>()
    const { status, out } = await typed(['batch', '-', '--json'], { env: others, input: table })
    t.equal(status, 2, about)
    t.match(JSON.parse(out), { error: { code: refused.code, detail: refused.detail } }, about)
    t.match(refused.detail, words, about)
  }
})

t.test('a table of sites is read as a German spreadsheet writes it, by the service too', async (t) => {
  const names = 'name;tx_lat;tx_lon;tx_height;frequency;max_range;Bemerkung'
  const rows = Array.from({ length: 10 }, (_, at) => `Mühle ${at};46,5;7,5${at};20,5;868;1;"Süd; 1,5 m"`)
  const text = `${[names, ...rows].join('\r\n')}\r\n`
  const outDir = join(folder, 'made/results')
  const files = ['batch', '-', '--ignore-columns', '--out-dir', outDir, '--format', 'tif,qml']
  for (const input of [
    Buffer.from(text, 'latin1'),
    Buffer.from(`\ufeff${text.replace('name', 'Name')}`),
    Buffer.from(`\ufeff${text.replaceAll(';', '\t')}`, 'utf16le'),
  ]) {
    const refused = await typed(['batch', '-', '--json'], { env, input })
    t.match(refused, { status: 2, out: /\\"Bemerkung\\" is not a known column; allowed: \\"name\\"/ })
    const ran = await typed([...files, '--force', '--json'], { env, input })
    t.equal(ran.status, 0, ran.err)
    const { simulations } = ran.json<{ simulations: { id: string; name: string; visible_km2: number }[] }>()
    t.equal(simulations.length, 10)
    const record = (await client.get(`/api/v1/status/${simulations[3]?.id}`)).json()
    t.match(record.params, { name: 'Mühle 3', tx_lat: 46.5, tx_lon: 7.53, tx_height: 20.5 })
    t.match(simulations[3], { name: 'Mühle 3', visible_km2: Number })
  }
  t.same((await readdir(outDir)).filter((file) => file.startsWith('05-')).sort(), [
    '05-Mühle_3.qml',
    '05-Mühle_3.tif',
  ])
  await rm(join(outDir, '05-Mühle_3.tif'))
  const input = text.replace('tx_height', 'Höhe').replace('name', 'Ort')
  const named = [...files, '--column', 'Höhe=tx_height', '--column', 'Ort = name']
  t.match(await typed(named, { env, input }), {
    status: 2,
    err: /file_exists.*--missing fetches only missing files/s,
  })
  const filled = await typed([...named, '--missing'], { env, input })
  t.match(filled, { status: 0, err: /Ignored columns: Bemerkung\./ }, filled.err)
  t.ok((await readdir(outDir)).includes('05-Mühle_3.tif'))
  const low = await typed(
    ['batch', '-', '--ignore-columns', '--column', 'Höhe=tx_height', '--column', 'Ort=name', '--json'],
    { env, input: input.replace(';7,52;20,5;', ';7,52;-20,5;') },
  )
  const [, , third, fourth] = low.json<{ simulations: { row: number; error?: { detail: string } }[] }>()
    .simulations
  t.match(third, { row: 4, error: { detail: /tx_height.*\(column "Höhe"\)/ } })
  t.equal(fourth?.error, undefined)
  for (const [column, why] of [
    ['Höhe', /--column NAME=FIELD, got "Höhe": for example/],
    ['Höhe=tx_heihgt', /did you mean tx_height\?/],
    ['=tx_height', /--column NAME=FIELD/],
    ['Hoehe=tx_height', /the table has no column "Hoehe", but "Ort", .*"Höhe"/],
  ] as const) {
    t.match(await typed(['batch', '-', '--column', column], { env, input: Buffer.from(`\ufeff${input}`) }), {
      status: 2,
      err: why,
    })
  }
  const shown = await typed(['batch', '-', '--ignore-columns', '--wait'], { env, input: text })
  t.match(shown.out, /ROW .*NAME .*ID .*STATUS .*COVERED KM² .*REMARK/)
  t.match(shown.out, /Mühle 3 .*completed/)
  const listed = await typed(
    [
      'list',
      '--batch',
      (await client.get('/api/v1/simulations?limit=1')).json<{ simulations: { batch_id: string }[] }>()
        .simulations[0]?.batch_id ?? '',
      '--quiet',
    ],
    { env },
  )
  t.equal(listed.out.trim().split('\n').length, 10)

  const posted = await client.ask('/api/v1/simulations/batch', {
    method: 'POST',
    body: Buffer.from(text.replaceAll('Bemerkung', 'output').replaceAll('"Süd; 1,5 m"', ''), 'latin1'),
    headers: { 'content-type': 'text/csv' },
  })
  t.equal(posted.status, 201, 'the service reads the same')
  const near = await typed(['batch', '-'], { env, input: text.replace('tx_height', 'tx-Hight') })
  t.match(near.err, /"tx-Hight" is not a known column: did you mean tx_height\?/)
  t.match(
    await typed(['batch', '-', '--json'], {
      env,
      input: text.replace('46,5', '46.5,1').replace(';Bemerkung', ';output'),
    }),
    {
      status: 1,
      out: /tx_lat must be a number/,
    },
  )
})

t.test('latitude and longitude may have the short names, as in tables of places', async (t) => {
  const input = 'lat,lon,tx_height,frequency,max_range\n46.5,7.5,20,868,1\n'
  const ran = await typed(['batch', '-', '--quiet'], { env, input })
  t.equal(ran.status, 0, ran.err)
  t.match(server.services.records.simulation(ran.out.trim())?.params, { tx_lat: 46.5, tx_lon: 7.5 })
  const twice = await typed(['batch', '-'], { env, input: input.replace('frequency', 'tx_lat') })
  t.match(twice, { status: 2, err: /the column "tx_lat" appears twice/ })
})

t.test('the difference of two shares is that of the shares as shown', (t) => {
  const of = (name: string, share: number) => ({
    row: 2,
    body: { name },
    columns: new Map(),
    shares: [share],
  })
  const best = verdict([of('Hill', 0.9544), of('Rock', 0.8186)], { name: 'Town', polygons: [] })
  t.match(best, /: 95\.4 %, 13\.5 points more than Rock\.$/)
  t.end()
})

t.test('a bad row has the number that the service gives it', async (t) => {
  const table = 'tx_lat,tx_lon,tx_height,frequency,max_range\n46.5,7.5,20,868,1\n\n99,7.5,20,868,1\n'
  const headers = { 'content-type': 'text/csv' }
  const answer = await client.ask('/api/v1/simulations/batch', { method: 'POST', body: table, headers })
  const { errors } = answer.json<{ errors: { row: number }[] }>()
  const ran = await typed(['batch', '-', '--json'], { env, input: table })
  const { simulations } = ran.json<{ simulations: { row: number; error?: object }[] }>()
  t.same(
    simulations.flatMap(({ row, error }) => (error ? [row] : [])),
    [4],
  )
  t.same(
    errors.map(({ row }) => row),
    [4],
  )
})

t.test('rows that are refused stop all, or are left out', async (t) => {
  const names = 'name;tx_lat;tx_lon;tx_height;frequency;max_range'
  const rows = [
    'Ost;46,5;7,5;20;868;1',
    'Tief;46,5;7,6;-3;868;1',
    'West;46,5;7,7;20;868;1',
    'Nord;95;7,7;20;868;1',
  ]
  const input = [names, ...rows, ''].join('\n')
  const stopped = await typed(['batch', '-'], { env, input })
  t.match(stopped, { status: 1, err: /No row was started.*--skip-refused/ })
  const ran = await typed(['batch', '-', '--skip-refused', '--wait', '--json'], { env, input })
  t.match(ran, { status: 0, err: /2 of 4 rows were refused and skipped/ }, ran.err)
  const { simulations } = ran.json<{ simulations: { id?: string; status?: string; error?: object }[] }>()
  t.match(simulations, [
    { row: 2, status: 'completed' },
    { row: 3, error: { detail: /tx_height/ } },
    { row: 4, status: 'completed' },
    { row: 5, error: { detail: /tx_lat/ } },
  ])
  const again = await typed(['batch', '-', '--skip-refused', '--json'], { env, input })
  t.same(
    again.json<{ simulations: { id?: string }[] }>().simulations.map(({ id }) => id),
    simulations.map(({ id }) => id),
    'the same rows are the same simulations',
  )
  t.match(await typed(['batch', '-', '--skip-refused'], { env, input: [names, rows[1], ''].join('\n') }), {
    status: 1,
    err: /No row was started/,
  })
  const unnamed = rows.join('\n')
  t.match(await typed(['batch', '-', '--ignore-columns'], { env, input: unnamed }), {
    status: 2,
    err: /No column of the table is named like a field\.\s+Name\s+fields\s+in\s+the\s+first\s+row/,
  })
})
