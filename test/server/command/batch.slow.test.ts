import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { typed } from '../../helpers/command.ts'
import { startTestServer } from '../../helpers/server.ts'

// `coverage batch`: tables of sites, what is refused of them, and what the same table again is.

const server = await startTestServer(t)
const { account, apiKey, client } = await server.account('enterprise', 100)
const folder = t.testdir({ 'cert.pem': server.services.certificate.cert })
const env = { COVERAGE_URL: server.origin, COVERAGE_KEY: apiKey, COVERAGE_CA: join(folder, 'cert.pem') }

t.test(
  'batch starts all rows of a table, names those that are refused, and goes on where it was',
  async (t) => {
    const out = join(folder, 'results')
    await mkdir(out)
    const sites = join(folder, 'sites.csv')
    const names = 'name,tx_lat,tx_lon,antenna.tilt'
    const table = (...rows: string[]) => writeFile(sites, `\ufeff${[names, ...rows].join('\r\n')}\r\n`)
    const [hill, last] = ['"Hill, ""north""/..",46.5,7.5,', 'last,46.6,7.5,3']
    const defaults = ['--tx-height', '20', '--frequency', '868', '--max-range', '1', '--name', 'unnamed']
    const model = ['--model', 'free_space', '--antenna-pattern', '{"type":"omni","vertical_beamwidth":8}']
    const args = ['batch', sites, ...defaults, ...model, '--out-dir', out, '--json']
    type Rows = { simulations: { id?: string; row: number; status?: string; error?: object }[] }

    await table(hill, '', 'south,north,7.5,', 'ice,-70,7.5,', last)
    const before = server.services.records.simulations(account.id).length
    const refused = await typed(args, { env })
    t.equal(refused.status, 1)
    const { simulations: ofRefused } = refused.json<Rows>()
    t.match(ofRefused[1], { row: 4, error: { code: 'invalid_parameters', detail: /^tx_lat must be/ } })
    t.notOk(ofRefused.some(({ id }) => id !== undefined))
    await table(hill, '', 'ice,-70,7.5,', last)
    t.match((await typed(args, { env })).json<Rows>().simulations[1], {
      error: { code: 'terrain_unavailable' },
    })
    t.equal(server.services.records.simulations(account.id).length, before, 'nothing was started')

    await table(hill, '', last)
    const ran = await typed(args, { env })
    t.equal(ran.status, 0, ran.err)
    const { simulations } = ran.json<Rows>()
    t.match(simulations, [
      { row: 2, id: /^sim_/, status: 'completed' },
      { row: 4, id: /^sim_/, status: 'completed' },
    ])
    t.same((await readdir(out)).sort(), ['2-Hill_north_...tif', '4-last.tif'])
    const again = (await typed([...args, '--force'], { env })).json<Rows>()
    t.same(
      again.simulations.map(({ id }) => id),
      simulations.map(({ id }) => id),
    )
    t.match(await typed(['batch', '-', '--wait'], { env, input: 'a,b\n1' }), {
      status: 2,
      err: 'malformed_csv: row 2 has 1 cells, expected 2 as in the header.\n',
    })
    t.match(await typed(['batch', '-'], { env, input: 'tx_lat\n' }), { status: 2, err: /no rows/ })
    server.compute.failure = { kind: 'failed', code: 'out_of_memory', detail: 'No memory.' }
    const rows = await typed(['batch', '-', '--wait', ...defaults], {
      env,
      input: 'tx_lat,tx_lon\n46.5,7.5\n',
    })
    t.match(rows, { status: 1, out: /out_of_memory/, err: '1 of 1 rows failed' })
    server.compute.failure = undefined
  },
)

t.test('the same table again says that it starts nothing, and --again does', async (t) => {
  const input =
    'name,tx_lat,tx_lon,tx_height,frequency,max_range\na,46.5,7.5,20,868,1\n\nb,46.5,7.6,20,868,1\n'
  type Answer = {
    replayed: number
    simulations: { row: number; id: string; status: string; error?: object }[]
  }
  const run = async (...args: string[]) => {
    const ran = await typed(['batch', '-', '--json', ...args], { env, input })
    const { replayed, simulations } = ran.json<Answer>()
    return { ...ran, replayed, simulations, ids: simulations.map(({ id }) => id) }
  }
  const first = await run('--wait')
  t.match(first, { status: 0, replayed: 0, err: '' })
  const second = await run()
  const notice =
    'All rows are reused from an earlier run with the same table, not charged again. --again starts all rows again.\n'
  t.match(second, { status: 0, replayed: 2, err: notice })
  t.same(second.simulations, first.simulations, 'with the status of now')
  t.equal((await typed(['batch', '-', '--quiet'], { env, input })).err, '')

  const [gone = ''] = first.ids
  await client.delete(`/api/v1/simulations/${gone}`)
  for (const args of [[], ['--wait']]) {
    const third = await run(...args)
    t.match(third, { status: 1, replayed: 2 })
    const detail = 'The simulation of an earlier run was deleted; --again starts a new one.'
    t.match(third.simulations, [
      { row: 2, id: gone, status: 'deleted', error: { code: 'simulation_not_found', detail } },
      { row: 4, status: 'completed' },
    ])
  }
  const anew = await run('--again', '--wait')
  t.match(anew, { status: 0, replayed: 0, err: '' })
  t.equal(new Set([...first.ids, ...anew.ids]).size, 4)
})
