/** A link from request to answer: its ground, its geometry, its losses. */

import { type Antenna, antennaLoss } from '../../kernels/antenna/pattern.ts'
import { riseM } from '../../kernels/antenna/raster.ts'
import { geodesicPath } from '../../kernels/geodesy/geodesic-path.ts'
import { linkGeometry } from '../../kernels/link.ts'
import { type LinkLoss, linkLoss } from '../../kernels/link-loss.ts'
import { type LinkPath, ModelInputError, type PathLossModel, type Polarization } from '../../kernels/model.ts'
import { pathLossModels } from '../../kernels/models.ts'
import type { Terrain } from '../../storage/terrain/types.ts'
import { eirpDbm } from '../compute/outputs.ts'
import { validityWarnings } from '../compute/validity.ts'
import { defaultLinkModel } from '../config/defaults.ts'
import { Problem } from '../errors.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { withPolarization } from '../requests/antenna-rules.ts'
import { terrainProfile } from './profile.ts'
import { validityErrors } from './rules.ts'
import { type Link, type LinkRequest, LONGEST_LINK_M } from './schemas.ts'

/** Positions closer than this are the same. */
const SHORTEST_LINK_M = 1

interface Ground {
  distancesM: Float64Array
  heightsM: Float64Array
  latitudeDeg: number
  azimuthDeg: number | null
  /** Every how many points make the path of the loss. */
  stride: number
  terrain: Link['terrain']
}

/** Takes a request that has passed schema and rules. Throws a `Problem` for what depends on the ground. */
export async function computeLink(
  request: LinkRequest,
  antenna: Antenna | undefined,
  terrain: Terrain,
): Promise<Link> {
  const model = pathLossModels.get(request.model ?? defaultLinkModel) as PathLossModel
  const ground = await groundOf(request, terrain)
  const path = pathOf(request, ground)
  const { distancesM, heightsM } = ground
  const distanceM = distancesM[distancesM.length - 1]
  const known = {
    frequency: path.frequencyMhz,
    tx_height: path.txHeightM,
    rx_height: path.rxHeightM,
    max_range: distanceM / 1000,
  }
  const errors = validityErrors(model, known, request.profile ? 'profile/distance_m' : 'rx_lat')
  if (errors.length > 0) throw invalidParameters(errors)

  const geometry = linkGeometry(distancesM, heightsM, path)
  const loss = lossOf(model, path, request)
  const antennaDb = antenna ? attenuationDb(antenna, path, ground.azimuthDeg) : 0
  const receivedDbm = eirpDbm(request.erp ?? 1) - antennaDb - loss.lossDb + (request.rx_gain_dbi ?? 0)
  const { rx_sensitivity_dbm: neededDbm } = request
  return {
    distance_m: rounded(distanceM),
    azimuth_deg: ground.azimuthDeg,
    profile: {
      distance_m: allRounded(distancesM),
      ground_m: allRounded(heightsM),
      bulge_m: allRounded(geometry.bulgeM),
      line_m: allRounded(geometry.lineM),
      fresnel_m: allRounded(geometry.fresnelM),
    },
    visible: geometry.visible,
    blocked_at: geometry.blockedAt.map((at) => ({
      distance_m: rounded(at.distanceM),
      by_m: rounded(at.byM),
    })),
    worst_fresnel: geometry.worstFresnel,
    clear_heights_m: {
      los: rounded(geometry.clearHeightsM.los),
      fresnel60: rounded(geometry.clearHeightsM.fresnel60),
    },
    loss_db: { free_space: loss.freeSpaceDb, diffraction: loss.diffractionDb, model: loss.lossDb },
    intermediates: loss.intermediates,
    antenna_db: antennaDb,
    received_dbm: receivedDbm,
    margin_db: neededDbm === undefined ? null : receivedDbm - neededDbm,
    warnings: [...validityWarnings(model, known), ...loss.warnings],
    terrain: ground.terrain,
  }
}

async function groundOf(request: LinkRequest, terrain: Terrain): Promise<Ground> {
  const { profile, latitude: latitudeDeg = 0 } = request
  if (profile) {
    return {
      distancesM: Float64Array.from(profile.distance_m),
      heightsM: Float64Array.from(profile.ground_m),
      latitudeDeg,
      azimuthDeg: null,
      stride: 1,
      terrain: null,
    }
  }
  const { tx_lat, tx_lon, rx_lat, rx_lon } = request as Required<LinkRequest>
  const path = geodesicPath(tx_lat, tx_lon, rx_lat, rx_lon)
  if (!(path.distanceM >= SHORTEST_LINK_M && path.distanceM <= LONGEST_LINK_M)) {
    const detail = `The receiver must be ${SHORTEST_LINK_M} to ${LONGEST_LINK_M} metres from the transmitter, got ${path.distanceM.toFixed(1)}`
    throw invalidParameters([{ pointer: '#/rx_lat', detail }])
  }
  const found = await terrainProfile(terrain, path, request.terrain_spacing)
  return {
    ...found,
    latitudeDeg: path.at(path.distanceM / 2).latDeg,
    azimuthDeg: path.azimuthDeg,
    terrain: { post_spacing_m: rounded(found.postSpacingM), sources: found.sources },
  }
}

function pathOf(request: LinkRequest, { distancesM, heightsM, latitudeDeg, stride }: Ground): LinkPath {
  const { tx_height, tx_height_mode, rx_height = 2, rx_height_mode, frequency, k_factor = 4 / 3 } = request
  const underTxM = heightsM[0]
  const underRxM = heightsM[heightsM.length - 1]
  const txHeightM = tx_height_mode === 'AMSL' ? tx_height - underTxM : tx_height
  const rxHeightM = rx_height_mode === 'AMSL' ? rx_height - underRxM : rx_height
  if (txHeightM < 0) {
    throw new Problem(
      'tx_below_ground',
      `tx_height is ${tx_height} metres above mean sea level, the ground there at ${underTxM.toFixed(1)}.`,
    )
  }
  if (rxHeightM < 0) {
    const detail = `rx_height is ${rx_height} metres above mean sea level, the ground there at ${underRxM.toFixed(1)}`
    throw invalidParameters([{ pointer: '#/rx_height', detail }])
  }
  const { resolution: squareM = 30 } = request
  return {
    distancesM: distancesM.filter((_, at) => at % stride === 0),
    heightsM: heightsM.filter((_, at) => at % stride === 0),
    latitudeDeg,
    frequencyMhz: frequency,
    txHeightM,
    rxHeightM,
    kFactor: k_factor,
    squareM,
  }
}

/** Towards the receiver; over a given profile, along which the antenna points, north is ahead. */
function attenuationDb(
  antenna: Antenna,
  { distancesM, heightsM, txHeightM, rxHeightM, kFactor }: LinkPath,
  azimuthDeg: number | null,
): number {
  const last = distancesM.length - 1
  const azimuth = ((azimuthDeg ?? 0) * Math.PI) / 180
  const differenceM = heightsM[last] + rxHeightM - heightsM[0] - txHeightM
  const distanceM = distancesM[last]
  const upM = riseM(differenceM, distanceM, kFactor)
  return antennaLoss(antenna)(distanceM * Math.sin(azimuth), distanceM * Math.cos(azimuth), upM)
}

/** What only the model finds out: where it gives no result. */
function lossOf(model: PathLossModel, path: LinkPath, request: LinkRequest): LinkLoss {
  const given = withPolarization(request) as Record<string, unknown>
  const values = Object.fromEntries(
    model.parameters.map(({ name, default: fallback }) => [name, given[name] ?? fallback]),
  )
  try {
    return linkLoss(model, path, model.parse(values), values.polarization as Polarization | undefined)
  } catch (error) {
    if (!(error instanceof ModelInputError)) throw error
    throw invalidParameters([
      { pointer: '#/model', detail: `${model.name} gives no result: ${error.message}` },
    ])
  }
}

/** To the millimetre. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

function allRounded(values: Float64Array): number[] {
  return Array.from(values, rounded)
}
