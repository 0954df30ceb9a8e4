import t from 'tap'
import type { Device } from '../../kernels/device/device.ts'
import type { LosOptions, LosResult } from '../../kernels/models/los/job.ts'
import { LosFresnelEngine } from '../../kernels/models/los-fresnel/engine.ts'
import { FresnelBatch } from '../../kernels/models/los-fresnel/fresnel-batch.ts'
import { FRESNEL_PATH, FRESNEL_TERM, fresnelClearance } from '../../kernels/models/los-fresnel/kernel.ts'
import type { FresnelJob } from '../../kernels/models/los-fresnel/run.ts'
import { PATHS, STEPS } from '../../kernels/profiles/shapes.ts'
import { BLOCKED, VISIBLE } from '../../kernels/terrain/classes.ts'
import { realGround } from '../helpers/real-ground.ts'
import { compareVisibility } from '../references/compare-visibility.ts'
import { type LosCase, openFresnelEngine, referenceOf, runFresnelCase } from '../references/los.ts'
import { seededRandom } from '../references/random.ts'

const { engine, close } = await openFresnelEngine()
t.teardown(close)

const count = (cells: Uint8Array, value: number) =>
  cells.reduce((sum, cell) => sum + (cell === value ? 1 : 0), 0)

t.test('real ground agrees with the dense march', async (t) => {
  const asked: LosCase = {
    ground: await realGround(50.052, 11.8535, 12),
    latDeg: 50.052,
    lonDeg: 11.8535,
    transmitter: { heightM: 60, mode: 'AGL' },
    receiver: { heightM: 2, mode: 'AGL' },
    resolutionM: 90,
    rangeKm: 12,
    kFactor: 4 / 3,
    fresnel: { fraction: 0.6, frequencyMhz: 900 },
  }
  const { visibility } = await runFresnelCase(engine, asked)
  const found = compareVisibility(visibility, referenceOf(asked), 1500, 2026)
  t.comment(JSON.stringify(found))
  t.ok(count(visibility, VISIBLE) > 2000 && count(visibility, BLOCKED) > 2000)
  t.ok(found.jaccard >= 0.999, `Jaccard ${found.jaccard}`)
})

t.test('without any part of the zone line of sight is all there is, a fifth of the time', async (t) => {
  const result = { settled: 2 } as LosResult
  const asked: unknown[] = []
  const compute = async (job: FresnelJob, { onProgress, signal }: LosOptions = {}) => {
    asked.push(job, signal)
    for (const done of [0.5, 1]) onProgress?.(done)
    return result
  }
  const alone = new LosFresnelEngine({} as Device, { compute })
  const job = { fresnelFraction: 0 } as FresnelJob
  const { signal } = new AbortController()
  const progress: number[] = []
  t.equal(await alone.compute(job, { signal, onProgress: (done) => progress.push(done) }), result)
  t.same(
    [asked, progress],
    [
      [job, signal],
      [0.1, 0.2],
    ],
  )
})

t.test('a batch is full at as many paths as the kernel takes, and at as much work', (t) => {
  const batch = new FresnelBatch()
  for (let cell = 0; cell < PATHS - 1; cell++) batch.add(cell, 1)
  t.notOk(batch.isFull)
  batch.add(PATHS - 1, 1)
  t.ok(batch.isFull)
  batch.clear()
  batch.add(0, STEPS - 1)
  t.notOk(batch.isFull)
  batch.add(1, 1)
  t.ok(batch.isFull)
  t.end()
})

t.test('the kernel finds the minimum clearance of a dense march over a straight path', async (t) => {
  const random = seededRandom(12)
  const SIDE = 24
  const SPACING_M = 90
  const seen = { higher: 0, lower: 0, blocked: 0, short: 0 }
  let worstM = 0
  let sumM = 0
  for (let path = 0; path < 150; path++) {
    const roughM = [0, 8, 60][path % 3]
    // Ground that climbs or falls towards the receiver, whose antenna is above or below the transmitter's.
    const climbM = 12 * (random() - 0.5)
    const posts = [
      Array.from({ length: SIDE }, (_, line) =>
        Array.from({ length: SIDE }, () => -30 + climbM * line + roughM * random()),
      ),
    ]
    const [txLine, txAcross] = [3 + random(), 3 + random()]
    const span = path % 4 === 0 ? 0.3 + 2 * random() : 3 + 14 * random()
    const slant = path % 5 === 0 ? 0 : random()
    const distanceM = span * Math.hypot(1, slant) * SPACING_M
    const followsGround = path % 2
    const receiverM = followsGround ? 2 + 20 * random() : 60 * (random() - 0.5)
    const dropPerM2 = [0, 6e-8, 3e-6][path % 3]
    const zonePerRootM = 0.6 * random()
    const firstLine = Math.ceil(txLine + 1)
    const terms = Array.from({ length: 8 }, () => 0)
    const given = {
      receiverM,
      followsGround,
      dropPerM2,
      zonePerRootM,
      txLine,
      txAcross,
      firstLine,
      samples: 16,
    }
    for (const [name, slot] of Object.entries(FRESNEL_TERM)) terms[slot] = given[name as keyof typeof given]
    const columns = Object.values(FRESNEL_PATH).map(() => [[0]])
    columns[FRESNEL_PATH.span] = [[span]]
    columns[FRESNEL_PATH.distanceM] = [[distanceM]]
    columns[FRESNEL_PATH.lastLine] = [[Math.floor(txLine + span - 1)]]
    columns[FRESNEL_PATH.x1] = [[slant]]
    columns[FRESNEL_PATH.t1] = [[1 / span]]
    const got = fresnelClearance.call({ thread: { x: 0, y: 0, z: 0 } }, posts, [[terms]], columns)

    const groundM = (line: number, across: number) => {
      const [top, left] = [Math.floor(line), Math.floor(across)]
      const [north, south] = [top, top + 1].map(
        (row) => posts[0][row][left] + (across - left) * (posts[0][row][left + 1] - posts[0][row][left]),
      )
      return north + (line - top) * (south - north)
    }
    const rxM = receiverM + followsGround * groundM(txLine + span, txAcross + span * slant)
    let want = Number.POSITIVE_INFINITY
    for (let step = 1; step <= 1200; step++) {
      const fraction = step / 1200
      const heightM = groundM(txLine + fraction * span, txAcross + fraction * span * slant)
      const root = Math.sqrt(fraction * (1 - fraction))
      const bulgeM = dropPerM2 * (root * distanceM) ** 2
      const zoneM = zonePerRootM * Math.sqrt(distanceM) * root
      want = Math.min(want, fraction * rxM - heightM - bulgeM - zoneM)
    }
    if (rxM > 0) seen.higher++
    else seen.lower++
    if (want < 0) seen.blocked++
    if (span < 2) seen.short++
    worstM = Math.max(worstM, Math.abs(got - want))
    sumM += Math.abs(got - want)
  }
  // Near an antenna the zone opens like a root, and is looked at in samples.
  t.ok(worstM < 0.2 && sumM / 150 < 0.02, `${worstM} m off at most, ${sumM / 150} m on average`)
  t.ok(Math.min(...Object.values(seen)) > 15, JSON.stringify(seen))
})
