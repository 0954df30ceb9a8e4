import { hills, type LosCase, madeGround } from '../references/los.ts'

const HILLS = hills(11)

/** Ground on which many cells graze, with a hole; several sectors a block. */
export const grazedHills: LosCase = {
  ground: madeGround(47, 11, 530, 1 / 1200, (row, col) =>
    Math.hypot(row + 200, col - 90) < 20 ? Number.NaN : 0.4 * HILLS(row, col),
  ),
  latDeg: 47.0001,
  lonDeg: 11.0002,
  transmitter: { heightM: 60, mode: 'AGL' },
  receiver: { heightM: 2, mode: 'AGL' },
  resolutionM: 120,
  rangeKm: 30,
  kFactor: 4 / 3,
}
