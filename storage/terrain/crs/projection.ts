import proj4 from 'proj4'
import { messageOf } from '../../files/system-errors.ts'
import { WEB_MERCATOR } from './epsg.ts'

/** Coordinate system of tiles: maps between WGS 84 in degrees and x (east) and y (north). */
export interface Projection {
  /** Definition of the system; systems with equal definitions have equal coordinates. */
  readonly definition: string
  /** Writes x and y of a point to `out`; NaN for a point outside of the projection's domain. */
  forward(lonDeg: number, latDeg: number, out: Float64Array): void
  /** Writes longitude and latitude in degrees to `out`; NaN if x and y are not on the earth. */
  inverse(x: number, y: number, out: Float64Array): void
  /** Width of 360 degrees of longitude in x; `undefined` unless x depends only on longitude and is unlimited. */
  readonly wrapX: number | undefined
}

const EARTH_RADIUS_M = 6_378_137
const RADIANS = Math.PI / 180
/** Maximum number of cached coordinate systems; a folder rarely uses more than two. */
const MAXIMUM_CACHED = 256
const kept = new Map<string, Projection>()

/** Projection of a proj4 definition; a `datum` definition replaces its datum. Throws an Error if unsupported. */
export function projectionOf(definition: string, datum?: string): Projection {
  const key = datum === undefined ? definition : `${definition} ${datum}`
  let projection = kept.get(key)
  if (projection === undefined) {
    projection = definition === WEB_MERCATOR ? webMercator : byProj4(key, definition, datum)
    if (kept.size >= MAXIMUM_CACHED) kept.clear()
    kept.set(key, projection)
  }
  return projection
}

/** EPSG:3857 without proj4, for speed: Terrarium tiles project millions of posts. */
const webMercator: Projection = {
  definition: WEB_MERCATOR,
  wrapX: 2 * Math.PI * EARTH_RADIUS_M,
  forward(lonDeg, latDeg, out) {
    out[0] = EARTH_RADIUS_M * lonDeg * RADIANS
    out[1] = EARTH_RADIUS_M * Math.asinh(Math.tan(latDeg * RADIANS))
  },
  inverse(x, y, out) {
    out[0] = x / EARTH_RADIUS_M / RADIANS
    out[1] = Math.atan(Math.sinh(y / EARTH_RADIUS_M)) / RADIANS
  },
}

const NO_DATUM = 5
const GRID_SHIFT = 3

function byProj4(key: string, definition: string, datum: string | undefined): Projection {
  const system = parse(definition)
  if (datum !== undefined) system.datum = parse(datum).datum
  requireKnownDatum(system)
  const toSystem = proj4('WGS84', system as unknown as string)
  const transform = (run: (at: [number, number]) => number[], a: number, b: number, out: Float64Array) => {
    out.fill(Number.NaN)
    if (!Number.isFinite(a) || !Number.isFinite(b)) return
    try {
      const [x, y] = run([a, b])
      if (Number.isFinite(x) && Number.isFinite(y)) out.set([x, y])
    } catch {
      // Errors are ignored: outside of the projection's domain proj4 throws, or returns NaN or null.
    }
  }
  return {
    definition: key,
    wrapX: undefined,
    forward: (lonDeg, latDeg, out) =>
      transform((at) => toSystem.forward(at) as number[], lonDeg, latDeg, out),
    inverse: (x, y, out) => transform((at) => toSystem.inverse(at) as number[], x, y, out),
  }
}

interface System {
  a: number
  b: number
  axis: string
  datum: { datum_type: number; grids?: { isNull: boolean }[] | null }
}

function parse(definition: string): System {
  try {
    return new (proj4 as unknown as { Proj: new (definition: string) => System }).Proj(definition)
  } catch (error) {
    throw new Error(`its coordinate system is not supported (${messageOf(error).slice(0, 120)})`)
  }
}

/** Refuses datums without a shift to WGS 84, as positions would be wrong by some hundred metres without notice. */
function requireKnownDatum(system: System): void {
  const flattening = 1 - system.b / system.a
  const isModern = Math.abs(system.a - 6_378_137) < 2 && Math.abs(1 / flattening - 298.257) < 0.01
  const isSphere = system.a === system.b
  const { datum_type: kind, grids } = system.datum
  if (kind === GRID_SHIFT && !grids?.every(({ isNull }) => isNull)) {
    throw new Error('its datum needs a grid file to be shifted to WGS 84')
  }
  if (kind === NO_DATUM && !isModern && !isSphere) {
    throw new Error('its datum has no known shift to WGS 84')
  }
  if (system.axis !== 'enu') throw new Error(`its axes are ${system.axis}, expected east and north`)
}

/** True if the coordinates of the system are WGS 84 in degrees, to a millimetre on the ground. */
export function isWgs84Degrees(projection: Projection): boolean {
  const out = new Float64Array(2)
  const points = [
    [0, 0],
    [100, 45],
    [-70, -80],
  ]
  return points.every(([lonDeg, latDeg]) => {
    projection.forward(lonDeg, latDeg, out)
    return Math.abs(out[0] - lonDeg) < 1e-8 && Math.abs(out[1] - latDeg) < 1e-8
  })
}
