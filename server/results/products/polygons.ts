import type { RasterGeometry } from '../../../storage/rasters/types.ts'

/** Closed rings of longitude and latitude, with the even-odd rule. */
export type PolygonRings = [number, number][][]

export type Edge = [lon1: number, lat1: number, lon2: number, lat2: number]

/** Possible longitude offsets of a ring from the raster, in degrees. */
const TURNS_DEG = [-720, -360, 0, 360, 720]

/**
 * Edges of rings, repeated at each multiple of 360° at which a ring meets the raster. An edge longer than 180°
 * is taken in the shorter direction, unless the ring would then not close or would be empty.
 */
export function edgesOf(rings: PolygonRings, westDeg: number, eastDeg: number): Edge[] {
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

/** Ring with continuous longitudes that starts within 180° of `nearDeg`. */
export function unturned(
  ring: readonly [number, number][],
  nearDeg: number | undefined = ring[0]?.[0],
): [number, number][] {
  let before = nearDeg ?? 0
  return ring.map(([lon, lat]) => {
    before = lon - 360 * Math.round((lon - before) / 360)
    return [before, lat]
  })
}

function unwrapped(ring: PolygonRings[number]): Edge[] {
  const [start] = ring
  let [beforeLon, beforeLat] = start
  const edges = ring.slice(1).map(([lon, lat]): Edge => {
    const turns = Math.round((beforeLon - lon) / 360)
    const edge: Edge = [beforeLon, beforeLat, lon + 360 * turns, lat]
    ;[beforeLon, beforeLat] = [edge[2], lat]
    return edge
  })
  const isTurn = ring.some(([lon], at) => at > 0 && Math.abs(ring[at - 1][0] - lon) === 360)
  if (Math.abs(beforeLon - start[0]) < 180 && !(isTurn && enclosesNothing(edges))) return edges
  return ring.slice(1).map(([lon, lat], at): Edge => [...ring[at], lon, lat])
}

function enclosesNothing(edges: readonly Edge[]): boolean {
  const twice = edges.reduce((sum, [lon1, lat1, lon2, lat2]) => sum + lon1 * lat2 - lon2 * lat1, 0)
  return Math.abs(twice) < 1e-9
}

/** Union of polygons, as edges over a raster. */
export interface Area {
  polygons: readonly Edge[][]
  southDeg: number
  northDeg: number
}

export function areaOf(
  polygons: readonly PolygonRings[],
  { westDeg, cols, cellLonDeg }: Pick<RasterGeometry, 'westDeg' | 'cols' | 'cellLonDeg'>,
): Area {
  const all = polygons.map((rings) => edgesOf(rings, westDeg, westDeg + cols * cellLonDeg))
  const area = { polygons: all, southDeg: Number.POSITIVE_INFINITY, northDeg: Number.NEGATIVE_INFINITY }
  for (const edges of all) {
    for (const [, latDeg] of edges) {
      area.southDeg = Math.min(area.southDeg, latDeg)
      area.northDeg = Math.max(area.northDeg, latDeg)
    }
  }
  return area
}

/** Columns `first` to `end`, end exclusive. */
export interface Run {
  first: number
  end: number
}

/** Columns of a parallel inside any of the polygons, as ascending disjoint runs. */
export function runsAt(
  { polygons, southDeg, northDeg }: Area,
  latDeg: number,
  geometry: Pick<RasterGeometry, 'westDeg' | 'cols' | 'cellLonDeg'>,
): Run[] {
  const { westDeg, cols, cellLonDeg } = geometry
  if (latDeg < southDeg || latDeg > northDeg) return []
  const columnFrom = (lonDeg: number) =>
    Math.max(0, Math.min(cols, Math.ceil((lonDeg - westDeg) / cellLonDeg - 0.5)))
  const runs = polygons.flatMap((edges) =>
    spansAt(edges, latDeg).flatMap(([fromDeg, toDeg]): Run[] => {
      const run = { first: columnFrom(fromDeg), end: columnFrom(toDeg) }
      return run.first < run.end ? [run] : []
    }),
  )
  if (polygons.length > 1) runs.sort((one, other) => one.first - other.first)
  const joined: Run[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    if (last && run.first <= last.end) last.end = Math.max(last.end, run.end)
    else joined.push(run)
  }
  return joined
}

/** Longitude spans of a parallel that are inside the edges, by the even-odd rule. */
export function spansAt(edges: readonly Edge[], latDeg: number): [number, number][] {
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
