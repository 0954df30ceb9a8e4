import { join } from 'node:path'
import t from 'tap'
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
    const input = `${names}${'46.5,7.5,20,868,1\n'.repeat(2100)}`
    const { records } = server.services
    const first = await typed(['batch', '-', '--quiet'], { env, input })
    t.equal(first.status, 0, first.err)
    const ids = first.out.trim().split('\n')
    t.equal(new Set(ids).size, 2100)
    const second = await typed(['batch', '-', '--quiet'], { env, input })
    t.same(second.out, first.out)
    t.equal(records.simulations(large.id).length, 2100)
    const batches = new Set(ids.map((id) => records.simulation(id)?.batch_id))
    t.equal(batches.size, 3)
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
  const tables: [string, string | Buffer][] = [
    ['a name twice', `${names},antenna.tilt,antenna_tilt\n${row},1,2\n`],
    ['a name of nothing', `${names},colour\n${row},red\n`],
    ['no name', `${names},\n${row},\n`],
    ['Latin-1', Buffer.from(`${names}\n${row}\n${row.replace('a', 'Zürich')}\n`, 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${names}\n${row}\n`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(`${names}\n${row}\n`, 'utf16le')],
    ['semicolons', `${names}\n${row}\n`.replaceAll(',', ';').replaceAll('.', ',')],
    ['tabs', `"${names}"\n${row}\n`.replaceAll(',', '"\t"')],
    ['an open quote', `${names}\n"${row}\n`],
    ['a stray quote', `${names}\na "b",46.5,7.5,20,868,1\n`],
    ['nothing', ''],
  ]
  const others = { COVERAGE_URL: 'https://localhost:1', COVERAGE_KEY: apiKey }
  for (const [about, table] of tables) {
    const headers = { 'content-type': 'text/csv' }
    const refused = (
      await client.ask('/api/v1/simulations/batch', { method: 'POST', body: table, headers })
    ).json<{ code: string; detail: string }>()
    const { status, out } = await typed(['batch', '-', '--json'], { env: others, input: table })
    t.equal(status, 2, about)
    t.match(JSON.parse(out), { error: { code: refused.code, detail: refused.detail } }, about)
    t.match(refused.detail, /[^.]\.$/, about)
  }
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
