/** Estimates for paths over a disc: mean number of elevation posts crossed, and share of finer terrain. */

import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { postSpacingM } from '../../kernels/profiles/steps.ts'
import type { PartExtent } from '../../storage/terrain/types.ts'
import type { Disc } from './job.ts'

const SQUARES = 8
/** Distance from a square's center, in side lengths, at which 1/distance is the mean over the square. */
const NEAREST = 0.28

interface Square {
  areaM2: number
  distanceM: number
}

/**
 * Number of elevation posts on a path of full range that gives the true mean over all paths. Finer terrain
 * parts add posts on the paths that cross a part; with equal steps, such paths have the finest spacing.
 */
export function averagePosts(parts: readonly PartExtent[], disc: Disc, areEqual: boolean): number {
  const { latDeg, rangeM } = disc
  const postsM = parts.map(({ lattice }) => postSpacingM(lattice.latStepDeg, lattice.lonStepDeg, latDeg))
  const last = parts.length - 1
  const posts = rangeM / postsM[last]
  if (areEqual) {
    const fraction = sectorFraction(parts.slice(0, last), disc, 'beyond')
    return posts + fraction * Math.max(0, rangeM / Math.min(...postsM) - posts)
  }
  const finer = parts.slice(0, last).map((part, i) => crossedM(part, disc) / postsM[i])
  // Scaled by 1.5 to a path of full range, because the mean path is two thirds as long as the radius.
  return posts + 1.5 * finer.reduce((sum, own) => sum + own, 0)
}

/** Share of the disc's cells in the sectors of finer terrain parts; see `sectorAround`. */
export function sectorFraction(
  parts: readonly PartExtent[],
  disc: Disc,
  side: keyof ReturnType<typeof sectorAround>,
): number {
  return Math.min(
    1,
    parts.reduce((sum, part) => sum + sectorAround(part, disc)[side], 0),
  )
}

/** Shares of the disc in the sector of a terrain part: beyond the nearest point, and nearest to farthest. */
function sectorAround(part: PartExtent, disc: Disc): { beyond: number; within: number } {
  const { north, south, west, east } = inMetres(part, disc)
  const radiusM = Math.hypot(north - south, east - west) / 2
  const distanceM = Math.hypot((north + south) / 2, (west + east) / 2)
  const angle = distanceM <= radiusM ? 1 : Math.asin(radiusM / distanceM) / Math.PI
  const nearest = Math.min(1, Math.max(0, distanceM - radiusM) / disc.rangeM)
  const farthest = Math.min(1, (distanceM + radiusM) / disc.rangeM)
  return { beyond: angle * (1 - nearest ** 2), within: angle * (farthest ** 2 - nearest ** 2) }
}

/** Length in metres of a path inside a terrain part, as the mean over the paths to all cells. */
function crossedM(part: PartExtent, disc: Disc): number {
  const { rangeM } = disc
  return squaresOf(part, disc).reduce((sum, { areaM2, distanceM }) => {
    // Only paths that end beyond the square cross the square.
    const beyond = Math.max(0, 1 - (distanceM / rangeM) ** 2)
    return sum + (areaM2 * beyond) / (2 * Math.PI * Math.max(distanceM, NEAREST * Math.sqrt(areaM2)))
  }, 0)
}

function squaresOf(part: PartExtent, disc: Disc): Square[] {
  const { north, south, west, east } = inMetres(part, disc)
  const height = (north - south) / SQUARES
  const width = (east - west) / SQUARES
  return Array.from({ length: SQUARES * SQUARES }, (_, at) => {
    const northM = north - (Math.floor(at / SQUARES) + 0.5) * height
    const eastM = west + ((at % SQUARES) + 0.5) * width
    return { areaM2: height * width, distanceM: Math.hypot(northM, eastM) }
  })
}

function inMetres({ bounds }: PartExtent, { latDeg, lonDeg, bounds: all }: Disc) {
  const { northDeg, southDeg, westDeg, eastDeg } = bounds ?? all
  const perDegree = metresPerDegree(latDeg)
  return {
    north: (northDeg - latDeg) * perDegree.lat,
    south: (southDeg - latDeg) * perDegree.lat,
    west: (westDeg - lonDeg) * perDegree.lon,
    east: (eastDeg - lonDeg) * perDegree.lon,
  }
}
