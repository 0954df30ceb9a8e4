/** Parameters of a site search, in addition to the simulation request for the candidate sites. */

export interface SearchParams {
  network_id: string
  /** Latitude and longitude of each candidate site in degrees. */
  places: [latDeg: number, lonDeg: number][]
  /** Names of candidate sites by number; some sites have no name. */
  names: Record<string, string>
  /** Coverage criterion, set only for path-loss models. */
  view?: { eirp_dbm?: number; sensitivity_dbm: number }
  /** Sensitivity in dBm for sites that do not define one. */
  sensitivity_dbm?: number
  choice: ChoiceParams
}

/** Constraints on site selection. */
export interface ChoiceParams {
  sites: number
  /** Minimum distance in metres between a selected site and any other site. */
  min_distance_m?: number
  /** Required links of each selected site: to any one site, or to all network sites with the given numbers. */
  must_reach?: 'any site' | number[]
  /** Layer of weights to sum; default: area in square kilometres. */
  weights?: string
}

/** Candidate sites of a search, in order. */
export function placesOf({ places }: SearchParams): { latDeg: number; lonDeg: number }[] {
  return places.map(([latDeg, lonDeg]) => ({ latDeg, lonDeg }))
}

const WORD_BITS = 32

/** Size in bytes of a set with one bit per raster cell, sufficient for any bit offset of the first cell. */
export function setBytes({ rows, cols }: { rows: number; cols: number }): number {
  return rows * (WORD_BITS / 8) * Math.ceil((cols + WORD_BITS - 1) / WORD_BITS)
}
