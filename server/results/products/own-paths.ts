/** Per-point paths for receivers at heights that differ from the raster's. */

import type { Antenna } from '../../../kernels/antenna/pattern.ts'
import { pathLossModels } from '../../../kernels/models.ts'
import { Problem } from '../../http/errors.ts'
import { usesMap } from '../../jobs/job.ts'
import { MAXIMUM_PATHS, MAXIMUM_PATHS_KM } from '../../link/limits.ts'
import { lossTo } from '../../link/link.ts'
import type { LinkParams } from '../../link/schemas.ts'
import { faultAt, type PlacesFeature, type Position, refuse } from '../../requests/places.ts'
import { type Purse, refuseTooDear } from '../../requests/price.ts'
import { lossOutputOf } from '../views/outputs.ts'
import { zoneSetter } from '../views/zones.ts'
import { type FoundCells, fromTransmitter } from './cells.ts'
import type { ResultSource } from './source.ts'
import type { Surroundings } from './surroundings.ts'

/** Antenna of a result; `undefined` if isotropic. */
export type ResultAntenna = Antenna | { deletedId: string } | undefined

export interface RequestedPoint {
  feature: PlacesFeature
  position: Position
}

export interface PointPathsOptions {
  antenna: ResultAntenna
  surroundings: Surroundings
  /** Credits for paths. Null: paths that cost credits are refused. `undefined`: nothing is charged. */
  purse?: Purse | null | undefined
}

/**
 * Replaces the raster value of points in range whose `rx_height` differs from the raster's by the value of a
 * path to the exact point over the current terrain.
 * @returns The number of computed paths.
 * @throws {Problem} for a result without losses, heights outside of the model's limits, or too many, too
 * long or too expensive paths.
 */
export async function computePointPaths(
  points: readonly RequestedPoint[],
  found: FoundCells,
  source: ResultSource,
  { antenna, surroundings, purse }: PointPathsOptions,
): Promise<number> {
  const { params } = source.subject
  const own = params as LinkParams
  const isOwn = (heightM: number) => own.rx_height_mode !== 'AMSL' && heightM === own.rx_height
  const withHeight = points.flatMap(({ feature, position }, at) => {
    const { rxHeightM: heightM } = feature
    return heightM === undefined || isOwn(heightM) ? [] : [{ feature, position, at, heightM }]
  })
  if (withHeight.length === 0) return 0
  const quantity = lossOutputOf(params)
  if (quantity === undefined) {
    const detail = source.subject.network
      ? 'rx_height is only for results of simulations: a network has the heights of its simulations'
      : `rx_height is only for path-loss results: a result of the model ${own.model} is valid for the height of its request`
    refuse([faultAt(withHeight[0].feature.where, detail)])
  }
  refuseHeights(withHeight, own.model)
  const inRange = withHeight
    .filter(({ at }) => found.zones[at] !== 0)
    .map((one) => ({ ...one, ...fromTransmitter(source, one.position[1], one.position[0]) }))
  refuseLength(inRange)
  // A loss is defined between isotropic antennas, so the pattern is ignored.
  const pattern = quantity.output.isLoss ? undefined : antenna
  if (pattern && 'deletedId' in pattern) {
    const detail = `an rx_height that differs from the result requires the antenna pattern ${pattern.deletedId}, which was deleted`
    refuse([faultAt(withHeight[0].feature.where, detail)])
  }
  if (inRange.length === 0) return 0
  if (purse === null) {
    const detail =
      'an rx_height that differs from the result requires a separate path calculation, which costs credits: use an API key of the account, not a share or a signed URL'
    refuse([faultAt(inRange[0].feature.where, detail)])
  }
  if (purse) refuseTooDear(inRange.length, purse)
  const { output, radio } = quantity
  const setZones = zoneSetter(source.subject.layer, source.reader.kind === 'float')
  const terrain = await surroundings.terrain()
  const layers = usesMap(own) ? await surroundings.layers() : []
  const base = { ...own, k_factor: own.k_factor ?? 4 / 3, rx_height_mode: 'AGL' as const }
  // Sorted by azimuth, because adjacent paths read the same elevation posts.
  inRange.sort((one, other) => one.azimuthDeg - other.azimuthDeg)
  for (const { feature, position, at, heightM } of inRange) {
    const [rx_lon, rx_lat] = position
    const request = { ...base, rx_lat, rx_lon, rx_height: heightM }
    const lossDb = await lossTo(request, pattern, terrain, layers).catch((error: unknown) => {
      if (error instanceof Problem) refuse([faultAt(feature.where, error.message)])
      throw error
    })
    found.cells[at] = output.isLoss ? lossDb : output.baseDb(radio) - lossDb
    setZones(found.zones, found.cells, at, at + 1)
  }
  return inRange.length
}

/** Refuses more paths, or longer paths in total, than a request may have. */
function refuseLength(paths: readonly { feature: PlacesFeature; distanceM: number }[]): void {
  const first = paths[0]
  const lengthKm = paths.reduce((sum, { distanceM }) => sum + distanceM / 1000, 0)
  if (first === undefined || (paths.length <= MAXIMUM_PATHS && lengthKm <= MAXIMUM_PATHS_KM)) return
  const detail = `points within range with an rx_height that differs from the result require separate path calculations: at most ${MAXIMUM_PATHS} points, and ${MAXIMUM_PATHS_KM} km of total path length; got ${paths.length}, ${Math.ceil(lengthKm)} km`
  refuse([faultAt(first.feature.where, detail)])
}

function refuseHeights(
  withHeight: readonly { feature: PlacesFeature; heightM: number }[],
  modelName: string,
): void {
  const { validity = [] } = pathLossModels.get(modelName) ?? {}
  const limit = validity.find(({ parameter }) => parameter === 'rx_height')
  if (limit === undefined) return
  const { minimum, maximum } = limit
  const outOfLimits = withHeight.filter(({ heightM }) => heightM < minimum || heightM > maximum)
  if (outOfLimits.length === 0) return
  refuse(
    outOfLimits
      .slice(0, 20)
      .map(({ feature, heightM }) =>
        faultAt(
          feature.where,
          `rx_height must be between ${minimum} and ${maximum} metres for the model ${modelName}, got ${heightM}`,
        ),
      ),
  )
}
