/** Computes a radio link: terrain, geometry, and losses. */

import { setImmediate } from 'node:timers/promises'
import { type Antenna, antennaLoss } from '../../kernels/antenna/pattern.ts'
import { addedLosses, type Ends, pathHeightM, shortestPathM } from '../../kernels/ends/ends.ts'
import { riseM } from '../../kernels/ends/receiver-losses.ts'
import { geodesicPath } from '../../kernels/geodesy/geodesic-path.ts'
import { type LinkGeometry, type LinkLoss, linkGeometry, linkLoss } from '../../kernels/link.ts'
import { type LinkPath, ModelInputError, type PathLossModel, type Polarization } from '../../kernels/model.ts'
import { pathLossModels } from '../../kernels/models.ts'
import { isOpen } from '../../kernels/propagation/clutter.ts'
import { freeSpaceOver } from '../../kernels/propagation/free-space.ts'
import type { Terrain } from '../../storage/terrain/types.ts'
import { type ClassSource, classAt, clutterOfClass } from '../clutter/class-sources.ts'
import { noLayers, noPlace, unknownClass } from '../clutter/refusals.ts'
import { validityWarnings } from '../compute/validity.ts'
import { type FieldError, Problem } from '../http/errors.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { usesMap } from '../jobs/job.ts'
import { endsOf, isOfMap } from '../requests/ends.ts'
import { radioOf } from '../results/views/outputs.ts'
import { LONGEST_LINK_M, MAXIMUM_POINTS, SHORTEST_LINK_M } from './limits.ts'
import { type Profile, terrainProfile } from './profile.ts'
import { validityErrors } from './rules.ts'
import type { Link, LinkParams } from './schemas.ts'

/** Required antenna heights above this limit are reported as null. */
const MAXIMUM_HEIGHT_M = 100_000

interface Ground {
  exact: Profile
  /** Distance of terrain that hides the receiver by the rule for raster cells; unset for a given profile. */
  hiddenAtM?: number | undefined
  sampled: Profile
  latitudeDeg: number
  azimuthDeg: number | null
  reverseAzimuthDeg: number | null
  terrain: Link['terrain']
}

/** Link response without profile and intermediate values. */
export type LinkFigures = Omit<Link, 'profile' | 'blocked_at' | 'intermediates' | 'terrain'>

/** Computes a link. Throws a `Problem` for errors that depend on terrain. */
export async function computeLink(
  request: LinkParams,
  antenna: Antenna | undefined,
  terrain: Terrain,
  layers: readonly ClassSource[],
): Promise<Link> {
  const span = await spanOf(request, terrain, layers)
  const { figures, geometry, blockedAt, loss } = await measured(span, request, antenna)
  const { distancesM, heightsM } = span.ground.exact
  const drawn = drawnPoints(distancesM, heightsM, geometry, MAXIMUM_POINTS)
  const shown = (values: Float64Array) => drawn.map((at) => rounded(values[at]))
  return {
    ...figures,
    profile: {
      distance_m: shown(distancesM),
      ground_m: shown(heightsM),
      bulge_m: shown(geometry.bulgeM),
      line_m: shown(geometry.lineM),
      fresnel_m: shown(geometry.fresnelM),
    },
    blocked_at: blockedAt.map((at) => ({ distance_m: rounded(at.distanceM), by_m: rounded(at.byM) })),
    intermediates: loss?.intermediates ?? {},
    terrain: span.ground.terrain,
  }
}

/** Computes a link without profile. Throws a `Problem` for errors that depend on terrain. */
export async function computeFigures(
  request: LinkParams,
  antenna: Antenna | undefined,
  terrain: Terrain,
  layers: readonly ClassSource[],
): Promise<LinkFigures> {
  const span = await spanOf(request, terrain, layers)
  return (await measured(span, request, antenna)).figures
}

async function measured(span: Span, request: LinkParams, antenna: Antenna | undefined) {
  const { model, ground, path, distanceM, known, heights } = span
  const errors = spanErrors(span, request)
  if (errors.length > 0) throw invalidParameters(errors)
  const geometry = linkGeometry(ground.exact.distancesM, ground.exact.heightsM, path)
  await setImmediate()
  // A raster cell is hidden even if the ray only grazes the terrain, and a link must agree with the raster.
  const grazed = ground.hiddenAtM === undefined ? [] : [{ distanceM: ground.hiddenAtM, byM: 0 }]
  const blockedAt = geometry.blockedAt.length > 0 ? geometry.blockedAt : grazed
  // The geometry is computed even for antenna heights outside the model's limits.
  const tooHighOrLow = validityErrors(model, heights, '')
  const loss = tooHighOrLow.length > 0 ? undefined : lossOver(span, request)
  await setImmediate()
  const antennaDb = antennaDbOf(span, antenna)
  const { rx_sensitivity_dbm: neededDbm } = request
  const radio = radioOf(request)
  const receivedDbm = loss ? radio.eirpDbm - antennaDb - loss.lossDb + radio.rxGainDbi : null
  const figures: LinkFigures = {
    distance_m: rounded(distanceM),
    azimuth_deg: ground.azimuthDeg,
    reverse_azimuth_deg: ground.reverseAzimuthDeg,
    visible: blockedAt.length === 0,
    worst_fresnel: geometry.worstFresnel,
    clear_heights_m: {
      los: rounded(geometry.clearHeightsM.los),
      fresnel60:
        geometry.clearHeightsM.fresnel60 > MAXIMUM_HEIGHT_M
          ? null
          : rounded(geometry.clearHeightsM.fresnel60),
    },
    loss_db: {
      free_space: freeSpaceOver(path),
      diffraction: loss?.diffractionDb ?? null,
      model: loss?.lossDb ?? null,
    },
    antenna_db: antennaDb,
    received_dbm: receivedDbm,
    margin_db: neededDbm === undefined || receivedDbm === null ? null : receivedDbm - neededDbm,
    warnings: [
      ...tooHighOrLow.map(({ detail }) => ({ code: 'outside_validity', detail: `No loss: ${detail}.` })),
      ...validityWarnings(model, { ...known, ...(loss && heights) }),
      ...(loss?.warnings ?? []),
    ],
  }
  return { figures, geometry, blockedAt, loss }
}

/**
 * Loss in dB as computed by `computeLink`; NaN if ground or clutter is unknown or a formula is undefined.
 * Throws a `Problem` for a path over too many posts.
 */
export async function lossTo(
  request: LinkParams,
  antenna: Antenna | undefined,
  terrain: Terrain,
  layers: readonly ClassSource[],
): Promise<number> {
  try {
    const span = await spanOf(request, terrain, layers)
    const errors = [...spanErrors(span, request), ...validityErrors(span.model, span.heights, '')]
    if (errors.length > 0) return Number.NaN
    return lossOver(span, request).lossDb + antennaDbOf(span, antenna)
  } catch (error) {
    if (error instanceof Problem && error.code !== 'too_many_posts') return Number.NaN
    throw error
  }
}

/** Link between two antennas, with terrain and with the paths for geometry and loss. */
async function spanOf(request: LinkParams, terrain: Terrain, layers: readonly ClassSource[]) {
  const model = pathLossModels.get(request.model) as PathLossModel
  const ends = await endsOver(request, layers)
  const ground = await groundOf(request, model, terrain)
  const path = pathOf(request, ground)
  const { distancesM } = ground.exact
  const distanceM = distancesM[distancesM.length - 1]
  return {
    ...{ model, ends, ground, path, distanceM },
    covered: pathBetween(ends, path),
    known: { frequency: path.frequencyMhz, max_range: distanceM / 1000 },
    heights: { tx_height: path.txHeightM, rx_height: path.rxHeightM },
  }
}

type Span = Awaited<ReturnType<typeof spanOf>>

/** Errors of the link that do not depend on antenna heights. */
function spanErrors({ model, ends, path, distanceM, known }: Span, { profile }: LinkParams): FieldError[] {
  const lengthPath = profile ? 'profile/distance_m' : 'rx_lat'
  return [
    ...validityErrors(model, known, lengthPath),
    ...lengthErrors(ends, distanceM, lengthPath),
    ...heightErrors(ends, path),
  ]
}

function lossOver({ model, ends, path, covered }: Span, request: LinkParams): LinkLoss {
  return withLosses(lossOf(model, covered, request), namedLosses(ends, path, covered))
}

function antennaDbOf({ covered, ground }: Span, antenna: Antenna | undefined): number {
  return antenna ? attenuationDb(antenna, covered, ground.azimuthDeg) : 0
}

/** Path ends, including clutter from the map if requested. Throws a `Problem` if the map's class is unknown. */
async function endsOver(request: LinkParams, layers: readonly ClassSource[]): Promise<Ends> {
  if (!usesMap(request)) return endsOf(request)
  if (layers.length === 0) throw noLayers(request)
  if (request.profile) throw noPlace(request)
  const { tx_lat, tx_lon, rx_lat, rx_lon } = request as Required<LinkParams>
  const clutterOf = async (name: 'tx_clutter' | 'rx_clutter', latDeg: number, lonDeg: number) => {
    if (!isOfMap(request[name])) return undefined
    const found = await classAt({ latDeg, lonDeg }, layers)
    if (found === undefined) throw unknownClass(name, latDeg, lonDeg)
    return clutterOfClass(found)
  }
  return endsOf(request, {
    tx: await clutterOf('tx_clutter', tx_lat, tx_lon),
    rx: await clutterOf('rx_clutter', rx_lat, rx_lon),
  })
}

async function groundOf(request: LinkParams, model: PathLossModel, terrain: Terrain): Promise<Ground> {
  const { profile, latitude: latitudeDeg = 0 } = request
  if (profile) {
    const given = {
      distancesM: Float64Array.from(profile.distance_m),
      heightsM: Float64Array.from(profile.ground_m),
    }
    return {
      exact: given,
      sampled: given,
      latitudeDeg,
      azimuthDeg: null,
      reverseAzimuthDeg: null,
      terrain: null,
    }
  }
  const { tx_lat, tx_lon, rx_lat, rx_lon } = request as Required<LinkParams>
  const path = geodesicPath(tx_lat, tx_lon, rx_lat, rx_lon)
  if (!(path.distanceM >= SHORTEST_LINK_M && path.distanceM <= LONGEST_LINK_M)) {
    const detail = `The receiver must be ${SHORTEST_LINK_M} to ${LONGEST_LINK_M} metres from the transmitter, got ${path.distanceM.toFixed(1)}`
    throw invalidParameters([{ pointer: '#/rx_lat', detail }])
  }
  const { exact, hiddenAtM, sampled, postSpacingM, sources } = await terrainProfile(terrain, {
    latDeg: tx_lat,
    lonDeg: tx_lon,
    rxLatDeg: rx_lat,
    rxLonDeg: path.at(path.distanceM).lonDeg,
    distanceM: path.distanceM,
    azimuthDeg: path.azimuthDeg,
    txM: (groundM) => groundM + txHeightOver(request, groundM),
    rxM: (groundM) => groundM + rxHeightOver(request, groundM),
    kFactor: request.k_factor,
    terrainSpacingM: request.terrain_spacing,
    areEqual: model.wants_equal_steps === true,
  })
  return {
    exact,
    hiddenAtM,
    sampled,
    latitudeDeg: path.at(path.distanceM / 2).latDeg,
    azimuthDeg: path.azimuthDeg,
    reverseAzimuthDeg: geodesicPath(rx_lat, rx_lon, tx_lat, tx_lon).azimuthDeg,
    terrain: { post_spacing_m: rounded(postSpacingM), sources },
  }
}

/** Height above ground; throws a `Problem` if the antenna is below ground. */
function txHeightOver({ tx_height, tx_height_mode }: LinkParams, groundM: number): number {
  if (tx_height_mode !== 'AMSL') return tx_height
  if (tx_height >= groundM) return tx_height - groundM
  throw new Problem(
    'tx_below_ground',
    `tx_height is ${tx_height} metres above mean sea level, but the ground at the transmitter is at ${groundM.toFixed(1)}.`,
  )
}

/** Height above ground; negative if the antenna is below ground. */
function rxHeightOver({ rx_height, rx_height_mode }: LinkParams, groundM: number): number {
  return rx_height_mode === 'AMSL' ? rx_height - groundM : rx_height
}

function pathOf(request: LinkParams, { exact, sampled, latitudeDeg }: Ground): LinkPath {
  const { heightsM } = exact
  return {
    ...sampled,
    latitudeDeg,
    frequencyMhz: request.frequency,
    txHeightM: txHeightOver(request, heightsM[0]),
    rxHeightM: rxHeightOver(request, heightsM[heightsM.length - 1]),
    kFactor: request.k_factor,
    squareM: request.resolution ?? 30,
  }
}

/** Path for the loss computation, from the top of the transmitter's clutter to that of the receiver's. */
function pathBetween({ tx, rx }: Ends, path: LinkPath): LinkPath {
  return {
    ...path,
    txHeightM: pathHeightM(tx, path.txHeightM),
    rxHeightM: pathHeightM(rx, path.rxHeightM),
  }
}

/** Additional losses that the request includes, by name in `intermediates`. */
function namedLosses(ends: Ends, path: LinkPath, covered: LinkPath): Record<string, number> {
  const { distancesM, txHeightM, rxHeightM, frequencyMhz, kFactor } = path
  const added = addedLosses(ends, {
    txHeightM,
    rxHeightM,
    distanceM: distancesM[distancesM.length - 1],
    differenceM: differenceOf(covered),
    kFactor,
    frequencyMhz,
  })
  return {
    ...(ends.tx && { tx_clutter_db: added.txClutterDb }),
    ...(ends.rx && { rx_clutter_db: added.rxClutterDb }),
    ...(ends.indoor && { rx_indoor_db: added.indoorDb }),
    ...(ends.correction && { correction_db: added.correctionDb }),
  }
}

function withLosses(loss: LinkLoss, added: Record<string, number>): LinkLoss {
  return {
    ...loss,
    lossDb: Object.values(added).reduce((sum, db) => sum + db, loss.lossDb),
    intermediates: { ...loss.intermediates, ...added },
  }
}

function differenceOf({ heightsM, txHeightM, rxHeightM }: LinkPath): number {
  return heightsM[heightsM.length - 1] + rxHeightM - heightsM[0] - txHeightM
}

/** Errors for paths too short for statistical clutter. */
function lengthErrors(ends: Ends, distanceM: number, lengthPath: string): FieldError[] {
  const minimumM = shortestPathM(ends)
  if (distanceM >= minimumM) return []
  const detail = `ITU-R P.2108-1 has the statistical loss only from ${minimumM} metres${ends.tx?.type === ends.rx?.type ? ' for both ends' : ''}, but the length of the link is ${distanceM.toFixed(3)}`
  return [{ pointer: `#/${lengthPath}`, detail }]
}

/** Errors for antenna heights at which a clutter formula is undefined. */
function heightErrors({ tx, rx, indoor }: Ends, { txHeightM, rxHeightM }: LinkPath): FieldError[] {
  const ends = [
    { end: 'tx', heightM: txHeightM, clutter: tx, hasAny: tx !== undefined },
    { end: 'rx', heightM: rxHeightM, clutter: rx, hasAny: rx !== undefined || indoor !== undefined },
  ]
  return ends.flatMap(({ end, heightM, clutter, hasAny }) => {
    const minimum =
      clutter && clutter.type !== 'statistical' && isOpen(clutter.type) ? 'above 0' : 'at least 0'
    const holds = minimum === 'above 0' ? heightM > 0 : heightM >= 0
    if (!hasAny || holds) return []
    const cause = clutter ? `${end}_clutter.type ${clutter.type}` : 'rx_indoor'
    const detail = `${end}_height must be ${minimum} metres above the ground with ${cause}, got ${rounded(heightM)}`
    return [{ pointer: `#/${end}_height`, detail }]
  })
}

/** Indices of the profile points to return: all, or per equal section the highest relative to the ray. */
function drawnPoints(
  distancesM: Float64Array,
  heightsM: Float64Array,
  { bulgeM, lineM }: LinkGeometry,
  maximum: number,
): number[] {
  const last = distancesM.length - 1
  if (last < maximum) return Array.from(distancesM, (_, at) => at)
  const runs = maximum - 2
  const drawn = [0]
  for (let run = 0; run < runs; run++) {
    const from = 1 + Math.floor((run * (last - 1)) / runs)
    const to = 1 + Math.floor(((run + 1) * (last - 1)) / runs)
    let nearest = from
    for (let at = from; at < to; at++) {
      const overM = heightsM[at] + bulgeM[at] - lineM[at]
      if (overM > heightsM[nearest] + bulgeM[nearest] - lineM[nearest]) nearest = at
    }
    drawn.push(nearest)
  }
  return [...drawn, last]
}

/** Attenuation in dB of the antenna towards the receiver; for a given profile, the azimuth is 0. */
function attenuationDb(antenna: Antenna, path: LinkPath, azimuthDeg: number | null): number {
  const { distancesM, kFactor } = path
  const azimuth = ((azimuthDeg ?? 0) * Math.PI) / 180
  const distanceM = distancesM[distancesM.length - 1]
  const upM = riseM(differenceOf(path), distanceM, kFactor)
  return antennaLoss(antenna)(distanceM * Math.sin(azimuth), distanceM * Math.cos(azimuth), upM)
}

/** Loss by the propagation model, which may detect further errors. */
function lossOf(model: PathLossModel, path: LinkPath, request: LinkParams): LinkLoss {
  try {
    return linkLoss(model, path, model.parse(request), request.polarization as Polarization | undefined)
  } catch (error) {
    if (!(error instanceof ModelInputError)) throw error
    throw invalidParameters([
      { pointer: '#/model', detail: `${model.name} gives no result: ${error.message}` },
    ])
  }
}

/** Rounds to three decimals; lengths in metres to the millimetre. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
