import t, { type Test } from 'tap'
import { beamwidthDeg, type Cut, cutDb } from '../../kernels/antenna/cut.ts'
import { type Antenna, antennaLoss, patternLoss } from '../../kernels/antenna/pattern.ts'
import { parsePatternFile } from '../../kernels/antenna/pattern-file.ts'
import { receiverLosses, riseM } from '../../kernels/ends/receiver-losses.ts'
import { inverse } from '../../kernels/geodesy/azimuthal.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { planetFile } from '../helpers/antennas.ts'
import { seededRandom } from '../references/random.ts'

const sector = {
  type: 'sector',
  horizontalBeamwidthDeg: 70,
  verticalBeamwidthDeg: 10,
  frontToBackDb: 25,
} as const

function near(t: Test, got: number, wanted: number, about: string, tolerance = 1e-9) {
  t.ok(Math.abs(got - wanted) <= tolerance, `${about}: ${got}, expected ${wanted}`)
}

/** By azimuth from north and elevation. */
function towards(antenna: Antenna, azimuthDeg: number, elevationDeg: number): number {
  const azimuth = (azimuthDeg * Math.PI) / 180
  const elevation = (elevationDeg * Math.PI) / 180
  const out = Math.cos(elevation)
  return antennaLoss(antenna)(out * Math.sin(azimuth), out * Math.cos(azimuth), Math.sin(elevation))
}

t.test('the sector pattern follows TR 36.814 table A.2.1.1-2', async (t) => {
  const loss = patternLoss(sector)
  near(t, loss(0, 0), 0, 'main direction')
  for (const side of [-1, 1]) {
    near(t, loss(side * 35, 0), 3, 'half the horizontal width')
    near(t, loss(0, side * 5), 3, 'half the vertical width')
    near(t, loss(side * 35, 5), 6, 'both')
    near(t, loss(side * 70, 0), 12, 'a width away: 12 dB')
    near(t, loss(side * 180, 0), 25, 'at the back')
    near(t, loss(0, side * 90), 25, 'up and down')
  }
  near(t, loss(120, 12), 25, 'never more than front to back')
})

t.test('an omnidirectional antenna attenuates nowhere', async (t) => {
  t.equal(patternLoss({ type: 'omni' })(123, -45), 0)
  const loss = patternLoss({ type: 'omni', verticalBeamwidthDeg: 12 })
  for (const azimuth of [-180, -77, 0, 100]) near(t, loss(azimuth, 6), 3, `at ${azimuth}°`)
  near(t, loss(0, 80), 20, 'SLA_v')
})

t.test('the azimuth rotates the pattern', async (t) => {
  const random = seededRandom(11)
  for (let round = 0; round < 200; round++) {
    const byDeg = 360 * random()
    const [azimuth, elevation, tiltDeg] = [360 * random(), 180 * random() - 90, 60 * random() - 30]
    for (const pattern of [sector, { type: 'cuts', ...parsePatternFile(planetFile()) } as const]) {
      const straight = towards({ azimuthDeg: 0, tiltDeg, pattern }, azimuth, elevation)
      const turned = towards({ azimuthDeg: byDeg, tiltDeg, pattern }, azimuth + byDeg, elevation)
      near(t, turned, straight, `${pattern.type} turned by ${byDeg}`, 1e-6)
    }
  }
})

t.test('the tilt rotates the whole antenna: down in front, up at the back, level at the sides', async (t) => {
  const narrow = { ...sector, horizontalBeamwidthDeg: 360, frontToBackDb: 100 }
  const tilted = { azimuthDeg: 90, tiltDeg: 8, pattern: narrow }
  near(t, towards(tilted, 90, -8), 0, 'main direction', 1e-6)
  near(t, towards(tilted, 90, 0), 12 * 0.8 ** 2, 'the horizon in front', 1e-6)
  near(t, towards(tilted, 270, 8), 12 * (180 / 360) ** 2, 'at the back, above the horizon', 1e-6)
  near(t, towards(tilted, 0, 0), 12 * (90 / 360) ** 2, 'to the side', 1e-6)
  // At 60° to the side the beam is tilted by atan(tan 8° · cos 60°), which no sum of angles gives.
  const below = (Math.atan(Math.tan((8 * Math.PI) / 180) * Math.cos(Math.PI / 3)) * 180) / Math.PI
  const beside = towards(tilted, 150, -below)
  const azimuth =
    (Math.acos((Math.cos((below * Math.PI) / 180) * 0.5) / Math.cos((8 * Math.PI) / 180)) * 180) / Math.PI
  t.ok(Math.abs(beside - 12 * (azimuth / 360) ** 2) < 0.01, `${beside} dB in the tilted plane`)
  t.ok(towards({ ...tilted, tiltDeg: 90 }, 0, -90) < 1e-9, 'straight down')
})

t.test('a cut is interpolated around the full circle', async (t) => {
  const cut: Cut = { anglesDeg: [10, 20, 350], attenuationDb: [2, 4, 8] }
  for (const [angle, wanted] of [
    [10, 2],
    [15, 3],
    [350, 8],
    [0, 5],
    [360, 5],
    [-5, 6.5],
    [365, 3.5],
    [185, 6],
    [-1e-20, 5],
  ]) {
    near(t, cutDb(cut, angle), wanted, `${angle}°`)
  }
  const even = {
    anglesDeg: Array.from({ length: 360 }, (_, i) => i),
    attenuationDb: Array.from({ length: 360 }, (_, i) => i / 10),
  }
  const random = seededRandom(5)
  for (let i = 0; i < 300; i++) {
    const angle = 359 * random()
    near(t, cutDb(even, angle), angle / 10, `${angle}°`)
  }
  t.ok(Number.isNaN(cutDb(even, Number.NaN)))
})

t.test('beamwidths of cuts are found', async (t) => {
  const { horizontal, vertical } = parsePatternFile(planetFile())
  near(t, beamwidthDeg(horizontal) ?? 0, 65, 'horizontal', 0.05)
  // The lobe is a parabola, its samples lie a degree apart.
  near(t, beamwidthDeg(vertical) ?? 0, 7, 'vertical', 0.1)
  t.equal(beamwidthDeg({ anglesDeg: [0, 90, 180, 270], attenuationDb: [0, 1, 2, 1] }), undefined)
  // Straight lines in dB: 3 dB lie half-way to the next angles, also across 360°, and from the strongest on.
  t.equal(beamwidthDeg({ anglesDeg: [0, 40, 180, 320], attenuationDb: [0, 6, 20, 6] }), 40)
  t.equal(beamwidthDeg({ anglesDeg: [10, 50, 180, 350], attenuationDb: [8, 20, 6, 2] }), 137.5)
  t.equal(beamwidthDeg({ anglesDeg: [0, 40, 180, 320], attenuationDb: [0, 3, 3, 3] }), 80)
  const second = { anglesDeg: [0, 40, 180, 320], attenuationDb: [0, 2.5, 3.5, 2.5] }
  t.equal(beamwidthDeg(second), 220, 'beyond the next angle')
})

t.test('in their own planes cuts are reproduced', async (t) => {
  const { horizontal, vertical } = parsePatternFile(planetFile())
  const level: Cut = {
    ...vertical,
    attenuationDb: Array.from(vertical.attenuationDb, (_, at) =>
      cutDb(vertical, at + 6 * Math.cos((at * Math.PI) / 180)),
    ),
  }
  // Without tilt both cuts meet in front and at the back.
  near(t, cutDb(level, 0), cutDb(horizontal, 0), 'in front')
  near(t, cutDb(level, 180), cutDb(horizontal, 180), 'at the back')
  const ofLevel = patternLoss({ type: 'cuts', horizontal, vertical: level })
  const ofTilted = patternLoss({ type: 'cuts', horizontal, vertical })
  for (let angle = -179; angle < 180; angle += 7) {
    const ahead = Math.abs(angle) <= 90
    near(t, ofLevel(angle, 0), cutDb(horizontal, angle), `horizontal ${angle}°`)
    const elevation = ahead ? -angle : angle > 0 ? angle - 180 : angle + 180
    near(t, ofTilted(ahead ? 0 : 180, elevation), cutDb(vertical, angle), `vertical ${angle}°`)
  }
  near(t, ofTilted(0, -6), 0, 'the main lobe lies below the horizon')
  t.ok(ofTilted(0, 6) > 20)
})

t.test('over a raster each cell has the attenuation of its direction', async (t) => {
  const [latDeg, lonDeg, kFactor] = [47, 11, 4 / 3]
  const antenna = { azimuthDeg: 70, tiltDeg: 3, pattern: sector }
  const grid = rasterGrid(latDeg, lonDeg, 150, 11_000)
  const place = ({ row, col }: { row: number; col: number }) => ({
    latDeg: latDeg + (grid.txRow - row) * grid.cellLatDeg,
    lonDeg: lonDeg + (col - grid.txCol) * grid.cellLonDeg,
  })
  // Ground that climbs to the north and falls to the east; nothing is known in the west.
  const overAntennaM = (lat: number, lon: number) =>
    lon < lonDeg - 0.05 ? Number.NaN : -300 + 2000 * (lat - latDeg) - 1000 * (lon - lonDeg)
  const of = (overOf: (groundM: () => number) => number) => {
    const lossDb = antennaLoss(antenna)
    return receiverLosses(
      { ground: { overAntennaM }, latDeg, lonDeg, grid },
      ({ eastM, northM, distanceM, groundM }) =>
        lossDb(eastM, northM, riseM(overOf(groundM), distanceM, kFactor)),
    )
  }
  const [following, above] = [of((groundM) => 10 + groundM()), of(() => 100)]
  const [firstRow, endRow] = [20, 84]
  const into = [following, above].map((losses) => {
    const values = new Float32Array((endRow - firstRow) * grid.cols)
    losses(firstRow, endRow, values)
    return values
  })
  let worst = 0
  for (const row of [20, 41, 63, 64, 83]) {
    for (let col = 3; col < grid.cols; col += 13) {
      const { latDeg: lat, lonDeg: lon } = place({ row, col })
      const { distanceM, azimuthDeg } = inverse(latDeg, 0, lat, lon - lonDeg)
      for (const [at, overM] of [10 + overAntennaM(lat, lon), 100].entries()) {
        const upM = overM - distanceM ** 2 / (2 * kFactor * 6_371_000)
        const wanted = towards(antenna, azimuthDeg, (Math.atan2(upM, distanceM) * 180) / Math.PI)
        const got = into[at][(row - firstRow) * grid.cols + col]
        if (Number.isNaN(wanted) !== Number.isNaN(got)) t.fail(`${row}, ${col}: ${got}, not ${wanted}`)
        if (!Number.isNaN(wanted)) worst = Math.max(worst, Math.abs(got - wanted))
      }
    }
  }
  t.ok(worst < 0.01, `off by ${worst} dB at most`)
  t.equal(riseM(50, 10_000, 0), 50, 'a flat earth')
})
