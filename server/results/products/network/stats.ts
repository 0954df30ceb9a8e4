import { writeFile } from 'node:fs/promises'
import { metresPerDegree } from '../../../../kernels/geodesy/azimuthal.ts'
import type { RasterGeometry } from '../../../../storage/rasters/types.ts'
import { areaKm2 } from '../../../client/areas.ts'
import { type Position, readArea } from '../../../requests/places.ts'
import type { WeightLayer } from '../../../weights/weight-sources.ts'
import { rounded, zoneAreas, zoneWeights } from '../../views/zones.ts'
import { cellKm2At } from '../bins.ts'
import { mergerOf, type Part, statesOf, UNKNOWN_CODE } from '../network-merge.ts'
import { NetworkSource } from '../network-source.ts'
import { areaOf, unturned } from '../polygons.ts'
import type { ResultSource } from '../source.ts'
import type { NetworkSite } from '../subject.ts'
import { expireReplaced, type WeightsOptions, weighZones } from '../weights.ts'
import { insideOf } from './inside.ts'

const CELLS_AT_ONCE = 4 * 2 ** 20
const ROWS_AT_ONCE = 512

class SiteTally {
  cells = 0
  km2 = 0
  exclusiveCells = 0
  exclusiveKm2 = 0
}

/** Areas by zone of the layer, covered area, and area that each site covers, in total and exclusively. */
export async function makeNetworkStats(
  source: ResultSource,
  { area, layers: wanted = [] }: Partial<WeightsOptions>,
  path: string,
  layers: readonly WeightLayer[] = [],
): Promise<void> {
  if (!(source instanceof NetworkSource)) throw new TypeError('Expected the source of a network.')
  const { geometry, zones, network } = source
  const { rows, cols, northDeg, cellLatDeg } = geometry
  const polygons = area && readArea(area)
  const within = polygons && areaOf(polygons, geometry)
  const counted = { cells: zones.map(() => 0), km2: zones.map(() => 0) }
  const coverage = new CoverageTally(network.sites)
  const rowsAtOnce = Math.max(1, Math.min(ROWS_AT_ONCE, Math.floor(CELLS_AT_ONCE / cols)))
  for (let top = 0; top < rows; top += rowsAtOnce) {
    const window = { row: top, col: 0, rows: Math.min(rowsAtOnce, rows - top), cols }
    const merger = mergerOf(network.layer, window.rows * cols)
    const inside = insideOf(geometry, window, within)
    coverage.begin(window.rows, cols, inside)
    await source.eachPart(0, window, (site, number, part) => {
      merger.add(site, number, part)
      coverage.add(site, number, part)
    })
    const zoneOfCell = source.zonesOf(merger.cells)
    for (let row = 0; row < window.rows; row++) {
      const cellKm2 = cellKm2At(geometry, northDeg - (top + row + 0.5) * cellLatDeg)
      const counts = new Uint32Array(zones.length + 1)
      for (let at = row * cols; at < (row + 1) * cols; at++) {
        if (inside === undefined || inside[at] === 1) counts[zoneOfCell[at]]++
      }
      for (const zone of zones.keys()) {
        counted.cells[zone] += counts[zone + 1]
        counted.km2[zone] += counts[zone + 1] * cellKm2
      }
      coverage.endRow(row, cellKm2)
    }
  }
  await expireReplaced(geometry, wanted, layers)
  const { isKnown: isCoverageKnown } = coverage
  const weights = await weightsOf(source, layers, { polygons, isCoverageKnown })
  const answer = {
    unit: source.unit,
    farthest_km: 0,
    sectors: [],
    ...zoneAreas(zones, counted.cells, counted.km2),
    ...coverage.answer(weights),
    ...(polygons && { out_of_range_km2: beyondKm2(polygons, counted.km2, geometry) }),
    ...(weights.size > 0 && {
      weight: Object.fromEntries(Array.from(weights, ([name, { weight }]) => [name, weight])),
    }),
  }
  await writeFile(path, JSON.stringify(answer))
}

/** Area of polygons out of range of all sites, in km². */
function beyondKm2(given: Position[][][], zonesKm2: readonly number[], geometry: RasterGeometry): number {
  const polygons = given.map((rings) => rings.map((ring) => unturned(ring)))
  const beyond = areaKm2(polygons) - zonesKm2.reduce((sum, km2) => sum + km2, 0)
  // Cells are counted by their centers, so the area has an error of half a cell along edges.
  const { northDeg, cellLatDeg } = geometry
  const perDegree = metresPerDegree(northDeg)
  const edgesKm = polygons.flat().reduce((sum, ring) => sum + lengthM(ring, perDegree) / 1000, 0)
  const cellKm = Math.max(cellLatDeg * perDegree.lat, geometry.cellLonDeg * perDegree.lon) / 1000
  return beyond < (edgesKm * cellKm) / 2 ? 0 : rounded(beyond)
}

function lengthM(ring: readonly Position[], perDegree: ReturnType<typeof metresPerDegree>): number {
  return ring.slice(1).reduce((sum, [lon, lat], at) => {
    const [lonBefore, latBefore] = ring[at]
    return sum + Math.hypot((lon - lonBefore) * perDegree.lon, (lat - latBefore) * perDegree.lat)
  }, 0)
}

/** Area covered by all sites, by each site, and only by each site; unknown if a sensitivity is missing. */
class CoverageTally {
  readonly #sites: readonly NetworkSite[]
  readonly #tallies: SiteTally[]
  /** True if all sites have a sensitivity or need none. */
  readonly isKnown: boolean
  readonly #km2 = { covered: 0, uncovered: 0, unknown: 0 }
  #inside: Uint8Array | undefined
  #any = mergerOf('any', 0)
  #counts = new Uint8Array(0)
  #last = new Uint8Array(0)
  #cols = 1
  #cellsOfRow = new Uint32Array(0)

  constructor(sites: readonly NetworkSite[]) {
    this.#sites = sites
    this.#tallies = sites.map(() => new SiteTally())
    this.isKnown = sites.every(({ power, covered }) => power === undefined || covered !== undefined)
  }

  begin(rows: number, cols: number, inside: Uint8Array | undefined): void {
    if (!this.isKnown) return
    const cells = rows * cols
    this.#cols = cols
    this.#inside = inside
    this.#any = mergerOf('any', cells)
    this.#counts = new Uint8Array(cells)
    this.#last = new Uint8Array(cells)
    this.#cellsOfRow = new Uint32Array(rows * this.#sites.length)
  }

  add(site: NetworkSite, number: number, part: Part): void {
    if (!this.isKnown) return
    this.#any.add(site, number, part)
    const states = statesOf(site, part)
    const { runs } = part
    const [counts, last, inside] = [this.#counts, this.#last, this.#inside]
    for (let run = 0; run < runs.length; run += 3) {
      const shift = runs[run + 2] - runs[run]
      let cells = 0
      for (let at = runs[run]; at < runs[run + 1]; at++) {
        const into = at + shift
        if (states[at] !== 1 || (inside !== undefined && inside[into] === 0)) continue
        cells++
        counts[into]++
        last[into] = number
      }
      const row = Math.floor(runs[run + 2] / this.#cols)
      this.#cellsOfRow[row * this.#sites.length + number - 1] += cells
    }
  }

  endRow(row: number, cellKm2: number): void {
    if (!this.isKnown) return
    const [first, end] = [row * this.#cols, (row + 1) * this.#cols]
    const any = this.#any.cells
    const sums = { covered: 0, uncovered: 0, unknown: 0 }
    const alone = new Uint32Array(this.#sites.length)
    for (let at = first; at < end; at++) {
      if (this.#inside !== undefined && this.#inside[at] === 0) continue
      if (any[at] === 1) sums.covered++
      else if (any[at] === 0) sums.uncovered++
      else if (any[at] === UNKNOWN_CODE) sums.unknown++
      if (this.#counts[at] === 1) alone[this.#last[at] - 1]++
    }
    for (const name of ['covered', 'uncovered', 'unknown'] as const) this.#km2[name] += sums[name] * cellKm2
    const sites = this.#sites.length
    for (const [index, count] of this.#cellsOfRow.subarray(row * sites, (row + 1) * sites).entries()) {
      this.#tallies[index].cells += count
      this.#tallies[index].km2 += count * cellKm2
    }
    for (const [index, count] of alone.entries()) {
      this.#tallies[index].exclusiveCells += count
      this.#tallies[index].exclusiveKm2 += count * cellKm2
    }
  }

  answer(weights: Awaited<ReturnType<typeof weightsOf>>): object {
    const known = (km2: number) => (this.isKnown ? rounded(km2) : null)
    const { covered, uncovered, unknown } = this.#km2
    return {
      covered_km2: known(covered),
      uncovered_km2: known(uncovered),
      unknown_km2: known(unknown),
      sites: this.#sites.map(({ id, name, color }, index) => {
        const { cells, km2, exclusiveCells, exclusiveKm2 } = this.#tallies[index]
        return {
          number: index + 1,
          id,
          name,
          color,
          cells: this.isKnown ? cells : null,
          covered_km2: known(km2),
          alone_cells: this.isKnown ? exclusiveCells : null,
          alone_km2: known(exclusiveKm2),
          ...(this.isKnown &&
            weights.size > 0 && {
              weight: Object.fromEntries(
                Array.from(weights, ([layer, { sites }]) => [layer, sites?.[index]]),
              ),
            }),
        }
      }),
    }
  }
}

interface WeightSums {
  weight: object
  sites: { covered: number; alone: number }[] | undefined
}

/** Sums of weights by layer name; sums per site only if the coverage is known. */
async function weightsOf(
  source: NetworkSource,
  layers: readonly WeightLayer[],
  { polygons, isCoverageKnown }: { polygons: Position[][][] | undefined; isCoverageKnown: boolean },
): Promise<Map<string, WeightSums>> {
  const sumsOver = async (of: ResultSource, layer: WeightLayer) => {
    const [sums] = await weighZones(of, polygons && [areaOf(polygons, of.geometry)], layer)
    return sums
  }
  const found = new Map<string, WeightSums>()
  for (const layer of layers) {
    const { name, attribution } = layer
    const weight = { ...zoneWeights(source.zones, await sumsOver(source, layer)), attribution }
    found.set(name, {
      weight,
      sites: isCoverageKnown ? await bySite(source, (of) => sumsOver(of, layer)) : undefined,
    })
  }
  return found
}

async function bySite(source: NetworkSource, sumsOver: (of: ResultSource) => Promise<Float64Array>) {
  const alone = await sumsOver(source.exclusiveSource())
  const sites: { covered: number; alone: number }[] = []
  for (const [index, site] of source.network.sites.entries()) {
    const own = await source.siteSource(site)
    const sums = await sumsOver(own)
    const covered = own.zones.reduce((sum, { kind }, zone) => sum + (kind === 'covered' ? sums[zone] : 0), 0)
    sites.push({ covered: rounded(covered), alone: rounded(alone[index]) })
  }
  return sites
}
