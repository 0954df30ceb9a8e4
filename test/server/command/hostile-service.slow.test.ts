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
    by_clutter: list('type', 'height_m', 'n', 'bias_db'),
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
  links: [
    {
      ...{ row: evil, tx: { name: evil }, rx: { id: evil }, distance_m: 1, azimuth_deg: 1, visible: true },
      ...{ loss_db: { model: 1 }, received_dbm: 1, margin_db: null, warnings: [{ code: evil }] },
    },
    {
      ...{ row: 3, tx: {}, rx: {}, distance_m: 1, azimuth_deg: null, visible: null, loss_db: null },
      ...{ received_dbm: null, margin_db: null, warnings: [], error: { code: evil, detail: evil } },
    },
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
let said: object = answer
/** Path and query of what was asked, with the body where there was one. */
let asked: string[] = []
const { cert, key } = await certificateOf('localhost')
const server = createServer({ cert, key }, (request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => {
    body += part.toString()
  })
  request.on('end', () => {
    asked.push(`${request.method} ${request.url?.replace('/api/v1', '')}${body && ` ${body}`}`)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })
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
  ['links', '-'],
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

t.test(
  'each command shows what it was answered, in its columns, and asks for what its flags say',
  async (t) => {
    status = 200
    t.teardown(() => {
      said = answer
    })
    const at = '2026-03-01T12:34:56.000Z'
    const simulation = { id: 'sim_1', status: 'completed', created_at: at, credits_charged: 3 }
    const listed = [{ ...simulation, params: { name: 'mast', model: 'los', max_range: 7 } }]
    const ring = [
      [179, -46],
      [180, -46],
      [180, -45.00005],
      [179, -45],
    ]
    const parameter = {
      name: 'time',
      title: 'Share',
      type: 'number',
      unit: '%',
      default: 50,
      minimum: 1,
      maximum: 99,
    }
    const model = {
      name: 'p9',
      title: 'Model',
      weight: 4,
      output: ['loss'],
      parameters: [parameter],
      source: 'S',
    }
    const delivery = {
      delivery_id: 'dlv_1',
      at,
      type: 'a.b',
      attempts: 2,
      status: 'pending',
      next_try_at: at,
    }
    const blockedAt = [1, 2, 3, 4, 5, 6].map((km) => ({ distance_m: 1000 * km, by_m: km + 0.04 }))
    const path = {
      ...{ distance_m: 7000, azimuth_deg: 12.34, reverse_azimuth_deg: 192.36, visible: false },
      profile: { ...answer.profile, distance_m: [0, 1, 2], ground_m: [1, 5, 9] },
      blocked_at: blockedAt,
      clear_heights_m: { los: 150, fresnel60: 150.1 },
      loss_db: { free_space: 101.25, diffraction: 6.04, model: null },
      intermediates: { terrain_bullington_db: 6, rx_clutter_db: 22.42, rx_indoor_db: 14.2 },
      ...{ received_dbm: -71.26, margin_db: null, warnings: [] },
    }
    for (const [args, found, requests, out] of [
      [
        ['credits', '--packs'],
        { packs: [{ pack: '100', credits: 110, price: '5.00', currency: 'EUR' }] },
        ['GET /credits/packs'],
        'PACK  CREDITS  PRICE\n100   110      5.00 EUR',
      ],
      [
        ['credits', '--ledger'],
        { entries: [{ at, type: 'hold', amount: -3, balance: 97, simulation_id: 'sim_1', reason: null }] },
        ['GET /credits/ledger?limit=20'],
        `AT                TYPE  AMOUNT  BALANCE  SIMULATION  REASON
2026-03-01T12:34  hold  -3      97       sim_1       -`,
      ],
      [
        ['keys'],
        {
          keys: [
            { key_id: 'a', created_at: at, last_used_at: at, current: true },
            { key_id: 'b', created_at: at, last_used_at: null, current: false },
          ],
        },
        ['GET /keys'],
        `KEY  CREATED           USED              CURRENT
a    2026-03-01T12:34  2026-03-01T12:34  this key
b    2026-03-01T12:34  -                 -`,
      ],
      [
        ['list', '--status', 's', '--model', 'm', '--batch', 'b', '--after', 'c', '--offset', '4'].concat([
          '--created-after',
          'x',
          '--created-before',
          'y',
        ]),
        { simulations: listed, total: 1 },
        [
          'GET /simulations?limit=20&offset=4&status=s&model=m&batch=b&after=c&created_after=x&created_before=y',
          'GET /credits',
        ],
        `ID     STATUS     CREATED           MODEL  RANGE  CREDITS  NAME
sim_1  completed  2026-03-01T12:34  los    7 km   3        mast`,
      ],
      [
        ['share', 'sim_1', '--days', '3'],
        { url: 'https://a/b', expires_at: at, warnings: [] },
        ['POST /simulations/sim_1/shares {"days":3}'],
        `https://a/b\nexpires ${at}`,
      ],
      [
        ['share', 'sim_1', '--list'],
        { shares: [{ share_id: 'shr_1', created_at: 'early', expires_at: 'late' }] },
        ['GET /simulations/sim_1/shares'],
        'SHARE  CREATED  EXPIRES\nshr_1  early    late',
      ],
      [
        ['webhooks'],
        { webhooks: [{ id: 'whk_1', url: 'https://a', owed: 2, disabled: { reason: 'failing' } }] },
        ['GET /webhooks'],
        'WEBHOOK  ADDRESS    OWED  STATE\nwhk_1    https://a  2     off: failing',
      ],
      [
        ['webhooks', 'create', 'https://a', '--events', 'a.b, c.d', '--low', '0'],
        { id: 'whk_1', secret: 's', warnings: [] },
        ['POST /webhooks {"url":"https://a","events":["a.b","c.d"],"credits_low_below":0}'],
        'whk_1\ns\nThe secret is shown only once.',
      ],
      [
        ['webhooks', 'deliveries', 'whk_1', '--limit', '7'],
        {
          deliveries: [
            { ...delivery, last_try: { status: 500, error: 'refused' } },
            { ...delivery, last_try: { status: null, error: 'timeout' }, next_try_at: null },
          ],
        },
        ['GET /webhooks/whk_1/deliveries?limit=7'],
        `DELIVERY  AT                EVENT  STATUS   TRIES  ANSWER   NEXT
dlv_1     2026-03-01T12:34  a.b    pending  2      500      2026-03-01T12:34
dlv_1     2026-03-01T12:34  a.b    pending  2      timeout  -`,
      ],
      [
        ['terrain'],
        {
          features: [
            {
              properties: { name: 'a.tif', source: 'own', resolution_m: 30.87 },
              geometry: { coordinates: [ring] },
            },
          ],
        },
        ['GET /terrain'],
        `FILE   SOURCE  POSTS   WEST, SOUTH, EAST, NORTH\na.tif  own     30.9 m  179, -46, 180, -45`,
      ],
      [
        ['models', 'p9'],
        { models: [model] },
        ['GET /models'],
        `Model (S)

weight  4
output  loss

PARAMETER  VALUES   UNIT  DEFAULT  MEANING
time       1 to 99  %     50       Share`,
      ],
      [
        ['link', '--tx-lat', '1'],
        path,
        ['POST /link {"tx_lat":1}'],
        `distance            7.000 km
azimuth             12.3°, reverse 192.4°
ground              1.0 m at the transmitter, 9.0 m at the receiver
line of sight       blocked
                    at 1.00 km the ground rises 1.0 m above the direct ray
                    at 2.00 km the ground rises 2.0 m above the direct ray
                    at 3.00 km the ground rises 3.0 m above the direct ray
                    at 4.00 km the ground rises 4.0 m above the direct ray
                    at 5.00 km the ground rises 5.0 m above the direct ray
line of sight from  150.0 m antenna height
60 % Fresnel from   more than 150 m antenna height
free space          101.3 dB
diffraction         6.0 dB
clutter at rx       22.4 dB
building            14.2 dB
loss                unknown
received            -71.3 dBm
and 1 more obstacles`,
      ],
    ] as const) {
      asked = []
      said = found
      const ran = await typed(args, { env, columns: 120 })
      t.same(asked, requests, args.join(' '))
      t.equal(
        ran.out
          .split('\n\n')
          .slice(args[0] === 'link' ? 1 : 0)
          .join('\n\n')
          .trimEnd(),
        out,
      )
      t.equal(ran.err, '')
    }
  },
)
