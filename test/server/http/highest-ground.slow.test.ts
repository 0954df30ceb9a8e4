import { join } from 'node:path'
import t from 'tap'
import { inverse } from '../../../kernels/geodesy/azimuthal.ts'
import { openTerrain } from '../../../storage/terrain/terrain.ts'
import { startTestServer } from '../../helpers/server.ts'
import { HGT_STEP_DEG, putGeotiff, putHgt } from '../../helpers/tiles.ts'
import { seededRandom } from '../../references/random.ts'

// The highest ground within a distance, against every post within it.

const SIDE = 1201
/** Scattered heights, so that no place has its neighbour's; some are unknown. */
const heightOf = (tile: number) => (row: number, col: number) => {
  const mixed = Math.sin(row * 12.9898 + col * 78.233 + tile * 37.7) * 43_758.5453
  const share = mixed - Math.floor(mixed)
  return share < 0.02 ? -32_768 : Math.round(200 + 1500 * share)
}
const tiles = [
  { name: 'N46E007.hgt', latDeg: 46, lonDeg: 7 },
  { name: 'N46E008.hgt', latDeg: 46, lonDeg: 8 },
  { name: 'N60E179.hgt', latDeg: 60, lonDeg: 179 },
  { name: 'N60W180.hgt', latDeg: 60, lonDeg: 180 },
]
// tap removes a test's folder before teardowns run, and the server only reads it.
const folder = t.testdir()
for (const [tile, { name }] of tiles.entries()) {
  // Tiles share their edge: it belongs to the first one.
  const isEast = tile % 2 === 1
  await putHgt(join(folder, name), (row, col) =>
    heightOf(isEast && col === 0 ? tile - 1 : tile)(row, isEast && col === 0 ? SIDE - 1 : col),
  )
}
/** Posts of a metre and a half. */
const fine = {
  rows: 1201,
  cols: 1201,
  northDeg: 10.02,
  westDeg: 20,
  latStepDeg: 1.35e-5,
  lonStepDeg: 1.35e-5,
}
await putGeotiff(join(folder, 'fine.tif'), {
  ...fine,
  isPoint: true,
  heightAt: (row, col) => (row === 300 && col === 400 ? 53 : 50),
})
const server = await startTestServer(t, {
  terrain: await openTerrain({ folders: [folder] }),
  env: { PLAN_PRO: 'requests=10000', PLAN_ENTERPRISE: 'requests=10000' },
})
const { client } = await server.account()

interface Answer {
  elevation_m: number | null
  higher_ground?: object | null
  highest_ground: { lat: number; lon: number; ground_m: number; distance_m: number; is_place: boolean } | null
}
const around = async (latDeg: number, lonDeg: number, withinM: number) => {
  const turned = lonDeg > 180 ? lonDeg - 360 : lonDeg
  const answer = await client.get(`/api/v1/elevation?lat=${latDeg}&lon=${turned}&within_m=${withinM}`)
  return answer.json<Answer>()
}

/** Known posts, the highest first. */
const posts = tiles
  .flatMap(({ latDeg, lonDeg }, tile) =>
    Array.from({ length: SIDE * SIDE }, (_, at) => {
      const [row, col] = [Math.floor(at / SIDE), at % SIDE]
      return {
        heightM: heightOf(tile)(row, col),
        latDeg: latDeg + 1 - row * HGT_STEP_DEG,
        lonDeg: lonDeg + col * HGT_STEP_DEG,
      }
    }).filter((_, at) => tile % 2 === 0 || at % SIDE !== 0),
  )
  .filter(({ heightM }) => heightM > -32_768)
  .sort((one, other) => other.heightM - one.heightM)
const highestWithin = (latDeg: number, lonDeg: number, withinM: number) =>
  posts.find(
    (post) =>
      Math.abs(post.latDeg - latDeg) < 0.3 &&
      Math.abs(post.lonDeg - lonDeg) < 0.6 &&
      inverse(latDeg, lonDeg, post.latDeg, post.lonDeg).distanceM <= withinM,
  )?.heightM ?? Number.NEGATIVE_INFINITY

t.test('no post within the distance is higher, and the one that is named is there', async (t) => {
  const random = seededRandom(3)
  for (const [south, west] of [
    [46, 7.6],
    [60, 179.6],
  ] as const) {
    for (const withinM of [100, 180, 330, 700, 1500, 4000, 20_000]) {
      const [latDeg, lonDeg] = [south + 0.25 + 0.5 * random(), west + 0.8 * random()]
      const {
        elevation_m: groundM,
        higher_ground,
        highest_ground: highest,
      } = await around(latDeg, lonDeg, withinM)
      const about = `${latDeg} ${lonDeg} ${withinM}`
      t.equal(higher_ground, undefined)
      // A post this near the edge may be on either side of it by rounding.
      const [low, high] = [0.999, 1.001].map((share) => highestWithin(latDeg, lonDeg, share * withinM))
      const floorM = groundM ?? Number.NEGATIVE_INFINITY
      const gotM = highest?.ground_m ?? Number.NEGATIVE_INFINITY
      t.ok(
        gotM >= Math.max(low as number, floorM) && gotM <= Math.max(high as number, floorM),
        `${gotM} of ${low} to ${high}, ${floorM}; ${about}`,
      )
      if (!highest || highest.is_place) continue
      t.ok(highest.distance_m <= withinM * 1.001 + 0.5, about)
      const there = await client.get(`/api/v1/elevation?lat=${highest.lat}&lon=${highest.lon}`)
      t.ok(
        Math.abs(Number(there.json<Answer>().elevation_m) - highest.ground_m) < 2,
        `${there.text} ${highest.ground_m}`,
      )
      const { distanceM } = inverse(latDeg, lonDeg > 180 ? lonDeg - 360 : lonDeg, highest.lat, highest.lon)
      t.ok(Math.abs(distanceM - highest.distance_m) < 0.6)
    }
  }
})

t.test('a place that is the highest says so; ground that is nowhere known is null', async (t) => {
  const top = posts[0] as (typeof posts)[number]
  const { highest_ground: highest } = await around(top.latDeg, top.lonDeg, 300)
  t.same(highest, {
    lat: Number(top.latDeg.toFixed(6)),
    lon: Number(top.lonDeg.toFixed(6)),
    ground_m: top.heightM,
    distance_m: 0,
    is_place: true,
  })
  t.match(await around(-30, 5, 20_000), { elevation_m: null, state: 'unknown', highest_ground: null })
  t.match(await around(86, 7.5, 1000), { highest_ground: null })
  const nearby = await around(45.99, 7.5, 3000)
  t.match(nearby, { elevation_m: null, highest_ground: { is_place: false } }, 'unknown here, known nearby')
  const mast = await client.get(`/api/v1/elevation?lat=46.5&lon=7.5&with=mast&within_m=400`)
  t.match(mast.json(), {
    post_spacing_m: Number,
    higher_ground: { ground_m: Number },
    highest_ground: { ground_m: Number },
  })
})

t.test('fine posts count where they are; more than are read are refused with what fits', async (t) => {
  t.match(await around(10.012, 20.008, 1000), {
    elevation_m: 50,
    highest_ground: { ground_m: 53, is_place: false },
  })
  const path = '/api/v1/elevation?lat=10.012&lon=20.008&within_m='
  const refused = (await client.get(`${path}20000`)).json<{ detail: string }>()
  t.match(refused, { status: 400, code: 'invalid_parameters', errors: [{ parameter: 'within_m' }] })
  const [, fitting] = /at most (\d+) metres at this point, got 20000/.exec(refused.detail) ?? []
  t.ok(Number(fitting) > 1000 && Number(fitting) < 5000, refused.detail)
  t.match((await client.get(path + fitting)).json(), { highest_ground: { ground_m: 53 } })
  const answer = await client.get('/api/v1/elevation?lat=46.5&lon=7.5&within_m=20001')
  t.match(answer.json(), {
    status: 400,
    errors: [{ parameter: 'within_m', detail: /between 1 and 20000 metres, got 20001/ }],
  })
  for (const text of ['0', '-3', 'x', '']) {
    const { status } = await client.get(`/api/v1/elevation?lat=46.5&lon=7.5&within_m=${text}`)
    t.equal(status, 400, text)
  }
})
