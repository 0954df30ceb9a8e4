import type { RasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import type { LinkPath, PathLossModel } from '../../kernels/model.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { geodesicBetween, geodesicPoint } from '../references/geodesic.ts'
import { groundM } from '../references/window.ts'

/** A raster of losses over one part of ground, and what its cells should be by themselves. */
export interface LossScene {
  ground: PostGrid
  latDeg: number
  lonDeg: number
  grid: RasterGrid
  rangeM: number
  txHeightM: number
  rxHeightM: number
  frequencyMhz: number
  kFactor: number
  cellM: number
}

const WGS84_EQUATOR_M = 6_378_137
const WGS84_E2 = 0.0066943799901413165

/** The lesser spacing of posts at a latitude, by the radii of curvature there. */
function postM({ latStepDeg, lonStepDeg }: PostGrid, latDeg: number): number {
  const radians = Math.PI / 180
  const w = Math.sqrt(1 - WGS84_E2 * Math.sin(latDeg * radians) ** 2)
  const meridianM = (WGS84_EQUATOR_M * (1 - WGS84_E2)) / w ** 3
  const parallelM = (WGS84_EQUATOR_M / w) * Math.cos(latDeg * radians)
  return radians * Math.min(latStepDeg * meridianM, lonStepDeg * parallelM)
}

/**
 * The path to a cell's centre, all of GeographicLib's: the geodesic solved point by point, in at least 16 steps of at most
 * a post. Undefined out of range, within a metre of the mast, and where any ground is unknown.
 */
export function exactPath(scene: LossScene, row: number, col: number): LinkPath | undefined {
  const { ground, latDeg, lonDeg, grid, rangeM } = scene
  const rxLatDeg = latDeg + (grid.txRow - row) * grid.cellLatDeg
  const rxLonDeg = lonDeg + (col - grid.txCol) * grid.cellLonDeg
  const { distanceM, azimuthDeg } = geodesicBetween(latDeg, lonDeg, rxLatDeg, rxLonDeg)
  if (distanceM > rangeM || distanceM < 1) return undefined
  const steps = Math.max(16, Math.ceil(distanceM / postM(ground, latDeg)))
  const distancesM = Float64Array.from({ length: steps + 1 }, (_, step) => (step * distanceM) / steps)
  const heightsM = distancesM.map((atM) => {
    const at = geodesicPoint(latDeg, lonDeg, azimuthDeg, atM)
    return groundM(ground, at.latDeg, at.lonDeg)
  })
  if (heightsM.some(Number.isNaN)) return undefined
  const { txHeightM, rxHeightM, frequencyMhz, kFactor, cellM } = scene
  const latitudeDeg = geodesicPoint(latDeg, lonDeg, azimuthDeg, distanceM / 2).latDeg
  return {
    distancesM,
    heightsM,
    frequencyMhz,
    txHeightM,
    rxHeightM,
    kFactor,
    latitudeDeg,
    squareM: cellM,
  }
}

/** A model's parameters as a request has them that leaves them out. */
export function defaultsOf(model: PathLossModel): unknown {
  return model.parse(Object.fromEntries(model.parameters.map(({ name, default: value }) => [name, value])))
}
