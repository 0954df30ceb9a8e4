import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { typed } from '../../helpers/command.ts'
import { startRealServer } from '../../helpers/real-server.ts'
import { writeSyntheticTerrain } from '../../references/synthetic.ts'

// Every command against the service on synthetic terrain, computed by its own engine, and with --local what takes it.

const server = await startRealServer(t, (folder) => writeSyntheticTerrain(folder, { seed: 2026 }), {
  KERNEL_BACKEND: 'webasm',
})
const { certificate, config, records } = server.services
const { id: accountId } = await records.createAccount({ name: 'demo', plan: 'enterprise', credits: 100 })
const made = await records.createKey(accountId)
const key = made?.api_key ?? ''
const folder = t.testdir({ 'cert.pem': certificate.cert })
const ca = join(folder, 'cert.pem')
const env = { COVERAGE_URL: server.origin, COVERAGE_KEY: key, COVERAGE_CA: ca, XDG_CONFIG_HOME: folder }
const local = ['--local', '--dem', ...config.terrainDirs]
const site = '--tx-lat 47.6333 --tx-lon 8.925 --tx-height 20 --frequency 868'.split(' ')
const disc = [...site, '--max-range', '2']

const ran = new Set<string>()
async function done(args: readonly string[], input = '') {
  const found = await typed(args, { env, input })
  t.equal(found.status, 0, `${args.join(' ')}: ${found.err}`)
  ran.add(args[0] as string)
  return found
}
const file = (name: string) => join(folder, name)

t.test('all commands succeed, and say the same with --local', async (t) => {
  const simulated = await done(['simulate', ...disc, '--wait', '--json'])
  const { id, summary } = simulated.json<{ id: string; summary: object }>()
  const here = await done(['simulate', ...local, ...disc, '--out', file('here.tif'), '--json'])
  t.same(here.json<{ summary: object }>().summary, summary)
  await done(['result', id, '--out', file('there.tif')])
  t.same(await readFile(file('here.tif')), await readFile(file('there.tif')), 'the same cells')

  t.match((await done(['verify', file('there.tif'), '--dem', ...config.terrainDirs, '--json'])).json(), {
    equal: true,
  })

  const link = ['link', ...site, '--rx-lat', '47.65', '--rx-lon', '8.95', '--json']
  t.same((await done([...link, ...local])).json(), (await done(link)).json())
  const pairs = 'tx_lat,tx_lon,rx_lat,rx_lon\n47.6333,8.925,47.65,8.95\n'
  const links = ['links', '-', '--tx-height', '20', '--frequency', '868', '--json']
  t.same((await done([...links, ...local], pairs)).json(), (await done(links, pairs)).json())
  const ends = ['--from', '47.6333,8.925', '--to', '47.65,8.95']
  const relay = ['relay', ...ends, '--tx-height', '20', '--frequency', '868', '--json']
  t.same((await done([...relay, ...local])).json(), (await done(relay)).json())
  for (const args of [
    ['terrain', '--at', '47.6333,8.925', '--json'],
    ['terrain', '--at', '47.6333,8.925', '--within', '2000', '--json'],
    ['terrain', '--json'],
    ['models', '--json'],
  ]) {
    const own = args[0] === 'models' ? ['--local'] : local
    t.same((await done([...args, ...own])).json(), (await done(args)).json(), args.join(' '))
  }

  const table = 'name,tx_lat,tx_lon\nnorth,47.6333,8.925\nsouth,47.6,8.925\n'
  const rest = ['--tx-height', '20', '--frequency', '868', '--max-range', '1', '--out-dir', folder]
  const { simulations } = (await done(['batch', '-', ...rest, '--json'], table)).json<{
    simulations: { status: string }[]
  }>()
  t.match(simulations, [{ status: 'completed' }, { status: 'completed' }])
  t.equal((await readFile(file('3-south.tif'))).toString('latin1', 0, 2), 'II')

  t.match((await done(['presets', '--json'])).json(), { presets: [{ name: String, body: {} }] })
  t.match((await done(['list', '--json'])).json(), { total: 3 })
  t.match((await done(['show', id, '--json'])).json(), { id, summary })
  t.match((await done(['watch', id, '--json'])).json(), { id, status: 'completed' })
  const place = '{"type":"Point","coordinates":[8.925,47.6333]}'
  t.match((await done(['features', id, '-', '--json'], place)).json(), { summary: { n: 1, used: 1 } })
  t.match((await done(['stats', id, '--json'])).json(), { km2: Number })
  t.match((await done(['value', id, '47.6333,8.925', '--json'])).json(), { state: 'covered' })
  t.match((await done(['share', id, '--quiet'])).out, '/#share=')
  t.match((await done(['network', 'create', id, '--json'])).json(), { status: 'completed', sites: [{ id }] })
  // Three simulations, a batch of links and relays.
  t.match((await done(['credits', '--json'])).json(), { balance: 95 })
  t.match((await done(['keys', '--json'])).json(), { keys: [{ current: true }] })
  t.match((await done(['webhooks', '--json'])).json(), { webhooks: [] })
  await done(['login', '--url', server.origin, '--ca', ca], `${key}\n`)
  t.match((await done(['completion', 'bash'])).out, 'tx-lat')
  await done(['delete', id])
  const doctor = await typed(['doctor', '--json'], {
    env: { DATA_DIR: file('data'), TERRAIN_DIR: config.terrainDirs.join(':'), PORT: '0' },
  })
  t.match(doctor.json(), { faults: 0, checks: [{ state: 'ok', subject: 'service' }] })
  ran.add('doctor')

  const { out } = await typed(['--help'])
  const listed = [...out.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name as string)
  const operators = ['serve', 'admin', 'backup', 'demo']
  t.same([...ran].sort(), listed.filter((name) => !operators.includes(name)).sort())
})
