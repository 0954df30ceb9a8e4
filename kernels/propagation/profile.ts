/**
 * The ground along one path, from the transmitter to the receiver, as the models take it when they are called directly.
 * Heights are metres above the terrain's datum; the first point is under the transmitter, the last under the receiver.
 */

/** Radio-climatic zones of ITU-R P.1812 §3.3, by the codes of its reference profiles. */
export const ZONES = { sea: 1, coastal: 3, inland: 4 } as const

export interface Profile {
  /** Distance of each point from the transmitter, rising from 0; or `spacingM` between equally spaced points. */
  distancesM?: ArrayLike<number>
  spacingM?: number
  heightsM: ArrayLike<number>
  /** Height of buildings and trees on each point; those on the first and last do not count. */
  clutterM?: ArrayLike<number>
  /** One of `ZONES` for each point; inland where it is left out. */
  zones?: ArrayLike<number>
}

/** The same with everything filled in, for the models' own use: points 0…last. */
export interface Path {
  last: number
  distanceKm: number
  distancesKm: Float64Array
  /** Terrain. */
  groundM: Float64Array
  /** Terrain with what stands on it, except at both ends: g in ITU-R P.1812 §3.2. */
  coveredM: Float64Array
  zones: Float64Array
}

/** Checks a profile and fills in what it leaves out. Throws a `RangeError` that names the field. */
export function pathOf(profile: Profile): Path {
  const { heightsM, spacingM, distancesM, clutterM, zones } = profile
  const count = heightsM.length
  if (count < 2) throw new RangeError(`Expected at least 2 points in heightsM, got ${count}`)
  if ((spacingM === undefined) === (distancesM === undefined)) {
    throw new RangeError('Expected either distancesM or spacingM')
  }
  if (spacingM !== undefined && !(spacingM > 0 && Number.isFinite(spacingM))) {
    throw new RangeError(`Expected spacingM above 0, got ${spacingM}`)
  }
  for (const [name, list] of Object.entries({ distancesM, clutterM, zones })) {
    if (list !== undefined && list.length !== count) {
      throw new RangeError(`Expected ${count} values in ${name} as in heightsM, got ${list.length}`)
    }
  }
  const path: Path = {
    last: count - 1,
    distanceKm: 0,
    distancesKm: new Float64Array(count),
    groundM: Float64Array.from(heightsM),
    coveredM: new Float64Array(count),
    zones: zones === undefined ? new Float64Array(count).fill(ZONES.inland) : Float64Array.from(zones),
  }
  for (let at = 0; at < count; at++) {
    const distanceM = spacingM === undefined ? (distancesM?.[at] as number) : at * spacingM
    path.distancesKm[at] = distanceM / 1000
    const before = at === 0 ? Number.NEGATIVE_INFINITY : (path.distancesKm[at - 1] as number)
    if (!(distanceM / 1000 > before && Number.isFinite(distanceM)) || (at === 0 && distanceM !== 0)) {
      throw new RangeError(`Expected distancesM to rise from 0, got ${distanceM} at point ${at}`)
    }
    const ground = path.groundM[at] as number
    const clutter = at === 0 || at === count - 1 ? 0 : (clutterM?.[at] ?? 0)
    path.coveredM[at] = ground + clutter
    if (!Number.isFinite(path.coveredM[at])) {
      throw new RangeError(
        `Expected finite heightsM and clutterM, got ${ground} and ${clutter} at point ${at}`,
      )
    }
    const zone = path.zones[at]
    if (zone !== ZONES.sea && zone !== ZONES.coastal && zone !== ZONES.inland) {
      throw new RangeError(`Expected zones of 1, 3 or 4, got ${zone} at point ${at}`)
    }
  }
  path.distanceKm = path.distancesKm[count - 1] as number
  return path
}
