import { writeFile } from 'node:fs/promises'
import { metresPerDegree } from '../../../kernels/geodesy/azimuthal.ts'
import type { ResultSource } from './source.ts'

/** Closed rings of longitude and latitude; what an odd number of them encloses is inside. */
export type PolygonRings = [number, number][][]

export interface StatsOptions {
  rings?: PolygonRings
}

export const SECTORS = 36
const ROWS_AT_ONCE = 256

interface Tally {
  cells: number[]
  km2: number[]
  farthestM: number
}

/** Areas by zone, the farthest covered cell, and both by azimuth; inside a polygon alone if there is one. */
export async function makeStats(source: ResultSource, { rings }: StatsOptions, path: string): Promise<void> {
  const { geometry, zones, disc } = source
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const all = Array.from({ length: SECTORS }, (): Tally => newTally(zones.length))
  const edges = rings && edgesOf(rings, westDeg, westDeg + cols * cellLonDeg)
  for (let top = 0; top < rows; top += ROWS_AT_ONCE) {
    const height = Math.min(ROWS_AT_ONCE, rows - top)
    const cells = await source.readZones(0, { row: top, col: 0, rows: height, cols })
    for (let row = 0; row < height; row++) {
      const latDeg = northDeg - (top + row + 0.5) * cellLatDeg
      const perDegree = metresPerDegree(latDeg)
      const cellKm2 = (cellLatDeg * perDegree.lat * cellLonDeg * perDegree.lon) / 1e6
      disc.setLatitude(latDeg)
      const spans = edges ? spansAt(edges, latDeg) : [[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]]
      const runs = spans.map(
        ([fromDeg, toDeg]): Run => ({
          first: Math.max(0, Math.ceil((fromDeg - westDeg) / cellLonDeg - 0.5)),
          end: Math.min(cols, Math.ceil((toDeg - westDeg) / cellLonDeg - 0.5)),
        }),
      )
      const inside = runs.filter(({ first, end }) => first < end)
      if (inside.length > 0)
        countRow(source, all, cells.subarray(row * cols, (row + 1) * cols), inside, cellKm2)
    }
  }
  await writeFile(
    path,
    JSON.stringify({ ...answerOf(source, all), ...(rings && { warnings: warningsOf(source, all) }) }),
  )
}

/** Columns from `first` up to but not including `end`. */
interface Run {
  first: number
  end: number
}

/** Counts the cells of a row in runs that rise; the disc stands at its latitude. */
function countRow(
  { geometry, zones, disc }: ResultSource,
  sectors: readonly Tally[],
  cells: Uint8Array,
  runs: readonly Run[],
  cellKm2: number,
): void {
  const lonDeg = (col: number) => geometry.westDeg + (col + 0.5) * geometry.cellLonDeg
  const sectorAt = (col: number) => Math.floor((disc.azimuthDeg(lonDeg(col)) / 360) * SECTORS) % SECTORS
  const { end: last } = runs[runs.length - 1]
  const isCovered = Uint8Array.of(0, ...zones.map(({ kind }) => Number(kind === 'covered')))
  const counts = new Uint32Array(zones.length + 1)
  let next = 0
  // Along a parallel the azimuth changes steadily on either side of the mast: a sector's columns are found by halving.
  for (let from = runs[0].first; from < last; ) {
    const sector = sectorAt(from)
    const stop = endOfSector(from, last, sector, sectorAt)
    const tally = sectors[sector]
    counts.fill(0)
    // The first and the last covered one: within a sector of a row the farthest is one of them.
    let [nearEnd, farEnd] = [-1, -1]
    for (; next < runs.length; next++) {
      const end = Math.min(runs[next].end, stop)
      for (let col = Math.max(runs[next].first, from), after = col; col < end; col = after) {
        const zone = cells[col]
        do after++
        while (after < end && cells[after] === zone)
        counts[zone] += after - col
        if (!isCovered[zone]) continue
        farEnd = after - 1
        if (nearEnd < 0) nearEnd = col
      }
      if (runs[next].end > stop) break
    }
    for (const zone of zones.keys()) {
      tally.cells[zone] += counts[zone + 1]
      tally.km2[zone] += counts[zone + 1] * cellKm2
    }
    for (const col of nearEnd < 0 ? [] : [nearEnd, farEnd]) {
      tally.farthestM = Math.max(tally.farthestM, disc.distanceM(lonDeg(col)))
    }
    from = stop
  }
}

function newTally(zones: number): Tally {
  return { cells: new Array(zones).fill(0), km2: new Array(zones).fill(0), farthestM: 0 }
}

/** The column after the last of a sector; sectors are wide against what a step of doubling skips. */
function endOfSector(col: number, end: number, sector: number, sectorAt: (col: number) => number): number {
  let step = 1
  let inside = col
  while (inside + step < end && sectorAt(inside + step) === sector) {
    inside += step
    step *= 2
  }
  let outside = Math.min(end, inside + step)
  while (outside - inside > 1) {
    const middle = (inside + outside) >> 1
    if (sectorAt(middle) === sector) inside = middle
    else outside = middle
  }
  return outside
}

type Edge = [lon1: number, lat1: number, lon2: number, lat2: number]

/** Turns of the globe by which a ring may be off from the raster's. */
const TURNS_DEG = [-720, -360, 0, 360, 720]

/**
 * Edges wherever their rings meet the raster, in all turns of the globe. An edge of more than half a turn goes round the other
 * side, but for one of a whole turn; not in a ring that then does not close, which means what it says.
 */
function edgesOf(rings: PolygonRings, westDeg: number, eastDeg: number): Edge[] {
  return rings.flatMap((ring) => {
    const edges = unwrapped(ring)
    const low = edges.reduce((west, [lon1, , lon2]) => Math.min(west, lon1, lon2), Number.POSITIVE_INFINITY)
    const high = edges.reduce((east, [lon1, , lon2]) => Math.max(east, lon1, lon2), Number.NEGATIVE_INFINITY)
    const meeting = TURNS_DEG.filter((turn) => low + turn < eastDeg && high + turn > westDeg)
    return meeting.flatMap((turn) =>
      edges.map(([lon1, lat1, lon2, lat2]): Edge => [lon1 + turn, lat1, lon2 + turn, lat2]),
    )
  })
}

function unwrapped(ring: PolygonRings[number]): Edge[] {
  const [start] = ring
  let [beforeLon, beforeLat] = start
  const edges = ring.slice(1).map(([lon, lat], at): Edge => {
    const isTurn = Math.abs(ring[at][0] - lon) === 360
    const turns = Math.round((beforeLon - (isTurn ? ring[at][0] : lon)) / 360)
    const edge: Edge = [beforeLon, beforeLat, lon + 360 * turns, lat]
    ;[beforeLon, beforeLat] = [edge[2], lat]
    return edge
  })
  if (Math.abs(beforeLon - start[0]) < 180) return edges
  return ring.slice(1).map(([lon, lat], at): Edge => [...ring[at], lon, lat])
}

/** The spans of a parallel that are inside, by the even-odd rule. */
function spansAt(edges: readonly Edge[], latDeg: number): [number, number][] {
  const crossings: number[] = []
  for (const [lon1, lat1, lon2, lat2] of edges) {
    if (lat1 > latDeg !== lat2 > latDeg)
      crossings.push(lon1 + ((latDeg - lat1) / (lat2 - lat1)) * (lon2 - lon1))
  }
  crossings.sort((a, b) => a - b)
  const spans: [number, number][] = []
  for (let i = 0; i + 1 < crossings.length; i += 2) spans.push([crossings[i], crossings[i + 1]])
  return spans
}

function answerOf({ zones, subject, reader }: ResultSource, sectors: readonly Tally[]) {
  const total = newTally(zones.length)
  for (const { cells, km2, farthestM } of sectors) {
    total.farthestM = Math.max(total.farthestM, farthestM)
    for (const index of cells.keys()) {
      total.cells[index] += cells[index]
      total.km2[index] += km2[index]
    }
  }
  const allKm2 = total.km2.reduce((sum, km2) => sum + km2, 0)
  const kinds = ['covered', 'lacking', 'unknown'] as const
  return {
    unit: reader.kind === 'float' ? (subject.look.style?.unit ?? 'm') : null,
    km2: rounded(allKm2),
    farthest_km: rounded(total.farthestM / 1000),
    zones: zones.map(({ kind, label, color, value, range }, index) => ({
      state: kind,
      label,
      color,
      ...(value !== undefined && { value }),
      ...(range && { range }),
      cells: total.cells[index],
      km2: rounded(total.km2[index]),
      share: allKm2 > 0 ? Number((total.km2[index] / allKm2).toFixed(6)) : 0,
    })),
    sectors: sectors.map(({ km2, farthestM }, index) => {
      const byKind = kinds.map((kind) =>
        rounded(km2.reduce((sum, one, zone) => sum + (zones[zone].kind === kind ? one : 0), 0)),
      )
      return {
        from_deg: (360 / SECTORS) * index,
        to_deg: (360 / SECTORS) * (index + 1),
        covered_km2: byKind[0],
        lacking_km2: byKind[1],
        unknown_km2: byKind[2],
        farthest_km: rounded(farthestM / 1000),
      }
    }),
  }
}

/** A polygon elsewhere, perhaps with latitude before longitude, is no fault, but nobody means it. */
function warningsOf({ geometry }: ResultSource, sectors: readonly Tally[]) {
  if (sectors.some(({ cells }) => cells.some((count) => count > 0))) return []
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const [west, east] = [westDeg, westDeg + cols * cellLonDeg].map(degrees)
  const [south, north] = [northDeg - rows * cellLatDeg, northDeg].map(degrees)
  const detail = `No cell within range has its centre inside the polygon. The result lies between longitudes ${west} and ${east} and latitudes ${south} and ${north}; positions are longitude, then latitude.`
  return [{ code: 'no_cells', detail }]
}

function degrees(value: number): number {
  return Number(value.toFixed(5))
}

function rounded(value: number): number {
  return Number(value.toFixed(3))
}
