/** How many elevation posts a simulation reads: told from its circle and from what the ground is made of. */

import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { type RasterGrid, rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { WIDEST_SPACING_M } from '../../storage/terrain/ground/reach.ts'
import { rectangleAround } from '../../storage/terrain/lattice.ts'
import { spacedLattice } from '../../storage/terrain/spacing.ts'
import type { Bounds, PartExtent, PostRectangle, TerrainSurvey } from '../../storage/terrain/types.ts'

/** Posts beyond the outermost cell that interpolation may ask for. */
const MARGIN_POSTS = 4
/** Strips of latitude by which posts in a circle are counted. */
const STRIPS = 256
/** What a request may ask for as terrain_spacing, metres. */
export const spacingLimits = { minimum: 0.1, maximum: WIDEST_SPACING_M }

/** A circle of ground. */
export interface Disc {
  latDeg: number
  lonDeg: number
  rangeM: number
  /** What is read around it. */
  bounds: Bounds
}

/** The fields of a request that say which ground it needs. */
export interface GroundParameters {
  tx_lat: number
  tx_lon: number
  resolution: number
  max_range: number
  terrain_spacing?: number | undefined
}

/** What is known of the ground of a simulation before it is read. */
export interface ExpectedGround {
  /** As they will be read; none where nothing is known. */
  parts: readonly PartExtent[]
  /** How many posts will be read, where all are known. */
  posts: number | undefined
}

export function discOf({ tx_lat, tx_lon, resolution, max_range }: GroundParameters): Disc {
  const rangeM = 1000 * max_range
  return discAround(tx_lat, tx_lon, rangeM, rasterGrid(tx_lat, tx_lon, resolution, rangeM))
}

/** With the cells of the raster, whose centres may lie a little outside. */
export function discAround(latDeg: number, lonDeg: number, rangeM: number, grid: RasterGrid): Disc {
  const halfLat = (grid.halfRows + 1) * grid.cellLatDeg
  const halfLon = (grid.halfCols + 1) * grid.cellLonDeg
  const bounds = {
    southDeg: latDeg - halfLat,
    northDeg: latDeg + halfLat,
    westDeg: lonDeg - halfLon,
    eastDeg: lonDeg + halfLon,
  }
  return { latDeg, lonDeg, rangeM, bounds }
}

/** The posts of a part that are read. */
export function rectangleOf({ lattice, bounds }: PartExtent, disc: Disc): PostRectangle {
  return rectangleAround(lattice, bounds ?? disc.bounds, bounds === undefined ? MARGIN_POSTS : 0)
}

/** The parts with every n-th post. */
export function spacedParts(parts: readonly PartExtent[], spacingM: number | undefined): PartExtent[] {
  return parts.map(({ lattice, bounds }) => ({ lattice: spacedLattice(lattice, spacingM), bounds }))
}

export function expectedGround(
  survey: TerrainSurvey | undefined,
  params: GroundParameters,
  disc: Disc = discOf(params),
): ExpectedGround {
  const parts = spacedParts(survey?.parts ?? [], params.terrain_spacing)
  return { parts, posts: survey?.isComplete ? postsToRead(parts, disc) : undefined }
}

/** All posts that are read and held. */
export function postsToRead(parts: readonly PartExtent[], disc: Disc): number {
  return parts.reduce((sum, part) => {
    const { rows, cols } = rectangleOf(part, disc)
    return sum + rows * cols
  }, 0)
}

/** Of them those within the circle. */
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

/**
 * A terrain_spacing in metres, to a hundredth and from the given one on, that fits while the next finer one does not;
 * `undefined` where the coarsest does not fit.
 */
export function finestSpacing(
  parts: readonly PartExtent[],
  fitsOver: (spaced: PartExtent[]) => boolean,
  fromM = spacingLimits.minimum,
): number | undefined {
  const fits = (hundredths: number) => fitsOver(spacedParts(parts, hundredths / 100))
  let low = Math.ceil(100 * fromM) - 1
  let high = 100 * spacingLimits.maximum
  if (high <= low || !fits(high)) return undefined
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) high = middle
    else low = middle
  }
  return high / 100
}

/** For the client: what would fit. */
export function tooManyPosts(posts: number, maxPosts?: number, finestSpacingM?: number): string {
  const allowed = maxPosts === undefined ? 'the service can hold fewer' : `the service takes ${maxPosts}`
  const fits =
    finestSpacingM === undefined
      ? 'choose a smaller max_range or a larger terrain_spacing'
      : `with a terrain_spacing of ${finestSpacingM} metres they would fit, or with a smaller max_range`
  return `There are ${posts} elevation posts around the transmitter, ${allowed}: ${fits}.`
}
