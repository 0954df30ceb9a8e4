/** Computes many links, each as with `POST /link`, and compares the links with measurements. */

import { geodesicPath } from '../../kernels/geodesy/geodesic-path.ts'
import type { StoredAntenna } from '../../storage/antennas/types.ts'
import type { ClassSource } from '../clutter/class-sources.ts'
import { noLayers } from '../clutter/refusals.ts'
import { antennaOf, uploadedId } from '../compute/antenna.ts'
import { Problem } from '../http/errors.ts'
import { usesMap } from '../jobs/job.ts'
import { LONGEST_LINK_M, MAXIMUM_PATHS_KM } from '../link/limits.ts'
import { computeFigures, type LinkFigures } from '../link/link.ts'
import { type LinkParams, withLinkDefaults } from '../link/schemas.ts'
import { faultAt, type Measured, refuse } from '../requests/places.ts'
import { type Purse, refuseTooDear } from '../requests/price.ts'
import { grouped, stretchAt } from '../results/products/fit.ts'
import { cluttersAt, compared, comparisons, refuseFloor } from '../results/products/measurements.ts'
import type { Surroundings } from '../results/products/surroundings.ts'
import { radioOf } from '../results/views/outputs.ts'
import { roundedDb } from '../results/views/view.ts'
import { rounded } from '../results/views/zones.ts'
import type { End, Pair } from './pair.ts'

type Nullable<Members> = { [Name in keyof Members]: Members[Name] | null }

/** Link in the response; figures are null if `error` contains a reason. */
export type LinkRow = Pair['place'] & {
  tx: End
  rx: End
} & Nullable<Omit<LinkFigures, 'warnings'>> & {
    residual_db?: number
    warnings: LinkFigures['warnings']
    error?: { code: string; detail: string }
  }

export type GroundAround = Pick<Surroundings, 'terrain' | 'layers'>

interface PairsOptions {
  floorDbm?: number | undefined
  purse?: Purse | undefined
  /** Uploaded antenna patterns, by id. */
  antennas: ReadonlyMap<string, StoredAntenna>
}

interface Work {
  pair: Pair
  params: LinkParams
  at: number
  distanceM: number
  azimuthDeg: number
}

/** Computes links. Throws a `Problem` for excessive length or cost, or an option that fits no pair. */
export async function computePairs(
  pairs: readonly Pair[],
  ground: GroundAround,
  { floorDbm, purse, antennas }: PairsOptions,
) {
  refuseFloor(floorDbm, pairs, 'pair')
  const all = pairs.map(({ body, ...pair }, at): Work => {
    const params = withLinkDefaults(body)
    const { tx_lat, tx_lon, rx_lat, rx_lon } = params as Required<LinkParams>
    const { distanceM, azimuthDeg } = geodesicPath(tx_lat, tx_lon, rx_lat, rx_lon)
    return { pair: { ...pair, body }, params, at, distanceM, azimuthDeg }
  })
  refuseLength(all)
  const isOfMap = all.find(({ params }) => usesMap(params))
  const isMeasured = pairs.some(({ measured }) => measured)
  const layers = isOfMap || isMeasured ? await ground.layers() : []
  if (isOfMap && layers.length === 0) {
    refuse(
      (noLayers(isOfMap.params).extra.errors ?? []).map(({ detail }) => faultAt(isOfMap.pair.where, detail)),
    )
  }
  if (purse) refuseTooDear(all.length, purse)
  const terrain = await ground.terrain()
  const links = new Array<LinkRow>(all.length)
  for (const work of orderedByPosition(all)) {
    const { antenna: field } = work.params
    const antenna = field && antennaOf(field, antennas.get(uploadedId(field) ?? ''))
    links[work.at] = await rowOf(work, () => computeFigures(work.params, antenna, terrain, layers))
  }
  const clutters = isMeasured ? await measuredClutters(all, layers) : undefined
  const tally = comparisons(isMeasured, floorDbm)
  for (const work of all) {
    const { pair, params, at, distanceM } = work
    const row = links[at]
    const place = distanceM > LONGEST_LINK_M ? 'outside' : row.error ? 'unknown' : 'known'
    const comparison = place === 'known' && pair.measured && compare(pair.measured, row, params)
    if (!comparison) tally.add(place, pair.measured)
    else {
      row.residual_db = rounded(comparison.predictedDb - comparison.measuredDb)
      const { rx_lat, rx_lon } = params as Required<LinkParams>
      const stretch = stretchAt(Number(all[0].params.tx_lat), rx_lat, rx_lon)
      const clutter = clutters?.get(at)
      tally.add(place, pair.measured, {
        ...{ ...comparison, distanceM, stretch },
        ...(clutter !== undefined && { clutter }),
      })
    }
  }
  return { links, summary: tally.summary((all[0]?.params ?? {}) as Parameters<typeof tally.summary>[0]) }
}

/** Refuses pairs whose total length exceeds the limit; a pair too long for any link does not add length. */
function refuseLength(all: readonly Work[]): void {
  const lengthKm = all.reduce(
    (sum, { distanceM }) => sum + (distanceM <= LONGEST_LINK_M ? distanceM / 1000 : 0),
    0,
  )
  if (lengthKm <= MAXIMUM_PATHS_KM) return
  const detail = `the paths of all pairs must have at most ${MAXIMUM_PATHS_KM} km in total, got ${Math.ceil(lengthKm)} km in ${all.length} pairs: send fewer pairs per request`
  refuse([{ pointer: '#', detail }])
}

/** Groups pairs by transmitter and sorts them by azimuth, so that nearby paths reuse cached posts. */
function orderedByPosition(all: readonly Work[]): Work[] {
  const starts = grouped(all, ({ params: { tx_lat, tx_lon } }) => `${tx_lat} ${tx_lon}`)
  return [...starts.values()].flatMap((members) => members.sort((a, b) => a.azimuthDeg - b.azimuthDeg))
}

async function rowOf(
  { pair: { place, tx, rx }, distanceM, azimuthDeg }: Work,
  compute: () => Promise<LinkFigures>,
): Promise<LinkRow> {
  try {
    const figures = await compute()
    const row = { ...place, tx, rx, ...figures }
    if (Number.isFinite(figures.loss_db.model ?? Number.NaN)) return row
    const detail =
      figures.warnings.find(({ code }) => code === 'outside_validity')?.detail ??
      'No loss: the formulas have no value for this path.'
    return { ...row, error: { code: 'outside_validity', detail } }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message: detail } = error
    return {
      ...{ ...place, tx, rx, distance_m: Math.round(distanceM * 1000) / 1000 },
      azimuth_deg: distanceM > 0 ? azimuthDeg : null,
      ...{ reverse_azimuth_deg: null, visible: null, worst_fresnel: null, clear_heights_m: null },
      ...{ loss_db: null, antenna_db: null, received_dbm: null, margin_db: null, warnings: [] },
      error: { code, detail },
    }
  }
}

/** Clutter at each measured receiver, by index of the pair; `undefined` without layers. */
async function measuredClutters(all: readonly Work[], layers: readonly ClassSource[]) {
  const measured = all.filter(({ pair }) => pair.measured)
  const [first] = measured
  if (first === undefined || layers.length === 0) return undefined
  const places = measured.map(({ params }) => ({
    latDeg: Number(params.rx_lat),
    lonDeg: Number(params.rx_lon),
  }))
  const clutters = await cluttersAt(places, Number(first.params.tx_lon), layers)
  return new Map(measured.map(({ at }, index) => [at, clutters[index]]))
}

function compare(measured: Measured, { received_dbm }: LinkRow, params: LinkParams) {
  const { eirpDbm, rxGainDbi } = radioOf(params)
  const budgetDbm = eirpDbm + rxGainDbi
  const { rx_sensitivity_dbm: neededDbm } = params
  return compared(received_dbm as number, measured, {
    budgetDbm,
    converted: (db) => budgetDbm - db,
    covered:
      neededDbm === undefined ? undefined : { from: roundedDb(neededDbm), to: Number.POSITIVE_INFINITY },
  })
}
