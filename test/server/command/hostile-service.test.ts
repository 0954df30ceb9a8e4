import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { typed } from '../../helpers/command.ts'
import { certificateOf } from '../../helpers/inbox.ts'

// Commands before a service whose every text would have a terminal obey it.

const evil = '\u001b]0;title\u0007\u001b[8mx\u009b31m\u202e'
const list = (...names: string[]) => [Object.fromEntries(names.map((name) => [name, evil]))]
const parameter = { name: evil, title: evil, minimum: evil, maximum: evil, unit: evil, default: evil }
/** What every request is answered with; each command finds in it what it shows. */
const answer = {
  ...Object.fromEntries(
    ['id', 'status', 'api_key', 'url', 'secret', 'expires_at', 'previous_secret_until', 'delivery_id']
      .concat(['balance', 'plan', 'used_this_month', 'limit', 'held', 'cells', 'credits', 'seconds'])
      .concat(['elevation_m', 'state', 'source', 'total', 'created_at', 'completed_at', 'credits_charged'])
      .map((name) => [name, evil]),
  ),
  params: { name: evil, model: evil, tx_lat: evil, tx_height_mode: evil, frequency: evil, max_range: evil },
  warnings: list('code', 'detail'),
  engine: { version: evil, backend: evil, device: evil },
  terrain: { unknown_share: 0, sources: list('name') },
  summary: {
    ...{ visible: evil, blocked: evil, unknown: evil, visible_km2: evil, farthest_km: evil },
    by_distance: list('from_m', 'n', 'bias_db'),
  },
  ...{ unit: evil, value: evil, label: evil, km2: evil, farthest_km: evil },
  zones: list('state', 'label', 'cells', 'km2', 'share'),
  packs: list('pack', 'credits', 'price', 'currency'),
  entries: list('at', 'type', 'amount', 'balance', 'simulation_id', 'reason'),
  keys: list('key_id', 'created_at', 'last_used_at', 'current'),
  shares: list('share_id', 'created_at', 'expires_at'),
  webhooks: [{ id: evil, url: evil, owed: evil, disabled: { reason: evil } }],
  deliveries: [{ ...list('delivery_id', 'at', 'attempts', 'status', 'type')[0], last_try: { error: evil } }],
  simulations: [{ ...list('id', 'status', 'created_at', 'credits_charged')[0], params: { name: evil } }],
  features: [
    {
      properties: { name: evil, source: evil, resolution_m: 30, attribution: evil },
      geometry: { coordinates: [0, 0] },
    },
  ],
  models: [
    { name: 'los', title: evil, weight: evil, output: [evil], parameters: [parameter], source: evil },
    { name: evil, title: evil, weight: evil, output: [evil], parameters: [], source: evil },
  ],
  distance_m: 1000,
  azimuth_deg: null,
  profile: { distance_m: [0, 1], ground_m: [1, 1], bulge_m: [0, 0], line_m: [2, 2], fresnel_m: [0, 0] },
  visible: true,
  blocked_at: [],
  clear_heights_m: { los: 1, fresnel60: 1 },
  loss_db: { free_space: 1, diffraction: 1, model: 1 },
  received_dbm: 1,
  margin_db: 1,
  code: evil,
  detail: evil,
}

let status = 200
const { cert, key } = await certificateOf('localhost')
const server = createServer({ cert, key }, (request, response) => {
  request.resume()
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
t.teardown(() => server.close())
const folder = t.testdir({ 'cert.pem': cert })
const env = {
  COVERAGE_URL: `https://localhost:${(server.address() as AddressInfo).port}`,
  COVERAGE_KEY: 'k',
  COVERAGE_CA: join(folder, 'cert.pem'),
  XDG_CONFIG_HOME: folder,
}

const commands = [
  ['credits'],
  ['credits', '--ledger'],
  ['credits', '--packs'],
  ['keys'],
  ['keys', 'create'],
  ['keys', 'revoke', 'k'],
  ['login'],
  ['list'],
  ['show', 'sim_a'],
  ['delete', 'sim_a'],
  ['share', 'sim_a'],
  ['share', 'sim_a', '--list'],
  ['webhooks'],
  ['webhooks', 'create', 'https://a.example'],
  ['webhooks', 'test', 'whk_a'],
  ['webhooks', 'rotate', 'whk_a'],
  ['webhooks', 'deliveries', 'whk_a'],
  ['webhooks', 'replay', 'whk_a', 'd'],
  ['features', 'sim_a', '-'],
  ['stats', 'sim_a'],
  ['value', 'sim_a', '1,1'],
  ['terrain'],
  ['terrain', '--at', '1,1'],
  ['models'],
  ['models', 'los'],
  ['simulate', '--tx-lat', '1'],
  ['simulate', '--tx-lat', '1', '--wait'],
  ['simulate', '--tx-lat', '1', '--estimate'],
  ['link', '--tx-lat', '1'],
]
for (const args of commands) {
  t.test(args.join(' '), async (t) => {
    for (const more of [[], ['--quiet'], ['--json']]) {
      for (status of [200, 400]) {
        const ran = await typed([...args, ...more], { env, input: 'k' })
        const name = `${more.join('')} ${status}`
        t.equal(ran.status, status === 200 ? 0 : 1, `${name}: ${ran.err}`)
        t.notMatch(`${ran.out}${ran.err}`.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u, name)
      }
    }
  })
}
