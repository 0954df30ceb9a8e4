import t, { type Test } from 'tap'
import { inverse } from '../../../kernels/geodesy/azimuthal.ts'
import { planetFile } from '../../helpers/antennas.ts'
import type { Answer } from '../../helpers/client.ts'
import { mast, startOnHills } from '../../helpers/compared-views.ts'
import { HGT_STEP_DEG } from '../../helpers/tiles.ts'

// Relays between two ends, against POST /link for each candidate and each end alone.

const server = await startOnHills(t, { PLAN_PRO: 'requests=10000', PLAN_ENTERPRISE: 'requests=10000' })
const { client } = await server.account()
const path = '/api/v1/relays'

interface Figures {
  distance_m: number
  azimuth_deg: number | null
  visible: boolean | null
  worst_fresnel: number | null
  clear_heights_m: { los: number } | null
  loss_db: { model: number | null } | null
  margin_db: number | null
  error?: { code: string; detail: string }
}
interface Relay {
  index?: number
  name?: string
  id?: string | number
  lat: number
  lon: number
  ground_m: number | null
  margin_db: number | null
  worst_fresnel: number | null
  a: Figures
  b: Figures
}
interface Found {
  ranked_by: 'margin_db' | 'worst_fresnel'
  candidates: number
  reach_both: number
  relays: Relay[]
  nearest:
    | (Relay & { misses: { end: 'a' | 'b'; missing_db: number | null; clear_los_m: number | null }[] })
    | null
  failures: { code: string; candidates: number; detail: string }[]
  direct: Figures | null
}

const { tx_lat: lat, tx_lon: lon } = mast
// North of the hole.
const a = { lat: lat + 0.01, lon: lon - 0.035, height: 9 }
const b = { lat: lat + 0.045, lon: lon + 0.033 }
const link = { frequency: 600, erp: 7.3, tx_height: 14, rx_height: 3 }
const point = (at: readonly [number, number], properties: object = {}) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [at[1], at[0]] },
})
const all = (...features: object[]) => ({ type: 'FeatureCollection', features })
const found = (t: Test, answer: Answer): Found => {
  t.equal(answer.status, 200, answer.text.slice(0, 400))
  return answer.json<Found>()
}
/** Seeded, around the ends; one of them in the hole. */
const places = Array.from({ length: 40 }, (_, at): [number, number] =>
  at === 7
    ? [47 - 615 / 1200, 7 + 600 / 1200]
    : [lat + 0.03 + 0.025 * Math.sin(at * 2.4), lon + 0.05 * Math.cos(at * 1.7)],
)

/** Of `POST /link`, as a link among many has it. */
async function alone(body: object): Promise<Figures> {
  const answer = await client.post('/api/v1/link', body)
  if (answer.status !== 200) {
    const { code, detail } = answer.json<{ code: string; detail: string }>()
    const { distance_m } = { distance_m: Number.NaN }
    return { error: { code, detail }, distance_m } as Figures
  }
  const {
    profile: _p,
    blocked_at: _b,
    intermediates: _i,
    terrain: _t,
    ...figures
  } = answer.json<Figures & Record<string, unknown>>()
  return figures as Figures
}
const ofPair = (
  place: readonly [number, number],
  end: { lat: number; lon: number; height?: number },
  own: object,
) => ({
  ...{ ...own, tx_lat: place[0], tx_lon: place[1], rx_lat: end.lat, rx_lon: end.lon },
  ...(end.height !== undefined && { rx_height: end.height }),
})

/** Relays by brute force: indices, the best first. */
async function bruteForce(own: object, byMargin: boolean) {
  const tried = await Promise.all(
    places.map(async (place, index) => {
      const [toA, toB] = [await alone(ofPair(place, a, own)), await alone(ofPair(place, b, own))]
      const worst = (value: (figures: Figures) => number) => Math.min(value(toA), value(toB))
      const value = byMargin
        ? worst(({ margin_db }) => margin_db ?? Number.NaN)
        : worst(({ worst_fresnel }) => worst_fresnel ?? Number.NaN)
      const reaches = byMargin ? value >= 0 : toA.visible === true && toB.visible === true
      return { index, toA, toB, value, reaches }
    }),
  )
  const relays = tried
    .filter(({ reaches }) => reaches)
    .sort((one, other) => other.value - one.value || one.index - other.index)
  const failed = tried.filter(({ toA, toB }) => toA.error || toB.error).length
  return { tried, relays, failed }
}

t.test(
  'relays are those of POST /link for each candidate, the best of their worse links first',
  async (t) => {
    const cases: [object, boolean][] = [
      [{ ...link, rx_sensitivity_dbm: -78 }, true],
      [link, false],
      [{ ...link, model: 'itm', rx_sensitivity_dbm: -92, rx_clutter: { type: 'urban' } }, true],
      [
        {
          ...link,
          frequency: 5800,
          tx_height: 40,
          antenna: {
            azimuth: 70,
            pattern: { type: 'sector', horizontal_beamwidth: 65, vertical_beamwidth: 10, front_to_back: 25 },
          },
          rx_sensitivity_dbm: -112,
        },
        true,
      ],
    ]
    for (const [own, byMargin] of cases) {
      const about = JSON.stringify(own)
      const { tried, relays, failed } = await bruteForce(own, byMargin)
      const candidates = all(...places.map((place, at) => point(place, { name: `p${at}`, id: at })))
      const answer = await client.post(path, { a, b, candidates, link: own, limit: 1000 })
      const { direct, ...rest } = found(t, answer)
      t.match(
        rest,
        { ranked_by: byMargin ? 'margin_db' : 'worst_fresnel', candidates: 40, reach_both: relays.length },
        about,
      )
      t.ok(relays.length > 2 && relays.length < 38, `${relays.length} ${about}`)
      t.same(
        rest.relays.map(({ index, name, id }) => [index, name, id]),
        relays.map(({ index }) => [index, `p${index}`, index]),
        about,
      )
      for (const { index, a: toA, b: toB, ...relay } of rest.relays) {
        const wanted = tried[index as number] as (typeof tried)[number]
        t.same([toA, toB], [wanted.toA, wanted.toB], about)
        t.same([relay.lat, relay.lon], places[index as number])
        t.equal(byMargin ? relay.margin_db : relay.worst_fresnel, wanted.value)
        const ground = await client.get(`/api/v1/elevation?lat=${relay.lat}&lon=${relay.lon}`)
        t.equal(relay.ground_m, ground.json<{ elevation_m: number }>().elevation_m)
      }
      t.equal(rest.nearest, null)
      t.equal(failed, 1)
      t.match(rest.failures, [
        { code: 'terrain_unavailable', candidates: 1, detail: /under the transmitter/ },
      ])
      const { antenna: _antenna, rx_clutter, ...radio } = own as { antenna?: object; rx_clutter?: object }
      const straight = {
        ...radio,
        tx_height: a.height,
        ...(rx_clutter && { rx_clutter, tx_clutter: rx_clutter }),
      }
      t.same(direct, await alone(ofPair([a.lat, a.lon], b, straight)), 'direct')
      const { relays: three, reach_both } = found(
        t,
        await client.post(path, { a, b, candidates, link: own, limit: 2 }),
      )
      t.same([three, reach_both], [rest.relays.slice(0, 2), relays.length])
    }
  },
)

t.test('where none reaches both, the nearest one says what it misses', async (t) => {
  for (const [own, byMargin] of [
    [{ ...link, rx_sensitivity_dbm: -20 }, true],
    [{ ...link, tx_height: 1, rx_height: 1 }, false],
  ] as const) {
    const low = { a: { ...a, height: 0.5 }, b: { ...b, height: 0.5 } }
    const candidates = all(...places.map((place) => point(place)))
    const { relays, nearest, reach_both } = found(
      t,
      await client.post(path, { ...low, candidates, link: own }),
    )
    t.same([relays, reach_both], [[], 0])
    const values = await Promise.all(
      places.map(async (place) => {
        const both = [await alone(ofPair(place, low.a, own)), await alone(ofPair(place, low.b, own))]
        return Math.min(
          ...both.map(({ margin_db, worst_fresnel }) => (byMargin ? margin_db : worst_fresnel) ?? Number.NaN),
        )
      }),
    )
    const highest = Math.max(...values.filter((value) => !Number.isNaN(value)))
    t.equal(nearest?.index, values.indexOf(highest))
    t.ok(nearest && nearest.misses.length > 0)
    for (const { end, missing_db, clear_los_m } of nearest?.misses ?? []) {
      const figures = nearest?.[end] as Figures
      t.equal(missing_db, byMargin ? -(figures.margin_db as number) : null)
      t.equal(clear_los_m, figures.visible ? null : figures.clear_heights_m?.los)
      if (clear_los_m === null) continue
      const place = places[nearest?.index ?? 0] as [number, number]
      const higher = await alone(ofPair(place, low[end], { ...own, tx_height: clear_los_m + 0.01 }))
      t.equal(higher.visible, true, 'from that height it sees the end')
    }
  }
})

t.test('candidates say what is theirs: height, frequency, antenna of the account', async (t) => {
  const uploaded = await client.ask('/api/v1/antennas', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: planetFile(),
  })
  const antenna = { azimuth: 30, pattern: { type: 'uploaded', id: uploaded.json<{ id: string }>().id } }
  const place = places[3] as [number, number]
  const own = { tx_height: 55, tx_power_dbm: 40, antenna }
  const candidates = all(
    point(place, { height: 55, tx_power_dbm: 40, antenna }),
    point(place, { frequency: 900 }),
  )
  const { relays } = found(
    t,
    await client.post(path, { a, b, candidates, link: { ...link, rx_sensitivity_dbm: -150 } }),
  )
  const { erp: _erp, ...withoutErp } = link
  const wanted = [
    { ...withoutErp, ...own },
    { ...link, frequency: 900 },
  ]
  for (const { index, a: toA } of relays) {
    const body = { ...wanted[index as number], rx_sensitivity_dbm: -150 }
    t.same(toA, await alone(ofPair(place, a, body)), `${index}`)
  }
  t.equal(relays.length, 2)
  const only = all(point(place, { frequency: 900, height: 20 }))
  const { direct } = found(t, await client.post(path, { a, b, candidates: only, link: { erp: 5 } }))
  t.equal(direct, null, 'without a frequency of all there is no direct link')
})

const ring = (south: number, west: number, north: number, east: number) => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
]
const triangle = [
  [
    [lon - 0.03, lat + 0.01],
    [lon + 0.03, lat + 0.01],
    [lon, lat + 0.05],
    [lon - 0.03, lat + 0.01],
  ],
]
const anyLink = { ...link, rx_sensitivity_dbm: -200 }

/** The same places as points have the same relays. */
async function sameAsPoints(t: Test, { relays, candidates, failures }: Found) {
  const failed = failures.reduce((sum, failure) => sum + failure.candidates, 0)
  t.equal(relays.length + failed, candidates, 'all of them, at this sensitivity')
  const points = all(...relays.map(({ lat, lon }) => point([lat, lon])))
  const again = found(t, await client.post(path, { a, b, candidates: points, link: anyLink, limit: 1000 }))
  t.same(
    again.relays.map(({ index: _, ...relay }) => relay),
    relays,
  )
}

t.test('an area is tried on a lattice', async (t) => {
  for (const area of [
    { type: 'Polygon', coordinates: triangle },
    {
      type: 'Feature',
      properties: { name: 'Town' },
      geometry: { type: 'MultiPolygon', coordinates: [triangle] },
    },
    all({ type: 'Feature', properties: null, geometry: { type: 'Polygon', coordinates: triangle } }),
  ]) {
    const answer = found(
      t,
      await client.post(path, { a, b, candidates: { area, spacing_m: 300 }, link: anyLink, limit: 1000 }),
    )
    // Half of a rectangle of 0.06 by 0.04 degrees.
    const km2 = (0.06 * 0.04 * 111.195 ** 2 * Math.cos((lat * Math.PI) / 180)) / 2
    t.ok(Math.abs(answer.candidates / (km2 / 0.09) - 1) < 0.06, `${answer.candidates}`)
    t.ok(answer.relays.every(({ index }) => index === undefined))
    const nearestM = answer.relays.map((one) =>
      Math.min(
        ...answer.relays
          .filter((other) => other !== one)
          .map((other) => inverse(one.lat, one.lon, other.lat, other.lon).distanceM),
      ),
    )
    t.ok(
      nearestM.every((distanceM) => Math.abs(distanceM - 300) < 3),
      `${Math.min(...nearestM)} ${Math.max(...nearestM)}`,
    )
    await sameAsPoints(t, answer)
  }
})

t.test('without candidates the highest places around are tried', async (t) => {
  const answer = found(t, await client.post(path, { a, b, link: anyLink, limit: 1000 }))
  t.same(
    found(t, await client.post(path, { a, b, candidates: 'summits', link: anyLink, limit: 1000 })),
    answer,
  )
  t.ok(answer.candidates > 2, `${answer.candidates}`)
  const { distanceM } = inverse(a.lat, a.lon, b.lat, b.lon)
  for (const { lat, lon, ground_m } of answer.relays) {
    const around = await Promise.all(
      [-1, 0, 1].flatMap((row) =>
        [-1, 0, 1].map(async (col) => {
          const at = `lat=${lat + row * HGT_STEP_DEG}&lon=${lon + col * HGT_STEP_DEG}`
          return (await client.get(`/api/v1/elevation?${at}`)).json<{ elevation_m: number | null }>()
            .elevation_m
        }),
      ),
    )
    t.ok(
      around.every((heightM) => heightM === null || heightM <= Number(ground_m)),
      `${ground_m} of ${around}`,
    )
    const toBoth = inverse(lat, lon, a.lat, a.lon).distanceM + inverse(lat, lon, b.lat, b.lon).distanceM
    t.ok(toBoth < 3 * distanceM, `${toBoth}`)
  }
  const highest = Math.max(...answer.relays.map(({ ground_m }) => Number(ground_m)))
  t.equal(highest, 660, 'the highest of the hills')
  await sameAsPoints(t, answer)
  const unknown = await client.post(path, { a: { lat: 60, lon: 8 }, b: { lat: 60.1, lon: 8 }, link })
  t.match(unknown.json(), { code: 'terrain_unavailable', detail: /around a and b is not known/ })
})

t.test('paths cost as those of a batch of links, two a candidate', async (t) => {
  const { client: own } = await server.account('pro', 2)
  const some = (count: number) =>
    all(...Array.from({ length: count }, () => point(places[0] as [number, number])))
  const last = async () =>
    (await own.get('/api/v1/credits/ledger?limit=1')).json<{ entries: object[] }>().entries
  const first = await own.post(path, { a, b, candidates: some(500), link })
  t.match(first, { status: 200, headers: { 'x-credits-charged': '1' } })
  t.match(await last(), [{ type: 'adjust', amount: -1, balance: 1, reason: 'relays: 1000' }])
  const before = await last()
  const dear = await own.post(path, { a, b, candidates: some(501), link })
  t.match(dear.json(), { status: 403, code: 'insufficient_credits', required: 2, balance: 1 })
  t.match((await own.post(path, { a, b, candidates: some(1), link: {} })).json(), { status: 400 })
  t.same(await last(), before, 'nothing moved')
})

t.test('what is wrong is named, with what came and what is allowed', async (t) => {
  const candidates = all(point(places[0] as [number, number]))
  const good = { a, b, candidates, link }
  const lattice = (area: unknown, spacing_m: unknown) => ({ ...good, candidates: { area, spacing_m } })
  const square = (sizeDeg: number) => ({
    type: 'Polygon',
    coordinates: ring(lat, lon, lat + sizeDeg, lon + sizeDeg),
  })
  const bad: [unknown, string, RegExp][] = [
    [[], '#', /must be a JSON object, got a list/],
    [{ b, link }, '#/a', /a is required/],
    [
      { ...good, a: { lat: 95, lon: 3 } },
      '#/a/lat',
      /a\/?\.?lat must be a number between -85 and 85 degrees, got 95/,
    ],
    [{ ...good, b: { lat: 1, lon: 3, height: 'x' } }, '#/b/height', /between -500 and 60000 metres, got "x"/],
    [{ ...good, b: { ...b, height: -3 } }, '#/b/height', /height must be .*between 0 and 60000 .*got -3/],
    [{ ...good, b: { ...b, name: 'B' } }, '#/b/name', /allowed: lat, lon, height/],
    [{ ...good, b: { lat: lat + 5.5, lon } }, '#/b', /at most 600 km from a.*got 61\d km/],
    [{ ...good, mode: 1 }, '#/mode', /allowed: a, b, limit, candidates, link/],
    [{ ...good, limit: 0 }, '#/limit', /between 1 and 1000 relays, got 0/],
    [{ ...good, link: 3 }, '#/link', /must be a JSON object.*got 3/],
    [{ ...good, link: { ...link, frequency: '600' } }, '#/link/frequency', /MHz, got "600" \(a string\)/],
    [
      { ...good, link: { ...link, tx_lat: 3 } },
      '#/link/tx_lat',
      /positions belong to candidates and a and b/,
    ],
    [{ ...good, link: { ...link, frequncy: 3 } }, '#/link/frequncy', /did you mean frequency\?/],
    [{ ...good, link: { frequency: 600 } }, '#/link/tx_height', /tx_height is required/],
    [
      { ...good, candidates: 'summits', link: { frequency: 600 } },
      '#/link/tx_height',
      /tx_height is required/,
    ],
    [{ ...good, candidates: 'summits', link: { tx_height: 9 } }, '#/link/frequency', /frequency is required/],
    [{ ...good, candidates: 'hills' }, '#/candidates', /must be "summits", .* got "hills"/],
    [{ ...good, candidates: [1] }, '#/candidates', /got a list/],
    [
      { ...good, b: { lat: lat + 2, lon }, candidates: 'summits' },
      '#/candidates',
      /more than 200 km apart, got 22\d km/,
    ],
    [{ ...good, candidates: all() }, '#/candidates/features', /at least one feature, got none/],
    [
      { ...good, candidates: all(point([86, lon])) },
      '#/candidates/features/0/geometry/coordinates',
      /tx_lat must be/,
    ],
    [
      { ...good, candidates: all(point([1, 2], { rx_height: 3 })) },
      '#/candidates/features/0/properties/rx_height',
      /property of a and b/,
    ],
    [
      { ...good, candidates: all(point([1, 2], { height: 'x' })) },
      '#/candidates/features/0/properties/height',
      /got "x"/,
    ],
    [
      { ...good, candidates: all(...Array.from({ length: 5001 }, () => point([1, 2]))) },
      '#/candidates',
      /at most 5000 candidates.*got 5001/,
    ],
    [lattice(square(0.1), 5), '#/candidates/spacing_m', /between 10 and 50000 metres, got 5/],
    [lattice(square(0.1), undefined), '#/candidates/spacing_m', /spacing_m is required/],
    [{ ...good, candidates: { spacing_m: 100 } }, '#/candidates/area', /area is required/],
    [lattice(point([1, 2]), 100), '#/candidates/area/geometry', /one of "Polygon", "MultiPolygon"/],
    [
      lattice(square(0.04), 20),
      '#/candidates/spacing_m',
      /at most 5000 candidates.*20 metres: use a spacing_m of at least \d+/,
    ],
    [lattice(square(0.001), 900), '#/candidates/area', /at least one point.*got none/],
    [
      lattice({ type: 'Polygon', coordinates: ring(-80, 0, 80, 1) }, 900),
      '#/candidates/area',
      /at most 600 km from south to north.*got 17\d{3} km/,
    ],
  ]
  for (const [body, pointer, detail] of bad) {
    const answer = await client.ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    })
    t.match(answer.json(), { status: 400, code: 'invalid_parameters' }, answer.text.slice(0, 300))
    const { errors } = answer.json<{ errors: { pointer: string; detail: string }[] }>()
    t.match(errors.find((error) => error.pointer === pointer)?.detail, detail, `${pointer} ${answer.text}`)
  }
  const fitting = await client.post(path, lattice(square(0.04), 20))
  const [, spacing] = /spacing_m of at least (\d+)/.exec(fitting.text) ?? []
  const fits = found(t, await client.post(path, { ...lattice(square(0.04), Number(spacing)), limit: 1 }))
  t.ok(fits.candidates > 3500 && fits.candidates <= 5000, `${fits.candidates}`)
  t.match(
    (
      await client.ask(path, {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: Buffer.from('a'),
      })
    ).json(),
    { status: 415 },
  )
})
