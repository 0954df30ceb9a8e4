/**
 * Ground along one path from transmitter to receiver, as input of models. Heights are in metres above the
 * terrain's datum; the first point is under the transmitter, the last under the receiver.
 */

/** Radio-climatic zones of ITU-R P.1812 §3.3, with the codes of its reference profiles. */
export const ZONES = { sea: 1, coastal: 3, inland: 4 } as const

export interface LinkOptions {
  frequencyMhz: number
  /** Antenna heights in metres above the ground at both ends. */
  txHeightM: number
  rxHeightM: number
  /** Effective earth radius factor k; 0 for a flat earth. */
  kFactor: number
}

export interface Profile {
  /** Distances from the transmitter in metres, increasing from 0; or instead `spacingM` for equal steps. */
  distancesM?: ArrayLike<number>
  spacingM?: number
  heightsM: ArrayLike<number>
  /** Clutter height in metres per point, or for all points; ignored at the first and last point. */
  clutterM?: ArrayLike<number> | number
  /** Zone of `ZONES` per point, or for all points; default: inland. */
  zones?: ArrayLike<number> | number
}

/** Completed profile for internal use by models: points 0…last. */
export interface Path {
  last: number
  distanceKm: number
  distancesKm: Float64Array
  groundM: Float64Array
  /** Heights of terrain plus clutter, or of terrain only at both ends: g in ITU-R P.1812 §3.2. */
  coveredM: Float64Array
  /** Zone per point, or for all points. */
  zones: ArrayLike<number> | number
}

/**
 * Checks and completes a profile; throws a `RangeError` that names the invalid field. The arrays are shared,
 * not copied: the caller must not change them.
 */
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
    if (typeof list === 'object' && list.length !== count) {
      throw new RangeError(`Expected ${count} values in ${name} as in heightsM, got ${list.length}`)
    }
  }
  const groundM = heightsM instanceof Float64Array ? heightsM : Float64Array.from(heightsM)
  const path: Path = {
    last: count - 1,
    distanceKm: 0,
    distancesKm: new Float64Array(count),
    groundM,
    coveredM: clutterM === undefined || clutterM === 0 ? groundM : covered(groundM, clutterM),
    zones: zones ?? ZONES.inland,
  }
  const { distancesKm, coveredM } = path
  let before = Number.NEGATIVE_INFINITY
  for (let at = 0; at < count; at++) {
    const distanceM = spacingM === undefined ? (distancesM?.[at] as number) : at * spacingM
    const distanceKm = distanceM / 1000
    distancesKm[at] = distanceKm
    if (!(distanceKm > before && distanceM < Number.POSITIVE_INFINITY) || (at === 0 && distanceM !== 0)) {
      throw new RangeError(`Expected distancesM to rise from 0, got ${distanceM} at point ${at}`)
    }
    before = distanceKm
    if (!Number.isFinite(coveredM[at])) {
      throw new RangeError(
        `Expected finite heightsM and clutterM, got ${groundM[at]} and ${clutterAt(clutterM, at)} at point ${at}`,
      )
    }
  }
  if (typeof path.zones === 'number') checkZone(path.zones, 0)
  else for (let at = 0; at < count; at++) checkZone(path.zones[at] as number, at)
  path.distanceKm = before
  return path
}

export function zoneAt({ zones }: Pick<Path, 'zones'>, at: number): number {
  return typeof zones === 'number' ? zones : (zones[at] as number)
}

function covered(groundM: Float64Array, clutterM: ArrayLike<number> | number): Float64Array {
  const coveredM = groundM.slice()
  for (let at = 1; at < coveredM.length - 1; at++) coveredM[at] += clutterAt(clutterM, at)
  return coveredM
}

function clutterAt(clutterM: Profile['clutterM'], at: number): number {
  return typeof clutterM === 'object' ? (clutterM[at] as number) : (clutterM ?? 0)
}

function checkZone(zone: number, at: number): void {
  if (zone !== ZONES.sea && zone !== ZONES.coastal && zone !== ZONES.inland) {
    throw new RangeError(`Expected zones of 1, 3 or 4, got ${zone} at point ${at}`)
  }
}
