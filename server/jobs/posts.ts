/** Number of elevation posts that a simulation reads, from the circle and the terrain parts. */

import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { PostLattice } from '../../kernels/terrain/window.ts'
import { spacedLattice } from '../../storage/terrain/spacing.ts'
import { rectangleAround } from '../../storage/terrain/tiles/lattice.ts'
import type { PartExtent, PostRectangle, TerrainSurvey } from '../../storage/terrain/types.ts'
import { spacingLimits } from '../requests/fields.ts'
import { firstThatFits } from './bisection.ts'
import type { Disc, Job } from './job.ts'

const MARGIN_POSTS = 4
const STRIPS = 256
export interface ExpectedGround {
  /** Parts of the terrain in reading order; empty if unknown. */
  parts: readonly PartExtent[]
  /** Number of posts to read; `undefined` unless the whole terrain is known. */
  posts: number | undefined
}

export function rectangleOf({ lattice, bounds }: PartExtent, disc: Disc): PostRectangle {
  return rectangleAround(lattice, bounds ?? disc.bounds, bounds === undefined ? MARGIN_POSTS : 0)
}

export function latticeOf(part: PartExtent, disc: Disc): PostLattice {
  return latticeWithin(part.lattice, rectangleOf(part, disc))
}

export function latticeWithin(
  lattice: PartExtent['lattice'],
  { firstRow, firstCol, rows, cols }: PostRectangle,
): PostLattice {
  return {
    ...lattice,
    northDeg: lattice.northDeg - firstRow * lattice.latStepDeg,
    westDeg: lattice.westDeg + firstCol * lattice.lonStepDeg,
    rows,
    cols,
  }
}

/** Terrain parts thinned to every n-th row and column for a minimum post spacing. */
export function spacedParts(parts: readonly PartExtent[], spacingM: number | undefined): PartExtent[] {
  return parts.map(({ lattice, bounds }) => ({ lattice: spacedLattice(lattice, spacingM), bounds }))
}

export function expectedGround(survey: TerrainSurvey | undefined, { disc, params }: Job): ExpectedGround {
  const parts = spacedParts(survey?.parts ?? [], params.terrain_spacing)
  return { parts, posts: survey?.isComplete ? postsToRead(parts, disc) : undefined }
}

export function postsToRead(parts: readonly PartExtent[], disc: Disc): number {
  return parts.reduce((sum, part) => {
    const { rows, cols } = rectangleOf(part, disc)
    return sum + rows * cols
  }, 0)
}

/** Number of elevation posts within the circle of the range. */
export function postsInCircle(parts: readonly PartExtent[], disc: Disc): number {
  return parts.reduce((sum, part) => sum + partInCircle(part, disc), 0)
}

function partInCircle({ lattice, bounds }: PartExtent, { latDeg, lonDeg, rangeM, ...disc }: Disc): number {
  const { southDeg, northDeg, westDeg, eastDeg } = bounds ?? disc.bounds
  const stripDeg = (northDeg - southDeg) / STRIPS
  const perLatDeg = metresPerDegree(latDeg).lat
  let squareDeg = 0
  for (let strip = 0; strip < STRIPS; strip++) {
    const atDeg = southDeg + (strip + 0.5) * stripDeg
    const awayM = (atDeg - latDeg) * perLatDeg
    const halfDeg = Math.sqrt(Math.max(0, rangeM ** 2 - awayM ** 2)) / metresPerDegree(atDeg).lon
    squareDeg +=
      stripDeg * Math.max(0, Math.min(eastDeg, lonDeg + halfDeg) - Math.max(westDeg, lonDeg - halfDeg))
  }
  return Math.round(squareDeg / (lattice.latStepDeg * lattice.lonStepDeg))
}

/** Finest terrain_spacing in metres for which `fitsOver` is true, rounded up to 0.01; `undefined` if none. */
export function finestSpacing(
  parts: readonly PartExtent[],
  fitsOver: (spaced: PartExtent[]) => boolean,
  fromM = spacingLimits.minimum,
): number | undefined {
  const fits = (hundredths: number) => fitsOver(spacedParts(parts, hundredths / 100))
  const below = Math.ceil(100 * fromM) - 1
  const coarsest = 100 * spacingLimits.maximum
  if (coarsest <= below || !fits(coarsest)) return undefined
  return firstThatFits(below, coarsest, fits) / 100
}

export function tooManyPosts(posts: number, maxPosts?: number, finestSpacingM?: number): string {
  const allowed =
    maxPosts === undefined ? 'more than the memory of the service allows' : `the maximum is ${maxPosts}`
  const fits =
    finestSpacingM === undefined
      ? 'choose a smaller max_range or a larger terrain_spacing'
      : `use a terrain_spacing of at least ${finestSpacingM} metres, or a smaller max_range`
  return `There are ${posts} elevation posts around the transmitter; ${allowed}: ${fits}.`
}
