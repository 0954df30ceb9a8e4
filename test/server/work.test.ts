import t, { type Test } from 'tap'
import { bendsErrorM, maximumBendsErrorM } from '../../kernels/engines/loss/geodesic-bends.ts'
import { sectorsOf, stretchTo } from '../../kernels/engines/sight/rays/sectors.ts'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { GeodesicPathInSegments, geodesicTable } from '../../kernels/geodesy/geodesic-segments.ts'
import { ProfileSampler } from '../../kernels/profiles/profile-sampler.ts'
import { THREADS } from '../../kernels/threads/job-threads.ts'
import { Problem } from '../../server/http/errors.ts'
import type { Disc } from '../../server/jobs/job.ts'
import { averagePosts, sectorFraction } from '../../server/jobs/paths.ts'
import { latticeOf, postsToRead } from '../../server/jobs/posts.ts'
import { quoteOf } from '../../server/jobs/quote.ts'
import { startRateS } from '../../server/jobs/work.ts'
import { refuseTooLarge } from '../../server/simulations/size.ts'
import type { PartExtent } from '../../storage/terrain/types.ts'
import { until } from '../helpers/compute.ts'
import { setUp } from '../helpers/dispatcher.ts'
import { madeJob, madeQuote, quotedJob } from '../helpers/jobs.ts'
import { flatTerrain, startTestServer, validRequest } from '../helpers/server.ts'
import { seededRandom } from '../references/random.ts'

// The time of a simulation as it is estimated from the parts of its ground, before any of it is read.

/** Posts so many metres apart around 47° N, 8° E: everywhere, or in a square so far to the east. */
function part(postM: number, square?: { eastM: number; sideM: number }, latDeg = 47): PartExtent {
  const perDegree = metresPerDegree(latDeg)
  const lattice = {
    northDeg: latDeg + 1,
    westDeg: 7,
    latStepDeg: postM / perDegree.lat,
    lonStepDeg: postM / perDegree.lon,
  }
  if (square === undefined) return { lattice, bounds: undefined }
  const { eastM, sideM } = square
  const bounds = {
    southDeg: latDeg - sideM / 2 / perDegree.lat,
    northDeg: latDeg + sideM / 2 / perDegree.lat,
    westDeg: 8 + (eastM - sideM / 2) / perDegree.lon,
    eastDeg: 8 + (eastM + sideM / 2) / perDegree.lon,
  }
  return { lattice, bounds }
}

const ask = (fields: object) => ({ tx_lat: 47, tx_lon: 8, resolution: 30, max_range: 20, ...fields })

/** Units of work over such parts. */
function unitsOver(fields: object, parts: PartExtent[] = []): number {
  return madeQuote(fields, { parts, posts: undefined }).units
}

/** How many times as long as over posts of 30 m. */
function times(fields: object, parts: PartExtent[]): number {
  return unitsOver(ask(fields), parts) / unitsOver(ask(fields), [part(30)])
}

function near(t: Test, actual: number, expected: number, part: number, message: string) {
  t.ok(Math.abs(actual / expected - 1) < part, `${message}: ${actual}, expected ${expected}`)
}

t.test('finer posts, mixed ground and polar discs take as long as their engines do', async (t) => {
  const fine = (eastM: number) => part(1, { eastM, sideM: 300 })
  near(t, times({ model: 'los' }, [part(90)]), 1, 0.01, 'coarser posts, rays for every cell')
  near(t, times({ model: 'los' }, [part(15)]), 4, 0.01, 'finer posts, rays for every post')
  near(t, times({ model: 'los' }, [part(10)]), 9, 0.01, 'also at three posts a side of a cell')
  near(t, times({ model: 'los' }, [part(4)]), 49, 0.02, 'so fine ones that each cell has its own ray')
  near(t, times({ model: 'los' }, [fine(0), part(30)]), 2.03, 0.02, 'the mast in a finer patch')
  const beside = times({ model: 'los' }, [fine(5000), part(30)])
  t.ok(beside > 1.01 && beside < 1.5, `a patch 5 km away: ${beside}`)
  const unitsOf = (layers: string[]) => unitsOver(ask({ model: 'los', layers }), [part(30)])
  const heights = unitsOf(['min_height']) / unitsOf(['visible'])
  t.ok(heights > 100 && heights < 140, `min_height, each cell on its own ray: ${heights}`)
  near(
    t,
    times({ model: 'los_fresnel' }, [fine(5000), part(30)]),
    1,
    0.01,
    'a zone, rays of their own for all',
  )
  const p526 = times({ model: 'p526' }, [fine(5000), part(30)])
  t.ok(p526 > 20 && p526 < 22, `path losses on the host: ${p526}`)
  const equal = times({ model: 'itm' }, [fine(5000), part(30)])
  t.ok(equal > 1.1 * p526, `and where steps are equal, all fine: ${equal}`)
  near(t, times({ model: 'hata' }, [fine(5000), part(30)]), 20, 0.02, 'also where the path is not read')
  near(t, times({ model: 'p526' }, [part(3)]), (20 * (400 + 6667)) / (400 + 667), 0.02, 'posts without end')

  const polar = ask({ tx_lat: 80, max_range: 100, model: 'los' })
  const arcSecond = { lattice: { ...part(30).lattice, lonStepDeg: 1 / 3600 }, bounds: undefined }
  t.equal(unitsOver(polar, [arcSecond]), 49 * madeQuote(polar).cells)
  const { lattice } = part(30)
  const square = { lattice: { ...lattice, lonStepDeg: lattice.latStepDeg }, bounds: undefined }
  near(t, unitsOver(ask({ model: 'los' })), unitsOver(ask({ model: 'los' }), [square]), 0.01, 'nothing known')
  const job = madeJob(ask({}))
  const ofAnother = quoteOf({ ...job, params: { ...job.params, model: 'no such' } })
  t.equal(ofAnother.units, quoteOf(job).units, 'a model of another version counts as the default one')
})

/** A few finer squares within ground of 90 m. */
function randomParts(random: () => number): PartExtent[] {
  const squares = Array.from({ length: 1 + Math.floor(3 * random()) }, () => {
    const sideM = 500 + 4000 * random()
    const { lattice, bounds } = part(10, { eastM: 22_000 * (random() - 0.5), sideM })
    if (bounds === undefined) throw new Error('Expected bounds.')
    const byLat = 0.2 * (random() - 0.5)
    return {
      lattice,
      bounds: { ...bounds, southDeg: bounds.southDeg + byLat, northDeg: bounds.northDeg + byLat },
    }
  })
  return [...squares, part(90)]
}

function gridOf(part: PartExtent, disc: Disc) {
  const lattice = latticeOf(part, disc)
  return { ...lattice, heightsM: new Float32Array(lattice.rows * lattice.cols) }
}

t.test('the posts of paths, and what finer ground hides, are about what the engines find', async (t) => {
  const random = seededRandom(13)
  const sums = { posts: 0, expected: 0 }
  for (let i = 0; i < 12; i++) {
    const parts = randomParts(random)
    const request = { tx_lat: 47, tx_lon: 8, resolution: 30, max_range: 6 + 6 * random() }
    const { disc } = madeJob(request)
    const grids = parts.map((one) => gridOf(one, disc))
    const path = new GeodesicPathInSegments(geodesicTable(47, disc.rangeM, 0.1))
    const sampler = new ProfileSampler(grids, 47, 8)
    const sectors = sectorsOf(grids, { latDeg: 47, lonDeg: 8, rangeM: disc.rangeM })
    const cells = 400
    let points = 0
    let [beyond, within] = [0, 0]
    for (let cell = 0; cell < cells; cell++) {
      const [turn, away] = [2 * Math.PI * random(), disc.rangeM * Math.sqrt(random())]
      const [eastM, northM] = [away * Math.sin(turn), away * Math.cos(turn)]
      path.to(eastM, northM)
      if (!sampler.sample(path, false)) t.fail('the ground is unknown')
      points += sampler.distancesM.length - 1
      const stretch = sectors ? stretchTo(sectors, eastM, northM) : { toM: 1e9 }
      if (stretch) beyond++
      if (stretch && away < stretch.toM) within++
    }
    const posts = 1.5 * (points / cells)
    const expected = averagePosts(parts, disc, false)
    near(t, expected, posts, 0.35, `posts of ${i}`)
    sums.posts += posts
    sums.expected += expected
    const fraction = sectorFraction(parts.slice(0, -1), disc, 'beyond')
    t.ok(Math.abs(fraction - beyond / cells) < 0.2, `beyond finer ground: ${fraction} and ${beyond / cells}`)
    const as = sectorFraction(parts.slice(0, -1), disc, 'within')
    t.ok(Math.abs(as - within / cells) < 0.2, `as far as finer ground: ${as} and ${within / cells}`)
  }
  near(t, sums.expected, sums.posts, 0.1, 'all together')
})

t.test('how far paths of the device lie off at most is known without a search', async (t) => {
  const random = seededRandom(14)
  for (let i = 0; i < 40; i++) {
    const latDeg = 85 * Math.sqrt(random())
    const rangeM = Math.min(300_000, (89 - latDeg) * 111_000) * random()
    t.ok(bendsErrorM(latDeg, rangeM) <= maximumBendsErrorM(latDeg, rangeM), `${latDeg}°, ${rangeM} m`)
  }
  t.ok(maximumBendsErrorM(60, 300_000) < 0.03, 'so that the search is seldom needed')
})

t.test('threads of losses, and posts for each of two engines, count as memory', async (t) => {
  const bytesOver = (parts: PartExtent[], fields: object = {}) => {
    const job = madeJob(ask({ model: 'los', layers: ['visible'], ...fields }))
    return quoteOf(job, { parts, posts: postsToRead(parts, job.disc) }).memory
  }
  const patch = part(1, { eastM: 5000, sideM: 300 })
  const one = bytesOver([part(30)])
  const both = bytesOver([patch, part(30)])
  t.equal(both.cellBytes, one.cellBytes, 'both engines write one raster')
  t.ok(both.postBytes > 2 * one.postBytes, 'the last part is held twice')
  const coarse = { resolution: 100 }
  const own = bytesOver([part(30)], coarse).cellBytes - bytesOver([part(90)], coarse).cellBytes
  t.equal(own, 0, 'threads decide cells on either engine')
  const loss = { model: 'p526', layers: ['value'] }
  const host = bytesOver([patch, part(30)], loss).cellBytes - bytesOver([part(30)], loss).cellBytes
  t.equal(host, THREADS * 20 * 2 ** 20, 'which bring all models')
})

t.test('an estimate is of the ground that is there', async (t) => {
  const request = { ...validRequest, max_range: 20, resolution: 10 }
  const secondsOver = async (parts: PartExtent[]) => {
    const survey = async () => ({ parts, isComplete: true })
    const server = await startTestServer(t, { terrain: { ...flatTerrain, survey } })
    const { client } = await server.account()
    const answer = await client.post('/api/v1/simulate/estimate', request)
    t.equal(answer.status, 200)
    return answer.json<{ seconds: number }>().seconds
  }
  const usual = await secondsOver([part(30)])
  t.ok((await secondsOver([part(3)])) > 5 * usual, 'over posts of 3 m')
})

t.test(
  'a quote is priced by the ground that is known, and counts with usual posts where none is',
  async (t) => {
    const asked = { tx_lat: 0, tx_lon: 0, max_range: 30, resolution: 100 }
    const fine: PartExtent = {
      lattice: { northDeg: 1, westDeg: -1, latStepDeg: 1 / 36_000, lonStepDeg: 1 / 36_000 },
      bounds: undefined,
    }
    // 900 π km² in square degrees of the equator, ten million posts a credit.
    const credits = Math.ceil(((900 * Math.PI) / (110.574 * 111.32)) * 36_000 ** 2 * 1e-7)
    t.equal(credits, 30)
    for (const posts of [undefined, 1, 5e9]) t.equal(madeQuote(asked, { parts: [fine], posts }).credits, 30)
    t.equal(madeQuote(asked, { parts: [fine], posts: 7 }).posts, 7, 'as counted')
    t.equal(madeQuote({ ...asked, model: 'p1812' }, { parts: [fine], posts: 1 }).credits, 120)
    t.equal(madeQuote({ ...asked, resolution: 10 }).credits, 29, 'by cells alone: 28.3 million')
    const unknown = madeQuote(asked)
    t.equal(unknown.credits, 1)
    t.equal(madeQuote({ ...asked, terrain_spacing: 20 }).posts, unknown.posts, 'no finer than usual')
    const wide = unknown.posts / madeQuote({ ...asked, terrain_spacing: 90 }).posts
    t.ok(wide > 8.8 && wide < 9.1, `${wide}`)
    const heights = { ...asked, tx_lat: 47, layers: ['visible', 'min_height'], resolution: 30 }
    t.equal(madeQuote(heights).engine, 'own')
    t.equal(
      madeQuote({ ...heights, rx_height_mode: 'AMSL', rx_height: 500 }).engine,
      madeQuote({ ...heights, layers: ['visible'] }).engine,
    )
    t.not(madeQuote({ ...heights, layers: ['visible'] }).engine, 'own')
  },
)

t.test('what a job is over decides its slot and its time, also after a restart', async (t) => {
  const folder = t.testdir()
  const ground = { parts: [part(3)], posts: undefined }
  const expected: number[] = []
  const timeMs = (seconds: number) => {
    expected.push(seconds)
    return 60_000
  }
  const before = await setUp(t, { folder, limits: { timeMs } })
  const account = await before.account()
  const fields = { ...ask({ model: 'los', resolution: 10, max_range: 3 }), name: 'hold' }
  const outcome = await before.dispatcher.submit(account, quotedJob(fields, 1, ground))
  if (outcome.outcome !== 'accepted') throw new Error(outcome.outcome)
  await until(() => expected.length === 1, 'it to run')
  const inUnits = 0.5 + unitsOver(fields, ground.parts) * startRateS('los')
  t.equal(expected[0], inUnits)
  t.ok(inUnits > 0.5 + 8 * unitsOver(fields) * startRateS('los'), 'more than over unknown ground')
  await before.stop()

  const after = await setUp(t, { folder, limits: { timeMs }, survey: async () => ground })
  await until(() => expected.length === 2, 'it to run again')
  t.equal(expected[1], inUnits)
  await after.stop()

  const failing = async () => {
    throw new Error('no terrain')
  }
  await setUp(t, { folder, limits: { timeMs }, survey: failing })
  await until(() => expected.length === 3, 'it to run in spite of that')
  t.ok((expected[2] ?? 0) < inUnits)
})

t.test('a refusal for memory names the finest resolution and spacing that fit', async (t) => {
  const parts = [part(90)]
  /** Members of the refusal, with so much memory. */
  const refusal = (fields: object, mebibytes: number): Record<string, unknown> | undefined => {
    try {
      refuseTooLarge(madeJob(fields), parts, 1e9, mebibytes * 2 ** 20)
      return undefined
    } catch (error) {
      if (error instanceof Problem) return { code: error.code, ...error.extra.members }
      throw error
    }
  }
  for (const fields of [
    { max_range: 20, resolution: 2 },
    { max_range: 30, resolution: 3, layers: ['visible', 'min_height'] },
    { max_range: 30, resolution: 5, model: 'itm', frequency: 433 },
  ]) {
    const { code, finest_resolution: finest } = refusal(fields, 256) ?? {}
    t.equal(code, 'too_many_cells', JSON.stringify(fields))
    t.equal(refusal({ ...fields, resolution: finest }, 256), undefined, `${finest} m fit`)
    t.match(refusal({ ...fields, resolution: Number(finest) - 0.01 }, 256), { code })
  }
  const wide = { max_range: 300, resolution: 1000 }
  const { code, finest_terrain_spacing: spacing } = refusal(wide, 128) ?? {}
  t.equal(code, 'too_many_posts')
  t.equal(refusal({ ...wide, terrain_spacing: spacing }, 128), undefined, `posts ${spacing} m apart fit`)
})
