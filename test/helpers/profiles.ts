import { seededRandom } from '../references/random.ts'

/** Made ground along a path: hills of several lengths about 300 m. */
export function hillyHeights(points: number, seed: number): Float64Array {
  const random = seededRandom(seed)
  const waves = Array.from({ length: 6 }, (_, at) => ({
    amplitude: (120 * random()) / (at + 1),
    steps: (points / (at + 1)) * (0.5 + random()),
    phase: 6.28 * random(),
  }))
  return Float64Array.from({ length: points }, (_, step) => {
    const rise = waves.reduce(
      (sum, { amplitude, steps, phase }) => sum + amplitude * Math.sin((6.28 * step) / steps + phase),
      0,
    )
    return Math.fround(300 + rise + 4 * random())
  })
}

/** Flat ground with one ridge, of the given height, at a third of the path. */
export function ridge(points: number, heightM: number): Float64Array {
  const heights = new Float64Array(points).fill(100)
  heights[Math.round(points / 3)] = 100 + heightM
  return heights
}
