/** Selects candidate sites for a network, from the cells that its sites cover and the cells to be covered. */

import { writeFile } from 'node:fs/promises'
import { models } from '../../../../kernels/models.ts'
import type { RasterGeometry } from '../../../../storage/rasters/types.ts'
import { type CandidateFault, offsetOn } from '../../../choice/candidate-lattice.ts'
import { type CellSet, noCells, type Weights } from '../../../choice/cell-sets.ts'
import { unpackCells } from '../../../choice/cells-file.ts'
import { type Choice, chooseSites } from '../../../choice/choose-sites.ts'
import type { Place } from '../../../choice/place.ts'
import { type RequestedRules, siteRulesOf } from '../../../choice/site-rules.ts'
import { Problem } from '../../../http/errors.ts'
import { usesMap } from '../../../jobs/job.ts'
import { MAXIMUM_PATHS } from '../../../link/limits.ts'
import { computeFigures } from '../../../link/link.ts'
import { type LinkParams, withLinkDefaults } from '../../../link/schemas.ts'
import { readArea, refuse } from '../../../requests/places.ts'
import { type Purse, refuseTooDear } from '../../../requests/price.ts'
import { type ChoiceParams, placesOf, type SearchParams } from '../../../requests/search.ts'
import type { SimulationParams } from '../../../requests/simulation.ts'
import type { WeightLayer } from '../../../weights/weight-sources.ts'
import { lossOutputOf } from '../../views/outputs.ts'
import { zoneOfKind } from '../../views/zones.ts'
import { cellKm2At } from '../bins.ts'
import { cellAt, gridPosition } from '../cells.ts'
import type { ResultAntenna } from '../own-paths.ts'
import { areaOf } from '../polygons.ts'
import type { ResultSource } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { expireReplaced, rasterBounds, type WeightsOptions } from '../weights.ts'
import { insideOf } from './inside.ts'

export interface ChoiceOptions extends Partial<WeightsOptions> {
  cells: string
  params: SimulationParams & { search: SearchParams }
  choice: ChoiceParams
  antenna?: ResultAntenna
  purse?: Purse | null | undefined
}

interface Around {
  readCells(name: string): Promise<Uint8Array | undefined>
  surroundings: Surroundings
}

const ROWS_AT_ONCE = 512
/** Tolerance in cells for rounding of degrees. */
const ROUNDING_CELLS = 1e-3

interface Transmitter extends Place {
  heightM: number
  heightMode: unknown
}

/** Writes the site selection as JSON. Returns the number of computed links. Throws a Problem. */
export async function makeChoice(
  source: ResultSource,
  options: ChoiceOptions,
  path: string,
  { readCells, surroundings }: Around,
): Promise<number> {
  const { params, choice, area, layers: wanted = [], purse } = options
  const packed = await readCells(options.cells)
  if (packed === undefined) {
    throw new Problem('result_expired', 'The cells of the search have expired: search again.')
  }
  const { lattice, candidates } = await unpackCells(packed)
  refuseOther(source, lattice, params)
  const transmitters = placesOf(params.search).map((place) => transmitterOf(params, place))
  const existing = source.sites.map(({ params: { tx_lat, tx_lon, ...own } }) =>
    transmitterOf(own, { latDeg: Number(tx_lat), lonDeg: Number(tx_lon) }),
  )
  const links = requestedLinks(choice, transmitters.length, existing.length, options.antenna !== undefined)
  if (purse === null && links.length > 0) {
    const detail =
      'must_reach requires links to be computed, which costs credits: use an API key of the account, not a share'
    refuse([{ parameter: 'must_reach', detail }])
  }
  if (purse) refuseTooDear(links.length, purse)
  const rules: RequestedRules = {
    candidates: transmitters,
    existing,
    ...(choice.min_distance_m !== undefined && { minimumDistanceM: choice.min_distance_m }),
    ...mustReach(choice),
  }
  if (links.length > 0) {
    rules.sees = await linkMatrix(links, [...transmitters, ...existing], {
      params,
      antenna: options.antenna,
      surroundings,
    })
  }
  const inside = insideOf(lattice, { row: 0, ...lattice }, area && areaOf(readArea(area), lattice))
  const weightLayers = async () => {
    const layers = await surroundings.weights()
    const named = layers.filter(({ name }) => name === wanted[0].name)
    await expireReplaced(source.geometry, wanted, named)
    return named
  }
  const sets = candidates.map((one) => ('code' in one ? noCells({ rows: 0, cols: 0 }) : one))
  const weights =
    wanted.length > 0 ? await amountsOn(lattice, inside, await weightLayers()) : areasOn(lattice, inside)
  const steps = chooseSites({
    ...{ lattice, weights, candidates: sets, sites: choice.sites },
    covered: await coveredOf(source, lattice),
    rules: siteRulesOf(rules),
  })
  let step = steps.next()
  while (!step.done) step = steps.next()
  const { greedy, improved, bound, ownGains } = step.value
  const { names } = params.search
  const placed = (candidate: number) => {
    const { latDeg: lat, lonDeg: lon } = transmitters[candidate]
    return { candidate, ...(names[candidate] !== undefined && { name: names[candidate] }), lat, lon }
  }
  const chosen = ({ picks, gain }: Choice) => ({
    sites: picks.map((pick) => ({ ...placed(pick.candidate), gain: pick.gain })),
    gain,
  })
  const answer = {
    unit: wanted[0]?.name ?? 'km2',
    ...chosen(improved),
    is_optimal: improved.isOptimal,
    bound,
    greedy: chosen(greedy),
    candidates: candidates.map((one: CellSet | CandidateFault, candidate) => ({
      ...placed(candidate),
      alone: 'code' in one ? null : ownGains[candidate],
      ...('code' in one && { error: one }),
    })),
  }
  await writeFile(path, JSON.stringify(answer))
  return links.length
}

function transmitterOf(params: Record<string, unknown>, { latDeg, lonDeg }: Place): Transmitter {
  return { latDeg, lonDeg, heightM: Number(params.tx_height), heightMode: params.tx_height_mode }
}

function mustReach({ must_reach }: ChoiceParams): Pick<RequestedRules, 'mustReach'> {
  if (must_reach === undefined) return {}
  return { mustReach: must_reach === 'any site' ? must_reach : must_reach.map((number) => number - 1) }
}

/** Transmitter pairs whose link is computed. Throws a Problem for invalid sites or too many pairs. */
function requestedLinks(
  { must_reach }: ChoiceParams,
  candidates: number,
  sites: number,
  isDirectional: boolean,
): [number, number][] {
  if (must_reach === undefined) return []
  const isAny = must_reach === 'any site'
  const reached = isAny ? Array.from({ length: sites }, (_, site) => site + 1) : must_reach
  const unknown = reached.find((number) => number > sites)
  if (unknown !== undefined) {
    const detail = `must_reach must be numbers of sites from 1 to ${sites}, got ${unknown}`
    refuse([{ parameter: 'must_reach', detail }])
  }
  const toSites = candidates * reached.length
  const directions = isDirectional ? 2 : 1
  const count = directions * (toSites + (isAny ? (candidates * (candidates - 1)) / 2 : 0))
  if (count > MAXIMUM_PATHS) {
    const detail = `must_reach requires links to be computed, at most ${MAXIMUM_PATHS}, got ${count} for ${candidates} candidates: search among fewer candidates, or name the sites to be reached`
    refuse([{ parameter: 'must_reach', detail }])
  }
  const pairs = Array.from({ length: candidates }, (_, one) => one).flatMap((one) => [
    ...reached.map((number): [number, number] => [one, candidates + number - 1]),
    ...(isAny ? Array.from({ length: one }, (_, other): [number, number] => [one, other]) : []),
  ])
  return isDirectional
    ? pairs.flatMap(([one, other]): [number, number][] => [
        [one, other],
        [other, one],
      ])
    : pairs
}

/** Matrix of links between all transmitters: line of sight, or reception in the view of the search. */
async function linkMatrix(
  links: readonly [number, number][],
  transmitters: readonly Transmitter[],
  { params, antenna, surroundings }: Pick<ChoiceOptions, 'params' | 'antenna'> & Pick<Around, 'surroundings'>,
): Promise<Uint8Array> {
  const terrain = await surroundings.terrain()
  if (antenna && 'deletedId' in antenna) {
    const detail = `must_reach requires links to be computed, but the antenna pattern ${antenna.deletedId} was deleted`
    refuse([{ parameter: 'must_reach', detail }])
  }
  const layers = usesMap(params) ? await surroundings.layers() : []
  const isLoss = models.get(params.model)?.kind !== 'visibility'
  const requestOf = isLoss ? lossLink(params) : clearPath(params)
  const matrix = new Uint8Array(transmitters.length ** 2)
  for (const [one, other] of links) {
    const request = requestOf(transmitters[one], transmitters[other])
    const figures = await computeFigures(request, antenna, terrain, layers).catch((error: unknown) => {
      // No link if the path is too long, crosses unknown terrain, or has length 0.
      if (error instanceof Problem) return undefined
      throw error
    })
    const isLinked = isLoss ? Number(figures?.margin_db ?? Number.NaN) >= 0 : figures?.visible === true
    // Without an antenna pattern, a link also counts in the reverse direction.
    const places = [
      one * transmitters.length + other,
      ...(antenna ? [] : [other * transmitters.length + one]),
    ]
    if (isLinked) for (const at of places) matrix[at] = 1
  }
  return matrix
}

type LinkOf = (from: Transmitter, to: Transmitter) => LinkParams

function lossLink({ search, ...params }: ChoiceOptions['params']): LinkOf {
  const quantity = lossOutputOf(params)
  const { eirp_dbm: eirpDbm = quantity?.radio.eirpDbm, sensitivity_dbm: sensitivityDbm } = search.view ?? {}
  const moreDb = Number(eirpDbm) - Number(quantity?.radio.eirpDbm)
  const neededDbm = Number(sensitivityDbm ?? params.rx_sensitivity_dbm) - moreDb
  const base = { ...params, k_factor: params.k_factor ?? 4 / 3, rx_sensitivity_dbm: neededDbm }
  return (from, to) => ({ ...base, ...endsOf(from, to) }) as LinkParams
}

function clearPath({ frequency, k_factor, terrain_spacing }: SimulationParams): LinkOf {
  return (from, to) =>
    withLinkDefaults({
      ...{ ...endsOf(from, to), frequency },
      ...(k_factor !== undefined && { k_factor }),
      ...(terrain_spacing !== undefined && { terrain_spacing }),
    })
}

function endsOf(from: Transmitter, to: Transmitter) {
  return {
    ...{ tx_lat: from.latDeg, tx_lon: from.lonDeg, tx_height: from.heightM, tx_height_mode: from.heightMode },
    ...{ rx_lat: to.latDeg, rx_lon: to.lonDeg, rx_height: to.heightM, rx_height_mode: to.heightMode },
  }
}

/** Refuses a network whose cells or kind of result differ from those of the search. */
function refuseOther(
  { geometry, sites }: ResultSource,
  lattice: RasterGeometry,
  params: SimulationParams,
): void {
  const isOther = sites.some(
    (site) => (lossOutputOf(site.params) === undefined) !== (lossOutputOf(params) === undefined),
  )
  const steps = [geometry.cellLatDeg / lattice.cellLatDeg, geometry.cellLonDeg / lattice.cellLonDeg]
  const { row, col } = offsetOn(lattice, geometry)
  const isOff = (cells: number) => Math.abs(cells - Math.round(cells)) > ROUNDING_CELLS
  const span = Math.max(geometry.rows, geometry.cols)
  if (
    !isOther &&
    !isOff(row) &&
    !isOff(col) &&
    steps.every((step) => Math.abs(step - 1) * span < ROUNDING_CELLS)
  )
    return
  const detail = 'The cells of the network have changed since the search: search again.'
  throw new Problem('not_aligned', detail)
}

/** Cells of the lattice that the network covers. */
async function coveredOf(source: ResultSource, lattice: RasterGeometry): Promise<CellSet> {
  const covered = noCells(lattice)
  const { geometry } = source
  const isCovered = zoneOfKind(source.zones, 'covered')
  const offset = offsetOn(lattice, geometry)
  const [top, left] = [Math.round(offset.row), Math.round(offset.col)]
  const [firstCol, endCol] = [Math.max(0, left), Math.min(lattice.cols, left + geometry.cols)]
  const [firstRow, endRow] = [Math.max(0, top), Math.min(lattice.rows, top + geometry.rows)]
  const cols = endCol - firstCol
  if (cols <= 0) return covered
  for (let row = firstRow; row < endRow; row += ROWS_AT_ONCE) {
    const rows = Math.min(ROWS_AT_ONCE, endRow - row)
    const zones = await source.readZones(0, { row: row - top, col: firstCol - left, rows, cols })
    for (let at = 0; at < zones.length; at++) {
      if (zones[at] !== isCovered) continue
      const col = firstCol + (at % cols)
      covered.words[(row + Math.floor(at / cols)) * covered.wordsARow + (col >>> 5)] |= 1 << (col & 31)
    }
  }
  return covered
}

function areasOn(lattice: RasterGeometry, inside: Uint8Array | undefined): Weights {
  const { rows, cols, northDeg, cellLatDeg } = lattice
  const byRow = Float64Array.from({ length: rows }, (_, row) =>
    cellKm2At(lattice, northDeg - (row + 0.5) * cellLatDeg),
  )
  if (inside === undefined) return { byRow }
  return { byCell: Float64Array.from(inside, (is, cell) => is * byRow[Math.floor(cell / cols)]) }
}

async function amountsOn(
  lattice: RasterGeometry,
  inside: Uint8Array | undefined,
  layers: readonly WeightLayer[],
): Promise<Weights> {
  const byCell = new Float64Array(lattice.rows * lattice.cols)
  for (const layer of layers) {
    await layer.read(rasterBounds(lattice), async ({ amounts, latDeg, lonDeg }) => {
      for (let at = 0; at < amounts.length; at++) {
        const cell = cellAt(lattice, gridPosition(lattice, latDeg[at], lonDeg[at]))
        if (cell >= 0 && (inside === undefined || inside[cell] === 1)) byCell[cell] += amounts[at]
      }
    })
  }
  return { byCell }
}
