import type { PostGrid } from '../../kernels/terrain/window.ts'
import { distanceM, type Place } from './place.ts'

export interface Summit extends Place {
  groundM: number
  /** Height above the highest pass to higher terrain; for the highest summit, above the lowest post. */
  prominenceM: number
}

export interface SummitOptions {
  maximum: number
  minimumProminenceM: number
  /** Minimum distance of a summit from any higher selected summit. */
  minimumDistanceM: number
  /** Restricts summits to some positions; default: everywhere. */
  isWithin?: (place: Place) => boolean
}

const POSTS_A_STEP = 2 ** 19

/**
 * Highest summits in descending order; among equals the northernmost, then the westernmost first. From the
 * highest post down, each post joins a higher neighbor's summit; a post between two summits is their pass.
 */
export function* summitsOf(
  grid: PostGrid,
  { maximum, minimumProminenceM, minimumDistanceM, isWithin = () => true }: SummitOptions,
): Generator<void, Summit[]> {
  const { heightsM, rows, cols, northDeg, westDeg, latStepDeg, lonStepDeg } = grid
  const order = new Uint32Array(rows * cols)
  let known = 0
  for (let post = 0; post < heightsM.length; post++) if (!Number.isNaN(heightsM[post])) order[known++] = post
  const falling = order.subarray(0, known).sort((a, b) => heightsM[b] - heightsM[a] || a - b)
  yield
  const summits = new SummitSets(rows * cols)
  const prominences = new Map<number, number>()
  for (let at = 0; at < known; at++) {
    const post = falling[at]
    summits.add(post)
    const [row, col] = [Math.floor(post / cols), post % cols]
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) {
        const [one, other] = [summits.of(post), summits.of(r * cols + c)]
        if (one === undefined || other === undefined || one === other) continue
        const isLower = heightsM[one] < heightsM[other] || (heightsM[one] === heightsM[other] && one > other)
        const [lower, higher] = isLower ? [one, other] : [other, one]
        if (heightsM[lower] > heightsM[post]) prominences.set(lower, heightsM[lower] - heightsM[post])
        summits.join(lower, higher)
      }
    }
    if (at % POSTS_A_STEP === POSTS_A_STEP - 1) yield
  }
  const lowestM = known === 0 ? 0 : heightsM[falling[known - 1]]
  // The highest summit of each connected area of known terrain remains: no pass leads to higher terrain.
  for (const post of falling) {
    if (summits.of(post) === post && heightsM[post] > lowestM) prominences.set(post, heightsM[post] - lowestM)
  }
  const taken: Summit[] = []
  const ranked = [...prominences].sort(([a], [b]) => heightsM[b] - heightsM[a] || a - b)
  for (const [post, prominenceM] of ranked) {
    if (taken.length === maximum) break
    const place = {
      latDeg: northDeg - Math.floor(post / cols) * latStepDeg,
      lonDeg: westDeg + (post % cols) * lonStepDeg,
    }
    if (prominenceM < minimumProminenceM || !isWithin(place)) continue
    if (taken.some((other) => distanceM(other, place) < minimumDistanceM)) continue
    taken.push({ ...place, groundM: heightsM[post], prominenceM })
  }
  return taken
}

/** Posts grouped by summit: union-find with path halving. */
class SummitSets {
  /** For each post a higher post of the same group, or the post itself for a summit; −1: not visited yet. */
  readonly #higher: Int32Array

  constructor(posts: number) {
    this.#higher = new Int32Array(posts).fill(-1)
  }

  add(post: number): void {
    this.#higher[post] = post
  }

  of(post: number): number | undefined {
    const higher = this.#higher
    if (higher[post] < 0) return undefined
    let at = post
    while (higher[at] !== at) {
      higher[at] = higher[higher[at]]
      at = higher[at]
    }
    return at
  }

  join(lower: number, higher: number): void {
    this.#higher[lower] = higher
  }
}
