/** How much work a simulation is: estimated from its request and from what the ground around it is made of. */

import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { type RasterGrid, rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import type { Model } from '../../kernels/model.ts'
import { OWN_RAY_POSTS } from '../../kernels/models/los/choice.ts'
import { models } from '../../kernels/models.ts'
import type { PartExtent } from '../../storage/terrain/types.ts'
import { enginesFor } from '../compute/device/engines.ts'
import { type Disc, discAround, postsInCircle } from '../compute/posts.ts'
import { defaultModel } from '../config/defaults.ts'
import { cellsOf } from '../config/limits.ts'
import { averagePosts, fractionBeyond } from './paths.ts'

/**
 * Before anything was measured, by a model of weight 1: seconds per cell, and per cell and elevation post of its path
 * where the profile is read. From `npm run bench -- los` and `-- models` (p526, itm and p1812: 2.7, 4.3 and 5.0 ns),
 * WebAssembly on two cores.
 */
const startPerCellS = 1e-7
const startPerPostS = 1.4e-9
/** What a cell costs besides its path, in posts: so p526's 10, 20 and 40 km in the bench fit one figure within 2 %. */
const besidePosts = 400
/** Cost of a per-cell ray, in posts of the ray sweep: the square of OWN_RAY_POSTS, where both cost the same. */
const ownRayCells = OWN_RAY_POSTS ** 2
/** The same with min_height, whose rays are followed to their ends. From `npm run bench -- own-rays --heights`: 60 to 160. */
const heightRayCells = 120
/** Where more of the circle than this lies beyond finer ground, all cells get rays of their own. */
const largestFraction = 0.75
/** How many times as long losses take that are not for the device. From `npm run bench -- long-paths`. */
const hostTimes = 20
/** Posts rarely stand closer than this; assumed where nothing is known, unless the request asks for fewer. */
const usualPostM = 30

/** What determines the time of a simulation. */
export interface Work {
  model: string
  cells: number
  /** Elevation posts of a path to the edge of the disc, about. */
  posts: number
  /** What it costs: cells, or posts of cells' paths for models that read the profile, on the faster engine. */
  units: number
}

/** A disc, its raster and the parts of its ground. */
interface Extent {
  disc: Disc
  grid: RasterGrid
  parts: readonly PartExtent[]
  cells: number
  posts: number
  wantsHeights: boolean
}

/**
 * The work of a request over ground of such parts, as they are read; over ground of the usual spacing without any. 0 if
 * its numbers are missing.
 */
export function workOf(params: Record<string, unknown>, known: readonly PartExtent[] = []): Work {
  const { model: name, cells } = sizeOf(params)
  const model = models.get(name)
  if (!(cells > 0) || model === undefined) return { model: name, cells, posts: 0, units: cells }
  const {
    tx_lat: latDeg = 0,
    tx_lon: lonDeg = 0,
    resolution,
    max_range,
    terrain_spacing = 0,
    layers,
  } = params
  const rangeM = 1000 * Number(max_range)
  const grid = rasterGrid(Number(latDeg), Number(lonDeg), Number(resolution), rangeM)
  const disc = discAround(Number(latDeg), Number(lonDeg), rangeM, grid)
  const parts = known.length > 0 ? known : [usualPart(disc, Number(terrain_spacing))]
  const areEqual = model.kind === 'path_loss' && model.wants_equal_steps === true
  const wantsHeights = Array.isArray(layers) && layers.includes('min_height')
  const extent = { disc, grid, parts, cells, posts: averagePosts(parts, disc, areEqual), wantsHeights }
  const units = model.kind === 'visibility' ? visibilityUnits(model, extent) : lossUnits(model, extent)
  return { model: name, cells, posts: Math.round(extent.posts), units }
}

/** What is known of a request without its ground. */
export function sizeOf({ model = defaultModel, max_range, resolution }: Record<string, unknown>) {
  const cells = cellsOf(Number(max_range), Number(resolution))
  return { model: String(model), cells: Number.isFinite(cells) ? cells : 0 }
}

/** Of a cell of a disc of so many posts' radius, on the faster engine. */
export function unitsOfCell(model: Model | undefined, posts: number): number {
  return model?.uses_profile ? besidePosts + posts : 1
}

/** Seconds of a unit before any was measured. */
export function startRateS(name: string): number {
  const model = models.get(name)
  return (model?.uses_profile ? startPerPostS : startPerCellS) * (model?.weight ?? 1)
}

function lossUnits(model: Model, { disc, grid, parts, cells, posts }: Extent): number {
  const isForDevice = enginesFor(model, parts, disc, grid) === 'shared'
  return cells * unitsOfCell(model, posts) * (isForDevice ? 1 : hostTimes)
}

function visibilityUnits(model: Model, extent: Extent): number {
  const { cells, posts, parts, disc, wantsHeights } = extent
  const perCell = unitsOfCell(model, posts)
  const rayCells = wantsHeights ? heightRayCells : ownRayCells
  const ownUnits = cells * rayCells * (model.uses_profile ? startPerCellS / startPerPostS : 1)
  const fraction = ownFraction(model, extent)
  if (fraction === 1 || wantsHeights) return ownUnits
  // Shared rays go over every post.
  const shared = Math.max(cells, model.uses_profile ? 0 : postsInCircle(parts.slice(-1), disc))
  return fraction * ownUnits + shared * perCell
}

/** Of the cells, those that get a ray of their own. */
function ownFraction(model: Model, { disc, grid, parts }: Extent): number {
  const engines = enginesFor(model, parts, disc, grid)
  if (engines !== 'both') return engines === 'own' ? 1 : 0
  const fraction = fractionBeyond(parts.slice(0, -1), disc)
  return fraction < largestFraction ? fraction : 1
}

function usualPart({ latDeg, bounds }: Disc, terrainSpacingM: number): PartExtent {
  const { northDeg, westDeg } = bounds
  const postM = Math.max(terrainSpacingM, usualPostM)
  const perDegree = metresPerDegree(latDeg)
  return {
    lattice: { northDeg, westDeg, latStepDeg: postM / perDegree.lat, lonStepDeg: postM / perDegree.lon },
    bounds: undefined,
  }
}
