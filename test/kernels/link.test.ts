import t from 'tap'
import { geodesicPath } from '../../kernels/geodesy/geodesic-path.ts'
import { linkGeometry, linkLoss } from '../../kernels/link.ts'
import { evenSteps } from '../../kernels/models/itm/even-steps.ts'
import { p1812Model } from '../../kernels/models/p1812/model.ts'
import { pathLossModels } from '../../kernels/models.ts'
import { fresnelRadiusM } from '../../kernels/propagation/fresnel.ts'
import { ZONES } from '../../kernels/propagation/profile.ts'
import { hillyHeights } from '../helpers/profiles.ts'
import { testData } from '../helpers/test-data.ts'
import { geodesicBetween } from '../references/geodesic.ts'
import { p1812Cases } from '../references/models/p1812-files.ts'

const points = 101
const wholeM = 10_000
const even = Float64Array.from({ length: points }, (_, at) => (at * wholeM) / (points - 1))
const flat = new Float64Array(points).fill(100)
const options = { frequencyMhz: 300, txHeightM: 30, rxHeightM: 10, kFactor: 4 / 3 }

t.test('over flat ground bulge, ray and zone follow their formulas', async (t) => {
  const { bulgeM, lineM, fresnelM, visible, blockedAt, worstFresnel } = linkGeometry(even, flat, options)
  const middle = (points - 1) / 2
  // d·(D − d)/(2·k·R)
  t.ok(Math.abs(bulgeM[middle] - 5000 ** 2 / (2 * (4 / 3) * 6_371_000)) < 1e-9)
  t.equal(lineM[0], 130)
  t.equal(lineM[middle], 120)
  t.equal(lineM[points - 1], 110)
  // √(λ·d1·d2/D) with λ = 1 m; 550 of P.526 is rounded.
  t.ok(Math.abs(fresnelM[middle] - 50) < 0.3)
  t.equal(fresnelM[0], 0)
  t.ok(visible)
  t.same(blockedAt, [])
  const clearances = Array.from({ length: points - 2 }, (_, i) => {
    return (lineM[i + 1] - 100 - bulgeM[i + 1]) / fresnelM[i + 1]
  })
  t.ok(Math.abs(worstFresnel - Math.min(...clearances)) < 1e-9)
})

t.test('a ray that touches the ground is visible', async (t) => {
  const touching = linkGeometry(even, flat, { ...options, txHeightM: 0, rxHeightM: 0, kFactor: 0 })
  t.ok(touching.bulgeM.every((bulge) => bulge === 0))
  t.ok(touching.visible)
  t.equal(touching.clearHeightsM.los, 0)
  t.notOk(linkGeometry(even, flat, { ...options, txHeightM: 0, rxHeightM: 0 }).visible)
})

t.test('a receiver in the ground is blocked there, by as much as it lies in it', async (t) => {
  const buried = linkGeometry(even, flat, { ...options, rxHeightM: -4, kFactor: 0 })
  t.notOk(buried.visible)
  t.same(buried.blockedAt.at(-1), { distanceM: 10_000, byM: 4 })
})

t.test('one edge is found with its distance, its height and the mast that clears it', async (t) => {
  const at = 25
  const edge = Float64Array.from(flat)
  edge[at] = 180
  const link = linkGeometry(even, edge, { ...options, kFactor: 0 })
  // The line stands at 130 − 20/4 = 125 m there.
  t.same(link.blockedAt, [{ distanceM: 2500, byM: 55 }])
  t.notOk(link.visible)
  const zoneM = fresnelRadiusM(2.5, 7.5, 0.3)
  t.ok(Math.abs(link.worstFresnel + 55 / zoneM) < 1e-9)
  // From the receiver's 110 m through the edge's 180 m, 7.5 km off, up to the transmitter 10 km off.
  t.ok(Math.abs(link.clearHeightsM.los - ((70 * 10) / 7.5 + 110 - 100)) < 1e-9)
  t.ok(Math.abs(link.clearHeightsM.fresnel60 - (((70 + 0.6 * zoneM) * 10) / 7.5 + 10)) < 1e-9)
})

t.test('the clear heights clear the path, and nothing lower does', async (t) => {
  for (let seed = 1; seed <= 20; seed++) {
    const heights = hillyHeights(points, seed)
    const { clearHeightsM } = linkGeometry(even, heights, options)
    const withMast = (txHeightM: number) => linkGeometry(even, heights, { ...options, txHeightM })
    t.ok(withMast(clearHeightsM.los).visible)
    t.ok(withMast(clearHeightsM.fresnel60).worstFresnel > 0.6 - 1e-9)
    if (clearHeightsM.los > 1) t.notOk(withMast(clearHeightsM.los - 0.01).visible)
    if (clearHeightsM.fresnel60 > 1) t.ok(withMast(clearHeightsM.fresnel60 - 0.01).worstFresnel < 0.6)
  }
})

t.test('two hills are two obstacles, each at its worst point', async (t) => {
  const hills = Float64Array.from(flat)
  hills.set([150, 170, 160], 20)
  hills.set([140, 145], 70)
  const { blockedAt } = linkGeometry(even, hills, { ...options, kFactor: 0 })
  t.same(
    blockedAt.map(({ distanceM }) => distanceM),
    [2100, 7100],
  )
})

t.test('the profile follows the geodesic', async (t) => {
  const path = geodesicPath(47, 179.5, 48, -179.5)
  t.ok(Math.abs(path.distanceM - geodesicBetween(47, 179.5, 48, -179.5).distanceM) < 1e-6)
  t.ok(path.azimuthDeg > 0 && path.azimuthDeg < 90)
  t.ok(Math.abs(path.at(path.distanceM).lonDeg - 180.5) < 1e-9, 'longitudes go on')
  const half = path.at(path.distanceM / 2)
  const [there, rest] = [
    geodesicPath(47, 179.5, half.latDeg, half.lonDeg),
    geodesicPath(half.latDeg, half.lonDeg, 48, 180.5),
  ]
  t.ok(Math.abs(there.distanceM - rest.distanceM) < 1e-6)
  t.ok(Math.abs(geodesicPath(10, 0, 9, -1).azimuthDeg - 224.6) < 0.5, 'from north, to 360')
})

t.test('equal steps are kept, others are interpolated', async (t) => {
  const heights = hillyHeights(points, 3)
  const same = evenSteps({ distancesM: even, heightsM: heights })
  t.equal(same.spacingM, 100)
  t.ok(same.heightsM.every((height, at) => Math.abs(height - heights[at]) < 1e-9))
  const uneven = evenSteps({ distancesM: Float64Array.of(0, 100, 400), heightsM: Float64Array.of(0, 10, 40) })
  t.same([...uneven.heightsM].map(Math.round), [0, 10, 20, 30, 40])
})

const defaultsOf = (name: string) =>
  Object.fromEntries(
    (pathLossModels.get(name)?.parameters ?? []).map((parameter) => [parameter.name, parameter.default]),
  )

t.test('every parameter of every model matters', async (t) => {
  // Beyond the horizon over low hills: the kind of ground shows, and what the air does.
  const path = {
    distancesM: Float64Array.from(even, (distance) => 6 * distance),
    heightsM: hillyHeights(points, 8).map((height) => 0.02 * height),
    frequencyMhz: 110,
    txHeightM: 40,
    rxHeightM: 3,
    kFactor: 4 / 3,
    latitudeDeg: 50,
    squareM: 100,
  }
  for (const [name, model] of pathLossModels) {
    const { parameters } = model
    const loss = (fields: object) => linkLoss(model, path, model.parse({ ...fields }))
    const values = defaultsOf(name)
    const { lossDb, freeSpaceDb, intermediates } = loss(values)
    t.ok(Number.isFinite(lossDb) && lossDb >= freeSpaceDb - 1, name)
    t.ok(Object.values(intermediates).every((value) => typeof value === 'string' || Number.isFinite(value)))
    for (const { name: parameter, enum: words, minimum = 0 } of parameters) {
      const other = words?.find((word) => word !== values[parameter]) ?? Math.max(minimum, 1)
      // The median of time hides the zones.
      const beside = 'time_percent' in values ? { time_percent: 20 } : {}
      const before = loss({ ...values, ...beside }).lossDb
      const after = loss({ ...values, ...beside, [parameter]: other }).lossDb
      t.not(before, after, `${name} ${parameter}`)
    }
  }
})

t.test('P.1812 has the published losses where the profile is of one kind', async (t) => {
  let compared = 0
  for (const { name, profile, options: asked, published } of p1812Cases(testData('models'))) {
    const { distancesM, heightsM, clutterM, zones } = profile
    const between = clutterM.subarray(1, -1)
    const isOfOneKind =
      between.every((height) => height === between[0]) &&
      zones.every((zone) => zone === zones[0]) &&
      asked.locationPercent === 50 &&
      (zones[0] !== ZONES.inland || (asked.txCoastKm >= 500 && asked.rxCoastKm >= 500))
    if (!isOfOneKind) continue
    compared++
    const zone = Object.entries(ZONES).find(([, code]) => code === zones[0])?.[0] ?? ''
    const { lossDb, freeSpaceDb, diffractionDb } = linkLoss(
      p1812Model,
      {
        distancesM,
        heightsM,
        frequencyMhz: asked.frequencyMhz,
        txHeightM: asked.txHeightM,
        rxHeightM: asked.rxHeightM,
        kFactor: 157 / (157 - asked.refractivityLapse),
        latitudeDeg: asked.latitudeDeg,
        squareM: 100,
      },
      p1812Model.parse({
        time_percent: asked.timePercent,
        location_percent: asked.locationPercent,
        polarization: asked.polarization,
        refractivity_lapse: asked.refractivityLapse,
        sea_level_refractivity: asked.seaLevelRefractivity,
        clutter_height: between[0],
        zone,
      }),
      asked.polarization,
    )
    t.ok(Math.abs(lossDb - published.Lb) < 1e-3, `${name} Lb ${lossDb} ${published.Lb}`)
    t.ok(Math.abs(freeSpaceDb - published.Lbfs) < 1e-3, `${name} Lbfs`)
    // P.526 over the ground alone; the published one stands on the clutter.
    if (between[0] === 0) t.ok(Math.abs(diffractionDb - published.Ld50) < 1e-3, `${name} Ld50`)
  }
  t.equal(compared, 10)
})
