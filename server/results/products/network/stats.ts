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
  const coverage = coverageOf(network.sites)
  const rowsAtOnce = Math.max(1, Math.min(ROWS_AT_ONCE, Math.floor(CELLS_AT_ONCE / cols)))
  for (let top = 0; top < rows; top += rowsAtOnce) {
    const window = { row: top, col: 0, rows: Math.min(rowsAtOnce, rows - top), cols }
    const merger = mergerOf(network.layer, window.rows * cols)
    const inside = insideOf(geometry, window, within)
    const covered = coverage.windowOf(window.rows, cols, inside)
    await source.eachPart(0, window, (site, number, part) => {
      merger.add(site, number, part)
      covered?.add(site, number, part)
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
      covered?.endRow(row, cellKm2)
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
function coverageOf(sites: readonly NetworkSite[]) {
  /** True if all sites have a sensitivity or need none. */
  const isKnown = sites.every(({ power, covered }) => power === undefined || covered !== undefined)
  const tallies = sites.map(() => ({ cells: 0, km2: 0, aloneCells: 0, aloneKm2: 0 }))
  const km2 = { covered: 0, uncovered: 0, unknown: 0 }
  return { isKnown, windowOf, answer }

  /** Counts the cells of one window; `undefined` if the coverage is unknown. */
  function windowOf(rows: number, cols: number, inside: Uint8Array | undefined) {
    if (!isKnown) return undefined
    const any = mergerOf('any', rows * cols)
    const [counts, last] = [0, 0].map(() => new Uint8Array(rows * cols))
    const cellsOfRow = new Uint32Array(rows * sites.length)
    return { add, endRow }

    function add(site: NetworkSite, number: number, part: Part): void {
      any.add(site, number, part)
      const states = statesOf(site, part)
      const { runs } = part
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
        const row = Math.floor(runs[run + 2] / cols)
        cellsOfRow[row * sites.length + number - 1] += cells
      }
    }

    function endRow(row: number, cellKm2: number): void {
      const sums = { covered: 0, uncovered: 0, unknown: 0 }
      const alone = new Uint32Array(sites.length)
      const { cells } = any
      for (let at = row * cols; at < (row + 1) * cols; at++) {
        if (inside !== undefined && inside[at] === 0) continue
        if (cells[at] === 1) sums.covered++
        else if (cells[at] === 0) sums.uncovered++
        else if (cells[at] === UNKNOWN_CODE) sums.unknown++
        if (counts[at] === 1) alone[last[at] - 1]++
      }
      for (const name of ['covered', 'uncovered', 'unknown'] as const) km2[name] += sums[name] * cellKm2
      for (const [index, tally] of tallies.entries()) {
        const own = cellsOfRow[row * sites.length + index]
        tally.cells += own
        tally.km2 += own * cellKm2
        tally.aloneCells += alone[index]
        tally.aloneKm2 += alone[index] * cellKm2
      }
    }
  }

  function answer(weights: Awaited<ReturnType<typeof weightsOf>>): object {
    const known = (count: number) => (isKnown ? count : null)
    return {
      covered_km2: known(rounded(km2.covered)),
      uncovered_km2: known(rounded(km2.uncovered)),
      unknown_km2: known(rounded(km2.unknown)),
      sites: sites.map(({ id, name, color }, index) => ({
        ...{ number: index + 1, id, name, color },
        cells: known(tallies[index].cells),
        covered_km2: known(rounded(tallies[index].km2)),
        alone_cells: known(tallies[index].aloneCells),
        alone_km2: known(rounded(tallies[index].aloneKm2)),
        ...(isKnown &&
          weights.size > 0 && {
            weight: Object.fromEntries(Array.from(weights, ([layer, of]) => [layer, of.sites?.[index]])),
          }),
      })),
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
