/** Parameters of a search of sites, in addition to the simulation request of its candidates. */

export interface SearchParams {
  network_id: string
  /** Latitude and longitude of each candidate, degrees. */
  places: [latDeg: number, lonDeg: number][]
  /** Names of candidates that have one, by number. */
  names: Record<string, string>
  /** Criterion of coverage; only for path loss. */
  view?: { eirp_dbm?: number; sensitivity_dbm: number }
  /** Sensitivity for all sites without their own. */
  sensitivity_dbm?: number
  choice: ChoiceParams
}

/** Constraints on the chosen candidates. */
export interface ChoiceParams {
  sites: number
  /** Minimum distance between a chosen site and any other. */
  min_distance_m?: number
  /** Each chosen site must have a link to any site, or to all of these, by their numbers in the network. */
  must_reach?: 'any site' | number[]
  /** Layer of weights to sum; default: square kilometres. */
  weights?: string
}

/** The candidates of a search, in order. */
export function placesOf({ places }: SearchParams): { latDeg: number; lonDeg: number }[] {
  return places.map(([latDeg, lonDeg]) => ({ latDeg, lonDeg }))
}

const WORD_BITS = 32

/** Bytes of a raster's cells as bits, for any bit offset of the first. */
export function setBytes({ rows, cols }: { rows: number; cols: number }): number {
  return rows * (WORD_BITS / 8) * Math.ceil((cols + WORD_BITS - 1) / WORD_BITS)
}
