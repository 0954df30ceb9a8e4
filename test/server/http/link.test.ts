import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { geodesicPath } from '../../../kernels/geodesy/geodesic-path.ts'
import { pathLossModels } from '../../../kernels/models.ts'
import type { Link } from '../../../server/link/schemas.ts'
import { openTerrain } from '../../../storage/terrain/terrain.ts'
import type { Answer } from '../../helpers/client.ts'
import { startTestServer } from '../../helpers/server.ts'
import { testData } from '../../helpers/test-data.ts'
import { putGeotiff, putHgt } from '../../helpers/tiles.ts'
import { p1812Cases } from '../../references/models/p1812-files.ts'

// tap removes a test's folder before teardowns run, and the server only reads it.
const folder = t.testdir()
// Hills; a wall along column 600, 30.5° E; nothing known in the ten northern rows.
await putHgt(join(folder, 'S01E030.hgt'), (row, col) => {
  if (row < 10) return -32768
  return col === 600 ? 700 : Math.round(200 + 40 * Math.sin(row / 37) + 60 * Math.cos(col / 53))
})
const terrain = await openTerrain({ folders: [folder] })
const server = await startTestServer(t, { terrain })
const { client } = await server.account('enterprise')

const request = {
  tx_lat: -0.5,
  tx_lon: 30.45,
  tx_height: 30,
  rx_lat: -0.45,
  rx_lon: 30.49,
  rx_height: 10,
  frequency: 450,
}
const given = {
  tx_height: 30,
  frequency: 450,
  profile: { distance_m: [0, 500, 1000, 1500, 2000], ground_m: [100, 100, 180, 100, 100] },
}
const post = (body: object) => client.post('/api/v1/link', body)
/** With a loss. */
type FullLink = Link & {
  received_dbm: number
  loss_db: { diffraction: number; model: number }
  clear_heights_m: { fresnel60: number }
}
async function link(t: Test, body: object): Promise<FullLink> {
  const answer = await post(body)
  t.equal(answer.status, 200, answer.text.slice(0, 300))
  return answer.json<FullLink>()
}

function refused(t: Test, answer: Answer, code = 'invalid_parameters') {
  const problem = answer.json<{
    code: string
    detail: string
    errors: { pointer: string; detail: string }[]
  }>()
  t.equal(answer.status, 400, answer.text.slice(0, 300))
  t.equal(problem.code, code)
  return problem
}

t.test('the profile is the terrain along the geodesic', async (t) => {
  // Some kilometres, a diagonal through the tile with more points than are drawn, a metre within a patch of posts.
  for (const [change, [atLeast, atMost]] of [
    [{}, [150, 400]],
    [{ tx_lat: -0.9871, tx_lon: 30.0123, rx_lat: -0.0234, rx_lon: 30.9876 }, [2400, 4096]],
    [{ rx_lat: -0.50001, rx_lon: 30.45 }, [3, 8]],
  ] as const) {
    const body = { ...request, ...change }
    const path = geodesicPath(body.tx_lat, body.tx_lon, body.rx_lat, body.rx_lon)
    const { distance_m, azimuth_deg, reverse_azimuth_deg, profile, terrain: from } = await link(t, body)
    t.ok(Math.abs(distance_m - path.distanceM) < 1e-3)
    t.equal(azimuth_deg, path.azimuthDeg)
    // Meridians converge by the sine of the latitude, which is below 0.02 here.
    t.ok(Math.abs(((Number(reverse_azimuth_deg) - Number(azimuth_deg) + 360) % 360) - 180) < 0.02)
    t.match(from, { post_spacing_m: 92.663, sources: [{ name: 'SRTM HGT file' }] })
    const count = profile.ground_m.length
    t.ok(count >= atLeast && count <= atMost, `${count} points`)
    for (const list of Object.values(profile)) t.equal(list.length, count)
    t.equal(profile.distance_m[0], 0)
    t.equal(profile.distance_m[count - 1], distance_m)
    for (let at = 0; at < count; at += Math.ceil(count / 40)) {
      const { latDeg, lonDeg } = path.at(profile.distance_m[at])
      const { elevationM } = await terrain.elevationAt(latDeg, lonDeg)
      t.ok(Math.abs(profile.ground_m[at] - (elevationM ?? Number.NaN)) < 2e-3, `point ${at}`)
    }
  }
})

t.test('a wall blocks the path', async (t) => {
  const clear = await link(t, { ...request, rx_lat: -0.47, rx_lon: 30.46, tx_height: 60 })
  t.ok(clear.visible)
  t.same(clear.blocked_at, [])
  const { visible, blocked_at, worst_fresnel, clear_heights_m, loss_db } = await link(t, {
    ...request,
    rx_lon: 30.55,
  })
  t.notOk(visible)
  // Half of the path the wall stands at 30.5° E; the path to the receiver is some 215 m high there.
  const [wall] = blocked_at.sort((a, b) => b.by_m - a.by_m)
  t.ok(wall && Math.abs(wall.distance_m - 6216) < 30 && wall.by_m > 250, JSON.stringify(blocked_at))
  t.ok(worst_fresnel < 0)
  t.ok(loss_db.diffraction > 20 && Math.abs(loss_db.free_space + loss_db.diffraction - loss_db.model) < 1e-9)
  const mast = (tx_height: number) => link(t, { ...request, rx_lon: 30.55, tx_height, model: 'free_space' })
  t.ok((await mast(clear_heights_m.los + 0.01)).visible)
  t.notOk((await mast(clear_heights_m.los - 0.01)).visible)
  t.ok((await mast(clear_heights_m.fresnel60 + 0.01)).worst_fresnel > 0.6)
  t.ok((await mast(clear_heights_m.fresnel60 - 0.1)).worst_fresnel < 0.6)
})

t.test('received power and margin follow from power, loss, gain and sensitivity', async (t) => {
  const body = { ...given, model: 'free_space', k_factor: 0 }
  const plain = await link(t, body)
  t.match(plain, { azimuth_deg: null, terrain: null, margin_db: null, distance_m: 2000, visible: false })
  t.same(plain.blocked_at, [{ distance_m: 1000, by_m: 64 }])
  // 1 W ERP: 30 dBm + 2.15 dB.
  t.ok(Math.abs(plain.received_dbm - (32.15 - plain.loss_db.free_space)) < 1e-9)
  const more = await link(t, { ...body, erp: 10, rx_gain_dbi: 5, rx_sensitivity_dbm: -100 })
  t.ok(Math.abs(more.received_dbm - plain.received_dbm - 15) < 1e-9)
  t.ok(Math.abs((more.margin_db ?? Number.NaN) - (more.received_dbm + 100)) < 1e-9)
  t.ok(
    plain.profile.bulge_m.every((bulge) => bulge === 0),
    'a flat earth',
  )
  const amsl = await link(t, {
    ...body,
    tx_height: 130,
    tx_height_mode: 'AMSL',
    rx_height: 102,
    rx_height_mode: 'AMSL',
  })
  t.same(amsl, plain, 'the same heights above the sea')
})

t.test('every model answers, with its intermediate values', async (t) => {
  const losses = new Set<number>()
  for (const model of pathLossModels.keys()) {
    const { loss_db, intermediates } = await link(t, { ...request, model })
    t.ok(loss_db.model > 80 && loss_db.model < 250, `${model} ${loss_db.model}`)
    losses.add(loss_db.model)
    t.equal(Object.keys(intermediates).length > 0, model !== 'free_space', model)
  }
  t.ok(losses.size >= pathLossModels.size - 1)
  t.same(await link(t, request), await link(t, { ...request, model: 'p526' }), 'p526 by default')
  const near = await link(t, { ...request, frequency: 25 })
  t.match(near.warnings, [
    { code: 'near_validity_limit', detail: /^frequency in MHz is 25; .* 30 to 50000\.$/ },
  ])
  const itm = await link(t, { ...given, model: 'itm', rx_height: 0.8 })
  t.match(
    itm.warnings.map(({ code }) => code),
    ['near_validity_limit', 'itm_rx_height'],
  )
})

t.test('P.1812 has the published losses over the published profiles', async (t) => {
  const cases = p1812Cases(testData('models')).filter(({ name }) => /^rburg_rural_noclutter/.test(name))
  t.equal(cases.length, 6)
  for (const { name, profile, options, published } of cases) {
    const { loss_db, intermediates } = await link(t, {
      profile: { distance_m: [...profile.distancesM], ground_m: [...profile.heightsM] },
      tx_height: options.txHeightM,
      rx_height: options.rxHeightM,
      frequency: options.frequencyMhz,
      model: 'p1812',
      latitude: options.latitudeDeg,
      time_percent: options.timePercent,
      location_percent: options.locationPercent,
      polarization: options.polarization,
      refractivity_lapse: options.refractivityLapse,
      sea_level_refractivity: options.seaLevelRefractivity,
      k_factor: 157 / (157 - options.refractivityLapse),
    })
    t.ok(Math.abs(loss_db.model - published.Lb) < 1e-3, `${name} ${loss_db.model} ${published.Lb}`)
    t.ok(Math.abs(loss_db.free_space - published.Lbfs) < 1e-3)
    t.ok(Math.abs(loss_db.diffraction - published.Ld50) < 1e-3)
    t.ok(Math.abs(Number(intermediates.Lbulla) - published.Lbulla) < 1e-3)
  }
})

t.test('geometry has an answer for any height, a loss only where the model holds', async (t) => {
  const cases: [object, boolean, RegExp][] = [
    [{ rx_height: 0 }, true, /rx_height .* between 0.1 and .* p526, got 0/],
    [{ rx_height: 20, rx_height_mode: 'AMSL' }, false, /rx_height .* got -/],
    [{ tx_height: 9000, tx_height_mode: 'AMSL', model: 'itm' }, true, /tx_height .* between 0.5 and 3000/],
  ]
  for (const [change, visible, detail] of cases) {
    const body = {
      ...request,
      rx_lat: -0.47,
      rx_lon: 30.46,
      tx_height: 90,
      rx_sensitivity_dbm: -100,
      ...change,
    }
    const answer = await link(t, body)
    t.equal(answer.visible, visible)
    t.equal(answer.blocked_at.length === 0, visible)
    t.match(answer, { received_dbm: null, margin_db: null, intermediates: {} })
    t.match(answer.loss_db, { diffraction: null, model: null })
    t.ok(answer.loss_db.free_space > 60)
    t.match(answer.warnings, [{ code: 'outside_validity', detail }])
  }
  const [end] = (await link(t, { ...request, rx_height: 20, rx_height_mode: 'AMSL' })).blocked_at.slice(-1)
  t.ok(end && end.by_m > 50, 'a receiver in the ground is blocked there')
})

t.test('more posts than are computed on are refused, with the spacing that fits', async (t) => {
  const fine = await openTerrain({ folders: [await finePatch(t)] })
  const own = await startTestServer(t, { terrain: fine })
  const { client: caller } = await own.account('enterprise')
  const across = { ...request, tx_lat: 10.0001, rx_lat: 10.0199, tx_lon: 20.003, rx_lon: 20.003 }
  const problem = refused(t, await caller.post('/api/v1/link', across), 'too_many_posts') as unknown as {
    posts: number
    max_posts: number
    finest_terrain_spacing: number
  }
  t.ok(problem.posts > problem.max_posts)
  const terrain_spacing = problem.finest_terrain_spacing
  t.equal((await caller.post('/api/v1/link', { ...across, terrain_spacing })).status, 200)
  await fine.close()
})

/** Posts 7 cm apart. */
async function finePatch(t: Test): Promise<string> {
  const path = t.testdir({ fine: {} })
  await putGeotiff(join(path, 'fine', 'fine.tif'), {
    rows: 30_001,
    cols: 12,
    northDeg: 10.02,
    westDeg: 20.0029,
    latStepDeg: 0.02 / 30_000,
    lonStepDeg: 0.0002 / 11,
    isPoint: true,
    heightAt: (row) => 100 + (row % 7),
  })
  return join(path, 'fine')
}

t.test('unknown ground is reported', async (t) => {
  const unknown = async (change: object) =>
    refused(t, await post({ ...request, ...change }), 'terrain_unavailable').detail
  t.match(await unknown({ tx_lat: -0.001 }), /under the transmitter/)
  t.match(await unknown({ tx_lat: 50, rx_lat: 50 }), /under the transmitter/, 'no tile')
  const detail = await unknown({ tx_lat: -0.1, tx_lon: 30.45, rx_lat: 0, rx_lon: 30.45 })
  // Known to row 10, 110 rows of 92.1 m from the transmitter.
  const km = Number(/ ([\d.]+) km along/.exec(detail)?.[1])
  t.ok(Math.abs(km - 10.13) < 0.15, detail)
})

t.test('every offending field is named', async (t) => {
  const { profile } = given
  const cases: [object, Record<string, RegExp>][] = [
    [
      { tx_height: 1, frequency: 100 },
      { tx_lat: /required unless/, tx_lon: /./, rx_lat: /./, rx_lon: /./ },
    ],
    [
      { ...request, profile },
      { tx_lat: /must not be given with a profile/, tx_lon: /./, rx_lat: /./, rx_lon: /./ },
    ],
    [
      { ...request, tx_height: undefined, frequency: '5' },
      { tx_height: /required/, frequency: /MHz, got "5"/ },
    ],
    [
      { ...request, tx_lat: 86, rx_lon: null },
      { tx_lat: /between -85 and 85/, rx_lon: /got null/ },
    ],
    [
      { ...request, max_range: 5000, name: 'x' },
      { max_range: /not a known field/, name: /not a known field/ },
    ],
    [
      { ...request, erp: -3, k_factor: 0.1, rx_height: -1 },
      { erp: /not dBm/, k_factor: /flat earth/, rx_height: /above ground/ },
    ],
    [
      { ...request, model: 'los' },
      { model: new RegExp(`"${[...pathLossModels.keys()].join('", "')}", got "los"`) },
    ],
    [
      { ...request, climate: 'desert', time_percent: 10 },
      { climate: /not a parameter of the model p526, which has/, time_percent: /./ },
    ],
    [
      { ...request, model: 'free_space', polarization: 'vertical' },
      { polarization: /free_space, which has no/ },
    ],
    [
      { ...request, model: 'p1812', time_percent: 60 },
      { time_percent: /between 1 and 50 % for the model p1812, got 60/ },
    ],
    [{ ...request, model: 'itm', climate: 'polar' }, { climate: /must be one of "equatorial"/ }],
    [
      { ...request, model: 'itm', climate: 3, resolution: 30 },
      { climate: /got 3/, resolution: /not a parameter of the model itm/ },
    ],
    [
      { ...request, model: 'p1812', frequency: 7000, tx_lat: 86 },
      { frequency: /30 and 6000/, tx_lat: /between/ },
    ],
    [{ ...request, model: 'p1812', latitude: 3 }, { latitude: /only for the model p1812 over a profile/ }],
    [{ ...given, model: 'p1812' }, { latitude: /required/ }],
    [{ ...request, rx_lat: -0.5, rx_lon: 30.45 }, { rx_lat: /1 to 300000 metres .* got 0\.0/ }],
    [{ ...request, rx_lat: 5 }, { rx_lat: /1 to 300000 metres/ }],
    [
      { ...request, model: 'hata', tx_lat: -0.98, tx_lon: 30.02, rx_lat: -0.02, rx_lon: 30.99 },
      { rx_lat: /0.1 and 100 for the model hata, got 15/ },
    ],
    [
      { ...given, profile: { distance_m: [0, 5, 5], ground_m: [1, 2] } },
      { 'profile/distance_m/2': /rise from 0, got 5/, 'profile/ground_m': /3, got 2|3 to 4096/ },
    ],
    [
      { ...given, profile: { distance_m: [1, 5, 9], ground_m: [1, 2, 9001] } },
      { 'profile/distance_m/0': /got 1 at/, 'profile/ground_m/2': /-500 and 9000 metres, got 9001/ },
    ],
    [
      { ...given, profile: { distance_m: [0, 5], ground_m: [1, 2] } },
      { 'profile/distance_m': /a list of 3 to 4096, each a number/, 'profile/ground_m': /./ },
    ],
    [
      { ...given, profile: { distance_m: [0, 5, null], heights: [] } },
      {
        'profile/distance_m/2': /got null/,
        'profile/ground_m': /required/,
        'profile/heights': /not a known field/,
      },
    ],
    [{ ...given, profile: null }, { profile: /a JSON object, got null/ }],
    [
      { ...given, profile: { distance_m: [0, 10, 20], ground_m: [9000, 9000, 9000] }, model: 'itm' },
      { 'profile/distance_m': /length of the link/ },
    ],
    [
      { ...given, profile: { distance_m: [0, 1000, 2000], ground_m: [9000, 9000, 9000] }, model: 'itm' },
      { model: /surface refractivity/ },
    ],
  ]
  for (const [body, expected] of cases) {
    const { errors } = refused(t, await post(body))
    const found = Object.fromEntries(errors.map(({ pointer, detail }) => [pointer.slice(2), detail]))
    t.same(Object.keys(found).sort(), Object.keys(expected).sort(), JSON.stringify(body).slice(0, 120))
    t.match(found, expected)
  }
  refused(t, await post({ ...request, tx_height: 20, tx_height_mode: 'AMSL' }), 'tx_below_ground')
  t.equal((await client.post('/api/v1/link', '[]')).status, 400)
})

t.test('a link costs no credits, counts as a request, and needs a paying plan', async (t) => {
  const { client: pro } = await server.account('pro', 0)
  const answer = await pro.post('/api/v1/link', request)
  t.equal(answer.status, 200)
  t.equal(answer.headers['x-ratelimit-remaining'], '59')
  t.match((await pro.get('/api/v1/credits')).json(), { balance: 0, used_this_month: 0 })
  const { client: free } = await server.account('free')
  t.match((await free.post('/api/v1/link', request)).json(), { status: 403, code: 'plan_not_allowed' })
  t.equal((await server.client().post('/api/v1/link', request)).status, 401)
  const answers = await Promise.all(Array.from({ length: 30 }, () => post(request)))
  t.ok(
    answers.every(({ status, text }) => status === 200 && text === answers[0]?.text),
    'many at once',
  )
})

interface MeasuredLinks {
  frequency_mhz: number
  tx_height_m: number
  rx_height_m: number
  links: { distance_m: number; measured_loss_db: number[]; ground_m: number[]; clutter_type: number[] }[]
}

t.test('30 measured links: clutter at their ends explains what bare ground leaves', async (t) => {
  const text = await readFile(testData('measured/lora-915-rural.json'), 'utf8')
  const { frequency_mhz, tx_height_m, rx_height_m, links } = JSON.parse(text) as MeasuredLinks
  const { client } = await server.account('enterprise')
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  /** Of the set's types: 4 are trees, 2 open land. */
  const clutterOf = (type = 0) => ({ type: type === 4 ? 'trees' : 'open', height_m: type === 4 ? 15 : 10 })
  const errorsDb = async (endsOf: (types: number[]) => object) => {
    const errors: number[] = []
    for (const { distance_m, measured_loss_db, ground_m, clutter_type } of links) {
      const profile = {
        distance_m: ground_m.map((_, at) => (at * distance_m) / (ground_m.length - 1)),
        ground_m,
      }
      const body = {
        model: 'p526',
        frequency: frequency_mhz,
        tx_height: tx_height_m,
        rx_height: rx_height_m,
        profile,
        ...endsOf(clutter_type),
      }
      const answer = await client.post('/api/v1/link', body)
      t.equal(answer.status, 200, answer.text.slice(0, 200))
      errors.push(answer.json<FullLink>().loss_db.model - mean(measured_loss_db))
    }
    return errors
  }
  const bareDb = mean(await errorsDb(() => ({})))
  t.ok(Math.abs(bareDb + 25.3) <= 0.3, `bare: ${bareDb.toFixed(2)} dB`)
  t.ok(links.every(({ clutter_type }) => [2, 4].includes(Number(clutter_type[0]))))
  const inClutter = await errorsDb((types) => ({
    tx_clutter: clutterOf(types[0]),
    rx_clutter: clutterOf(types.at(-1)),
  }))
  const rmseDb = Math.sqrt(mean(inClutter.map((error) => error ** 2)))
  t.ok(rmseDb <= 10.1, `in clutter: bias ${mean(inClutter).toFixed(2)}, RMSE ${rmseDb.toFixed(2)} dB`)
})

t.test('what stands around antennas is refused where no formula holds, by field and reason', async (t) => {
  const refusals: [object, string, string | RegExp][] = [
    [
      { rx_clutter: { type: 'trees' }, frequency: 5800 },
      '#/rx_clutter/type',
      /between 30 and 3000 MHz, got 5800/,
    ],
    [
      { tx_clutter: { type: 'statistical', percent: 50 } },
      '#/tx_clutter/type',
      /between 500 and 67000 MHz, got 450/,
    ],
    [{ rx_clutter: { type: 'statistical' }, frequency: 900 }, '#/rx_clutter/percent', /is required/],
    [
      { rx_clutter: { type: 'statistical', percent: 50, height_m: 3 }, frequency: 900 },
      '#/rx_clutter/height_m',
      /statistical has no height/,
    ],
    [
      { rx_clutter: { type: 'urban', percent: 50 } },
      '#/rx_clutter/percent',
      /is for rx_clutter.type statistical/,
    ],
    [{ rx_clutter: { type: 'hedge' } }, '#/rx_clutter/type', /one of "none", "map", "water".*got "hedge"/],
    [{ rx_clutter: { type: 'urban', height_m: 0 } }, '#/rx_clutter/height_m', /above 0/],
    [
      { rx_clutter: { type: 'open' }, rx_height: 0 },
      '#/rx_height',
      /must be above 0 with rx_clutter.type open/,
    ],
    [
      { rx_indoor: { building: 'traditional', percent: 50 }, frequency: 50 },
      '#/rx_indoor',
      /80 and 100000 MHz/,
    ],
    [{ rx_indoor: { building: 'traditional' } }, '#/rx_indoor/percent', /required/],
    [
      { model: 'hata', rx_clutter: { type: 'urban' } },
      '#/rx_clutter',
      /cannot be combined with the model hata, whose environment/,
    ],
    [
      { model: 'p1812', clutter_height: 10, rx_clutter: { type: 'urban' } },
      '#/rx_clutter',
      /count the surroundings twice: clutter_height/,
    ],
    [
      { model: 'p1812', location_percent: 95, rx_clutter: { type: 'urban' } },
      '#/location_percent',
      /must be 50 with rx_clutter.type urban/,
    ],
  ]
  for (const [more, pointer, detail] of refusals) {
    const { errors } = refused(t, await post({ ...request, ...more }))
    t.match(errors, [{ pointer, detail }], JSON.stringify(more))
  }
  const none = await link(t, { ...request, rx_clutter: { type: 'none' }, tx_clutter: { type: 'none' } })
  t.same(none.loss_db, (await link(t, request)).loss_db)
  const below = { ...given, rx_height: 60, rx_height_mode: 'AMSL', model: 'free_space' }
  for (const more of [
    { rx_clutter: { type: 'trees' } },
    { rx_clutter: { type: 'open' } },
    { rx_indoor: { building: 'traditional', percent: 50 } },
  ]) {
    t.match(refused(t, await post({ ...below, ...more })).errors, [
      { pointer: '#/rx_height', detail: /metres above the ground with .*, got -40/ },
    ])
  }
  const onGround = { ...given, tx_height: 100, tx_height_mode: 'AMSL', model: 'free_space' }
  t.match(refused(t, await post({ ...onGround, tx_clutter: { type: 'water' } })).errors, [
    { pointer: '#/tx_height', detail: /above 0 metres above the ground with tx_clutter.type water, got 0/ },
  ])
  const near = { ...given, frequency: 900, profile: { distance_m: [0, 100, 240], ground_m: [1, 1, 1] } }
  const one = { rx_clutter: { type: 'statistical', percent: 50 } }
  t.match(refused(t, await post({ ...near, ...one })).errors, [
    {
      pointer: '#/profile/distance_m',
      detail: /only from 250 metres, but the length of the link is 240.000/,
    },
  ])
  const both = { ...one, tx_clutter: { type: 'statistical', percent: 50 } }
  t.equal(
    (await post({ ...near, ...one, profile: { ...near.profile, distance_m: [0, 100, 260] } })).status,
    200,
  )
  t.match(
    refused(t, await post({ ...near, ...both, profile: { ...near.profile, distance_m: [0, 100, 990] } }))
      .errors,
    [{ detail: /only from 1000 metres for both ends/ }],
  )
})
