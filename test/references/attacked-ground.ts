/** Ground made to break the bounds of line of sight between rays. */

import { discExtent, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import type { LosCase } from './los.ts'
import { seededRandom } from './random.ts'

type Height = (row: number, col: number) => number

/** Grounds by name: `scale` is the height of what stands out, in metres. */
const grounds: Record<string, (random: () => number, scale: number) => Height> = {
  noise: (random, scale) => {
    const seed = Math.floor(1e9 * random())
    return (row, col) => scale * hash(seed, row, col)
  },
  /** Single posts that stand out of a plain. */
  needles: (random, scale) => {
    const seed = Math.floor(1e9 * random())
    return (row, col) => (hash(seed, row, col) < 0.004 ? scale : 0)
  },
  /** Walls a post wide along a direction, with gaps. */
  walls: (random, scale) => {
    const [down, across] = [2 * random() - 1, 2 * random() - 1]
    const [every, seed] = [9 + Math.floor(30 * random()), Math.floor(1e9 * random())]
    return (row, col) => {
      const line = Math.round(down * row + across * col)
      return line % every === 0 && hash(seed, row, col) < 0.97 ? scale : 0
    }
  },
  /** Checkers of one post: every patch is a saddle. */
  saddles: (_, scale) => (row, col) => ((row + col) % 2 === 0 ? scale : 0),
  /** Ridges across and along the rays of a quarter. */
  rings: (random, scale) => {
    const length = 3 + 20 * random()
    return (row, col) => scale * Math.sin(Math.hypot(row, col) / length) + 0.3 * scale * Math.sin(col / 2)
  },
  /** One post higher than a plain that rises to meet the rays. */
  sea: () => () => 0,
  slopes: (random, scale) => {
    const [down, across] = [scale * (random() - 0.5), scale * (random() - 0.5)]
    return (row, col) => (down * row + across * col) / 10 + 0.01 * scale * Math.abs(row % 3)
  },
  /** Hills of several lengths, as real ground has them. */
  hills: (random, scale) => {
    const waves = Array.from({ length: 12 }, () => {
      const length = 2 + 60 * random()
      const angle = 2 * Math.PI * random()
      return { x: Math.cos(angle) / length, y: Math.sin(angle) / length, phase: 7 * random(), length }
    })
    return (row, col) =>
      waves.reduce(
        (sum, { x, y, phase, length }) => sum + (scale * length * Math.sin(x * col + y * row + phase)) / 30,
        0,
      )
  },
}

export function hash(seed: number, row: number, col: number): number {
  return seededRandom(seed ^ Math.imul(row + 40_000, 73_856_093) ^ Math.imul(col + 40_000, 19_349_663))()
}

function pick<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(values.length * random())] as T
}

/**
 * A random case: spacing from 1 m to 1 km, latitudes to 84°, earths from 0.3 to 10 and flat. Those that are far reach over
 * several blocks of lines, also near a pole.
 */
export function randomCase(random: () => number, isFar = false): { asked: LosCase; name: string } {
  const kind = pick(random, Object.keys(grounds))
  const spacingM = pick(random, [1, 10, 30, 90, 1000])
  const latDeg =
    (spacingM === 1000 ? 1 : pick(random, [1, 1, -1])) *
    (pick(random, [0, 20, 47, 60, 70, 84]) + random() / 3)
  const perDegree = metresPerDegree(latDeg)
  const latStepDeg = spacingM / perDegree.lat
  const lonStepDeg =
    pick(random, [1, 1, 1.6]) * (Math.abs(latDeg) > 65 ? spacingM / perDegree.lon : latStepDeg)
  // Some over several blocks of lines, where rays are added.
  const posts = isFar || random() < 0.1 ? 270 + 300 * random() : 40 + 130 * random()
  const atPoleKm = isFar ? 60 : 15
  const rangeKm = Math.max(0.05, Math.min((posts * spacingM) / 1000, Math.abs(latDeg) > 65 ? atPoleKm : 300))
  const scale = pick(random, [0.02, 0.2, 1, 3]) * Math.min(spacingM, 90)
  const height = (grounds[kind] as (typeof grounds)[string])(random, scale)
  const voids = random() < 0.2 ? Math.floor(1e9 * random()) : 0
  const onPost = random() < 0.3
  const disc = discExtent(latDeg, 1000 * rangeKm)
  const north = Math.ceil(disc.northDeg / latStepDeg) + 4
  const south = Math.ceil(disc.southDeg / latStepDeg) + 4
  const half = Math.ceil(disc.eastDeg / lonStepDeg) + 4
  const [rows, cols] = [north + south + 1, 2 * half + 1]
  const heightsM = new Float32Array(rows * cols)
  for (let at = 0; at < heightsM.length; at++) {
    const [row, col] = [Math.floor(at / cols) - north, (at % cols) - half]
    // Beyond the mast's own patch.
    const isVoid = voids > 0 && hash(voids, row >> 2, col >> 2) < 0.004 && Math.hypot(row, col) > 3
    heightsM[at] = isVoid ? Number.NaN : height(row, col)
  }
  const [offRow, offCol] = onPost ? [0, 0] : [random(), random()]
  const ground: PostGrid = {
    heightsM,
    rows,
    cols,
    northDeg: latDeg + (north + offRow) * latStepDeg,
    westDeg: 11 - (half + offCol) * lonStepDeg,
    latStepDeg,
    lonStepDeg,
  }
  const asked: LosCase = {
    ground,
    latDeg,
    lonDeg: 11,
    transmitter: { heightM: pick(random, [0.5, 2, 30, 300]) * (random() + 0.1), mode: 'AGL' },
    receiver:
      random() < 0.2
        ? { heightM: 2 * scale * random(), mode: 'AMSL' }
        : { heightM: pick(random, [0, 0.5, 2, 10]), mode: 'AGL' },
    resolutionM: spacingM * (0.6 + 2 * random()),
    rangeKm,
    kFactor: pick(random, [4 / 3, 4 / 3, 0.3, 10, 0]),
  }
  return { asked, name: `${kind}, posts of ${spacingM} m at ${latDeg.toFixed(1)}°` }
}

/** The case on a lattice: the mast is anywhere in a cell, on its edge or a millionth off its center, and cells may be oblong. */
export function offCenter(asked: LosCase, random: () => number): LosCase {
  const part = () => pick(random, [random(), random(), random(), 0, 0.5, 1e-6, 1 - 1e-6])
  return { ...asked, lattice: { rows: part(), cols: part(), width: pick(random, [1, 0.5 + random(), 2]) } }
}

/**
 * Finer parts in the ground of a case, some in each other, some beyond its edge: about the mast, near it and far off, of heights
 * of their own on the ground, far below it or as low as any post, with holes in them and in the ground under them, which are made in place.
 */
export function randomParts({ ground, latDeg, lonDeg }: LosCase, random: () => number): PostGrid[] {
  const { rows, cols, latStepDeg, lonStepDeg, northDeg, westDeg, heightsM } = ground
  const [txRow, txCol] = [(northDeg - latDeg) / latStepDeg, (lonDeg - westDeg) / lonStepDeg]
  const reach = Math.min(rows, cols) / 2
  let lowest = Number.POSITIVE_INFINITY
  for (const heightM of heightsM) if (heightM < lowest) lowest = heightM
  const parts: PostGrid[] = []
  for (let count = pick(random, [1, 1, 2, 3]); count > 0; count--) {
    const ratio = pick(random, [1.7, 3, 5, 10])
    // So small and near that much of the disc is beyond them.
    const sides = [0, 1].map(() =>
      Math.max(2, Math.ceil(ratio * (0.4 + reach * pick(random, [0.02, 0.1, 0.25]) * random()))),
    )
    // Fractions of its sides from its corner to the mast: within, on an edge, just beyond it, or farther; or it is anywhere.
    const mast = [0, 1].map(() => pick(random, [random(), random(), 0, 1, -0.1, 1.1, 3 * random() - 1]))
    const isAnywhere = random() < 0.4
    const corner = isAnywhere
      ? [txRow + reach * (random() - 0.5), txCol + reach * (random() - 0.5)]
      : [txRow - (mast[0] * sides[0]) / ratio, txCol - (mast[1] * sides[1]) / ratio]
    const [top, left] = random() < 0.3 ? corner.map(Math.round) : corner
    const scale = pick(random, [0, 0.2, 2, 20]) * Math.min(30, latStepDeg * 111_000)
    const [seed, under] = [Math.floor(1e9 * random()), random() < 0.2 ? scale : 0]
    const [holes, isRough, isBare] = [random() < 0.15, random() < 0.5, random() < 0.4]
    const [height, width] = [sides[0] + 1, sides[1] + 1]
    const part: PostGrid = {
      heightsM: new Float32Array(height * width),
      rows: height,
      cols: width,
      northDeg: northDeg - top * latStepDeg,
      westDeg: westDeg + left * lonStepDeg,
      latStepDeg: latStepDeg / ratio,
      lonStepDeg: lonStepDeg / ratio,
    }
    for (let at = 0; at < height * width; at++) {
      const [row, col] = [Math.floor(at / width), at % width]
      const [down, right] = [Math.round(top + row / ratio), Math.round(left + col / ratio)]
      const inRows = Math.min(rows - 1, Math.max(0, down))
      const belowM = heightsM[inRows * cols + Math.min(cols - 1, Math.max(0, right))]
      const standsOut = isRough ? hash(seed, row, col) : hash(seed, row, col) < 0.004 ? 1 : 0
      // None at its bounds: there own rays see the line of posts, or not, as they halve a path.
      const inside = Math.min(row, col, height - 1 - row, width - 1 - col)
      const isHole = holes && inside > 1 && hash(seed + 1, row >> 1, col >> 1) < 0.02
      part.heightsM[at] = isHole
        ? Number.NaN
        : (isBare || Number.isNaN(belowM) ? lowest : belowM) + scale * standsOut - under
    }
    parts.push(part)
    if (random() > 0.2) continue
    for (let row = Math.max(0, Math.round(top)); row < Math.min(rows, top + height / ratio); row++) {
      for (let col = Math.max(0, Math.round(left)); col < Math.min(cols, left + width / ratio); col++) {
        if (hash(seed + 2, row >> 1, col >> 1) < 0.3) heightsM[row * cols + col] = Number.NaN
      }
    }
  }
  return parts.sort((a, b) => a.latStepDeg - b.latStepDeg)
}

/**
 * A finer part well about the mast, of patches as oblong as those of the case or others: rough, with needles, with what stands out at
 * its bounds alone, or as low as any post; some with holes.
 */
export function partAboutMast({ ground, latDeg, lonDeg }: LosCase, random: () => number): PostGrid {
  const { rows, cols, latStepDeg, lonStepDeg, northDeg, westDeg, heightsM } = ground
  const reach = Math.min(rows, cols) / 2
  const [ratio, width] = [pick(random, [1.7, 3, 3, 5]), pick(random, [1, 1, 1.5, 0.6])]
  const postsTo = () => 4.6 + reach * pick(random, [0, 0.05, 0.2, 0.5, 1.3]) * random()
  const [north, south, east, west] = [postsTo(), postsTo(), postsTo(), postsTo()]
  const part: PostGrid = {
    heightsM: new Float32Array(0),
    rows: Math.ceil((north + south) * ratio) + 1,
    cols: Math.ceil(((east + west) * ratio) / width) + 1,
    northDeg: latDeg + north * latStepDeg,
    westDeg: lonDeg - west * lonStepDeg,
    latStepDeg: latStepDeg / ratio,
    lonStepDeg: (width * lonStepDeg) / ratio,
  }
  const scale = pick(random, [0, 0.2, 2, 20]) * Math.min(30, latStepDeg * 111_000)
  const [seed, under, hasHoles] = [Math.floor(1e9 * random()), random() < 0.3 ? scale : 0, random() < 0.2]
  const kind = pick(random, ['rough', 'needles', 'bounds', 'bare'])
  const lowest = heightsM.reduce((minimum, heightM) => Math.min(minimum, heightM), Number.POSITIVE_INFINITY)
  part.heightsM = Float32Array.from({ length: part.rows * part.cols }, (_, at) => {
    const [row, col] = [Math.floor(at / part.cols), at % part.cols]
    const down = Math.round((northDeg - part.northDeg + row * part.latStepDeg) / latStepDeg)
    const right = Math.round((part.westDeg + col * part.lonStepDeg - westDeg) / lonStepDeg)
    const belowM =
      heightsM[Math.min(rows - 1, Math.max(0, down)) * cols + Math.min(cols - 1, Math.max(0, right))]
    const inside = Math.min(row, col, part.rows - 1 - row, part.cols - 1 - col)
    const nearMast = Math.hypot(row - north * ratio, col - (west * ratio) / width) < 3 * ratio
    if (hasHoles && inside > 1 && !nearMast && hash(seed + 1, row >> 1, col >> 1) < 0.01) return Number.NaN
    const drawn = hash(seed, row, col)
    const standsOut = {
      rough: drawn,
      needles: drawn < 0.004 ? 1 : 0,
      bounds: inside < 2 && drawn < 0.1 ? 1 : 0,
      bare: 0,
    }[kind]
    return (kind === 'bare' || Number.isNaN(belowM) ? lowest : belowM) + scale * (standsOut ?? 0) - under
  })
  return part
}
