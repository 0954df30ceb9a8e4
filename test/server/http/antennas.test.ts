import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Link } from '../../../server/link/schemas.ts'
import { openAntennas } from '../../../storage/antennas/antennas.ts'
import { planetFile, radioMobileFile } from '../../helpers/antennas.ts'
import type { Answer, Client } from '../../helpers/client.ts'
import { startTestServer, validRequest } from '../../helpers/server.ts'

const server = await startTestServer(t)
const { client, account } = await server.account('enterprise')
const stranger = await server.account('enterprise')

interface Uploaded {
  id: string
  name: string
}

function upload(body: string | Buffer, { query = '', type = 'text/plain', by = client } = {}) {
  return by.ask(`/api/v1/antennas${query}`, { method: 'POST', headers: { 'content-type': type }, body })
}

const uploaded = async (body: string, by: Client = client) => (await upload(body, { by })).json<Uploaded>().id
const simulate = (antenna: object, more = {}) =>
  client.post('/api/v1/simulate/estimate', { ...validRequest, model: 'p526', ...more, antenna })
const given = {
  tx_height: 30,
  frequency: 450,
  model: 'free_space',
  profile: { distance_m: [0, 500, 1000], ground_m: [100, 100, 100] },
}
const sector = { type: 'sector', horizontal_beamwidth: 70, vertical_beamwidth: 10, front_to_back: 25 }

async function link(
  t: Test,
  antenna: object | undefined,
  more = {},
): Promise<Link & { received_dbm: number }> {
  const answer = await client.post('/api/v1/link', { ...given, ...more, ...(antenna && { antenna }) })
  t.equal(answer.status, 200, answer.text.slice(0, 300))
  return answer.json<Link & { received_dbm: number }>()
}

/** What is refused, by field within the antenna. */
function refusals(t: Test, answer: Answer): Record<string, string> {
  t.equal(answer.status, 400, answer.text.slice(0, 200))
  const { errors } = answer.json<{ errors: { pointer: string; detail: string }[] }>()
  return Object.fromEntries(
    errors.map(({ pointer, detail }) => [pointer.replace(/^#\/?(antenna\/?)?/, ''), detail]),
  )
}

t.test('a file or a name that is not UTF-8 keeps its letters, or is refused', async (t) => {
  const file = Buffer.from(planetFile().replace('Panel-65-17-06T', 'Süd'), 'latin1')
  const answer = await upload(file)
  t.match(answer.json(), { name: 'Süd' })
  await client.delete(`/api/v1/antennas/${answer.json<Uploaded>().id}`)
  const named = await upload(planetFile(), { query: '?name=S%FCd' })
  t.match(named.json(), { status: 400, code: 'bad_url', detail: /percent-encoding/ })
})

t.test('a file is stored, described, listed and deleted', async (t) => {
  const first = await upload(planetFile())
  t.equal(first.status, 201)
  const antenna = first.json<Uploaded>()
  t.match(antenna, {
    id: /^ant_[0-9a-f]{24}$/,
    name: 'Panel-65-17-06T',
    make: 'Example Antennas',
    frequency_mhz: 2140,
    gain_dbi: 17.5,
    polarization: '+45',
    tilt: 'ELECTRICAL',
    horizontal_beamwidth: 65,
    front_to_back: 28,
  })
  const again = await upload(planetFile())
  t.equal(again.status, 200)
  t.same(again.json(), antenna)
  const named = await upload(radioMobileFile(), { query: '?name=Yagi', type: 'application/octet-stream' })
  t.equal(named.status, 201)
  t.match(named.json(), { name: 'Yagi', make: null, gain_dbi: null, front_to_back: 20 })
  const { id: yagi } = named.json<Uploaded>()

  const list = async (by: Client) =>
    (await by.get('/api/v1/antennas')).json<{ antennas: Uploaded[] }>().antennas
  t.same(
    (await list(client)).map(({ id }) => id),
    [antenna.id, yagi],
  )
  t.same(await list(stranger.client), [])
  const whole = (await client.get(`/api/v1/antennas/${antenna.id}`)).json<{
    vertical: { angles_deg: number[]; attenuation_db: number[] }
  }>()
  t.match(whole, antenna)
  t.equal(whole.vertical.angles_deg.length, 360)
  t.equal(whole.vertical.attenuation_db[6], 0)
  t.equal((await stranger.client.get(`/api/v1/antennas/${antenna.id}`)).status, 404)
  t.equal((await stranger.client.delete(`/api/v1/antennas/${antenna.id}`)).status, 404)

  const folder = join(server.services.config.dataDir, 'antennas', account.id)
  t.same((await readdir(folder)).sort(), [`${antenna.id}.json`, `${yagi}.json`].sort())
  t.equal((await stat(folder)).mode & 0o777, 0o700)
  t.equal((await stat(join(folder, `${yagi}.json`))).mode & 0o777, 0o600)
  const reopened = await openAntennas(server.services.stores.antennas, () => true)
  t.equal(reopened.count(account.id), 2, 'they outlive the process')
  t.same(await reopened.read(account.id, antenna.id), whole)

  t.equal((await client.delete(`/api/v1/antennas/${yagi}`)).status, 204)
  t.equal((await client.delete(`/api/v1/antennas/${yagi}`)).status, 404)
  t.same(await readdir(folder), [`${antenna.id}.json`])
})

t.test('an invalid file is refused with its line number', async (t) => {
  t.match(refusals(t, await upload(planetFile().replace('8.0\t', 'x\t'))), {
    '': /^line 20: expected an angle/,
  })
  t.match(refusals(t, await upload('')), { '': /./ })
  t.match(refusals(t, await upload(' ')), { '': /file is empty/ })
  t.match(refusals(t, await upload(Buffer.from([0, 255, 254, 10, 13]))), {
    '': /^line 1: expected one number/,
  })
  t.equal((await upload(planetFile(), { type: 'application/json' })).status, 415)
  t.equal((await upload('0\n'.repeat(40_000))).status, 413)
  t.equal((await upload(planetFile(), { query: '?nane=x' })).status, 400)
  t.equal((await upload(planetFile(), { query: `?name=${'x'.repeat(201)}` })).status, 400)
})

t.test("a pattern can't be deleted while a pending simulation needs it", async (t) => {
  const id = await uploaded(`${planetFile()}COMMENT pending`)
  server.compute.held = true
  const antenna = { azimuth: 120, pattern: { type: 'uploaded', id } }
  const started = await client.post('/api/v1/simulate', { ...validRequest, model: 'itm', antenna })
  t.equal(started.status, 201)
  const simulation = started.json<Uploaded>()
  t.match((await client.delete(`/api/v1/antennas/${id}`)).json(), { code: 'antenna_in_use', status: 409 })
  t.match((await client.get(`/api/v1/status/${simulation.id}`)).json(), {
    params: {
      antenna: { azimuth: 120, tilt: 0, polarization: 'vertical', pattern: { type: 'uploaded', id } },
    },
  })
  server.compute.release()
  await client.delete(`/api/v1/simulations/${simulation.id}`)
  t.equal((await client.delete(`/api/v1/antennas/${id}`)).status, 204)
  t.match(refusals(t, await simulate(antenna)), {
    'pattern/id': /^antenna\.pattern\.id must be the ID of an antenna pattern of the account/,
  })
})

t.test('a pattern deleted while its request is checked is refused', async (t) => {
  const { antennas, terrain } = server.services
  const pattern = { type: 'uploaded', id: await uploaded(`${planetFile()}COMMENT going`) }
  const { elevationAt } = terrain
  t.teardown(() => Object.assign(terrain, { elevationAt }))
  terrain.elevationAt = async (...point) => {
    await antennas.remove(account.id, pattern.id)
    return elevationAt(...point)
  }
  const answer = await client.post('/api/v1/simulate', {
    ...validRequest,
    model: 'p526',
    antenna: { pattern },
  })
  t.match(refusals(t, answer), { 'pattern/id': /got "ant_/ })
})

t.test("another account's pattern does not exist", async (t) => {
  const id = await uploaded(planetFile(), stranger.client)
  const own = await uploaded(`${planetFile()}COMMENT own`)
  await client.delete(`/api/v1/antennas/${id}`)
  const before = refusals(t, await simulate({ pattern: { type: 'uploaded', id } }))
  t.match(before, { 'pattern/id': /got "ant_/ })
  const never = refusals(t, await simulate({ pattern: { type: 'uploaded', id: 'ant_0' } }))
  t.equal(never['pattern/id']?.replace('ant_0', id), before['pattern/id'])
  for (const odd of ['../x', '__proto__', '']) {
    t.match(refusals(t, await simulate({ pattern: { type: 'uploaded', id: odd } })), {
      'pattern/id': /got "/,
    })
  }
  const answer = await client.post('/api/v1/link', {
    ...given,
    antenna: { pattern: { type: 'uploaded', id } },
  })
  t.match(refusals(t, answer), { 'pattern/id': /got "ant_/ })
  t.equal((await simulate({ pattern: { type: 'uploaded', id: own } })).status, 200)
})

t.test('antenna parameters without effect are refused by name', async (t) => {
  const cases: [object, object, Record<string, RegExp>][] = [
    [{ azimuth: 10 }, {}, { azimuth: /has no effect: an omni pattern without vertical_beamwidth/ }],
    [{ tilt: 0, pattern: { type: 'omni' } }, {}, { tilt: /has no effect/ }],
    [
      { azimuth: 10, pattern: { type: 'omni', vertical_beamwidth: 9 } },
      {},
      { azimuth: /without tilt is equal in all horizontal directions/ },
    ],
    [{ pattern: sector }, { model: 'los' }, { '': /los computes no power/ }],
    [
      { polarization: 'vertical' },
      { model: 'hata' },
      { polarization: /model is hata, and polarization belongs to/ },
    ],
    [
      { polarization: 'vertical' },
      { polarization: 'horizontal' },
      { polarization: /same as polarization, "horizontal".*got "vertical"/ },
    ],
    [
      { azimuth: 1, tilt: 1, pattern: sector },
      { output: 'path_loss' },
      {
        azimuth: /isotropic/,
        tilt: /isotropic/,
        pattern: /isotropic antennas; only the outputs received_power and/,
      },
    ],
    [
      { azimuth: 1, tilt: 1, pattern: sector },
      { output: 'path_loss', rx_sensitivity_dbm: -90 },
      { azimuth: /isotropic/, tilt: /isotropic/, pattern: /isotropic/ },
    ],
    [
      { pattern: { type: 'sector', front_to_back: 20 } },
      {},
      {
        'pattern/horizontal_beamwidth': /required for the type sector/,
        'pattern/vertical_beamwidth': /required/,
      },
    ],
    [
      { pattern: { ...sector, id: 'a' } },
      {},
      { 'pattern/id': /not belong to the type sector, which has horiz/ },
    ],
    [
      { pattern: { type: 'omni', front_to_back: 3 } },
      {},
      { 'pattern/front_to_back': /which has vertical_beamw/ },
    ],
    [
      { pattern: { type: 'dish' } },
      {},
      { 'pattern/type': /one of "omni", "sector", "uploaded", got "dish"/ },
    ],
    [{ pattern: { type: 'toString' } }, {}, { 'pattern/type': /got "toString"/ }],
    [{ pattern: {} }, {}, { 'pattern/type': /^antenna\.pattern\.type is required/ }],
    [{ pattern: 'omni' }, {}, { pattern: /must be a JSON object, got "omni"/ }],
    [
      { azimuth: 361, tilt: -91, pattern: sector },
      {},
      { azimuth: /^antenna\.azimuth must be a number between 0 and 360 degrees/, tilt: /got -91/ },
    ],
    [{ azimut: 1 }, {}, { azimut: /not a known field of antenna; allowed: azimuth, tilt/ }],
    [[], {}, { '': /antenna must be a JSON object/ }],
  ]
  for (const [antenna, more, wanted] of cases) {
    const got = refusals(t, await simulate(antenna, more))
    t.match(got, wanted)
    t.same(Object.keys(got).sort(), Object.keys(wanted).sort(), JSON.stringify(antenna))
  }
  t.equal((await simulate({ polarization: 'horizontal' }, { output: 'path_loss' })).status, 200)
  const alongProfile = await client.post('/api/v1/link', {
    ...given,
    antenna: { azimuth: 0, pattern: sector },
  })
  t.match(refusals(t, alongProfile), { azimuth: /left out with a profile/ })
})

t.test('over a given profile the antenna points along the path', async (t) => {
  const plain = await link(t, undefined)
  t.equal(plain.antenna_db, 0)
  t.equal((await link(t, { pattern: { type: 'omni' } })).received_dbm, plain.received_dbm)
  // 28 m lower at 1 km, on a flat earth.
  const down = (Math.atan(28 / 1000) * 180) / Math.PI
  for (const [tilt, elevation] of [
    [0, down],
    [down, 0],
    [5, 5 - down],
    [-3, down + 3],
  ]) {
    const { antenna_db, received_dbm } = await link(t, { tilt, pattern: sector }, { k_factor: 0 })
    t.ok(Math.abs(antenna_db - 12 * (elevation / 10) ** 2) < 1e-9, `tilted by ${tilt}: ${antenna_db} dB`)
    t.ok(Math.abs(received_dbm - (plain.received_dbm - antenna_db)) < 1e-9)
  }
  const id = await uploaded(planetFile())
  // Straight lines between degrees lie up to 0.06 dB above the parabola.
  const tilted = await link(t, { pattern: { type: 'uploaded', id } }, { k_factor: 0 })
  t.ok(Math.abs(tilted.antenna_db - 12 * ((6 - down) / 7) ** 2) < 0.07, `${tilted.antenna_db} dB`)
  const level = await link(t, { tilt: down - 6, pattern: { type: 'uploaded', id } }, { k_factor: 0 })
  t.ok(level.antenna_db < 0.07, `turned up into the lobe: ${level.antenna_db} dB`)
})

t.test("polarization stays the model's own parameter", async (t) => {
  const low = {
    model: 'p526',
    frequency: 30,
    tx_height: 1,
    profile: { distance_m: [0, 9000, 20_000], ground_m: [0, 0, 0] },
  }
  const vertical = await link(t, { polarization: 'vertical' }, low)
  const horizontal = await link(t, { polarization: 'horizontal' }, low)
  t.equal(vertical.received_dbm, (await link(t, undefined, low)).received_dbm)
  t.ok(Math.abs(vertical.received_dbm - horizontal.received_dbm) > 1)
  const direct = await link(t, undefined, { ...low, polarization: 'horizontal' })
  t.equal(horizontal.received_dbm, direct.received_dbm)
})
