/** What a search of sites asks beyond the request that its candidates repeat, as its record keeps it. */

export interface SearchParams {
  network_id: string
  /** Latitude and longitude of each candidate, degrees. */
  places: [latDeg: number, lonDeg: number][]
  /** Of the candidates that have one, by their numbers. */
  names: Record<string, string>
  /** What counts as covered; of path loss alone. */
  view?: { eirp_dbm?: number; sensitivity_dbm: number }
  /** Of all sites that have none of their own, as the search asks it. */
  sensitivity_dbm?: number
  /** What is chosen unless it is said otherwise. */
  choice: ChoiceParams
}

/** Which of the candidates are wanted. */
export interface ChoiceParams {
  /** At most so many. */
  sites: number
  /** Between a chosen site and any other. */
  min_distance_m?: number
  /** Each chosen site is linked with any site, of the network or chosen, or with all of these, by their numbers in the network. */
  must_reach?: 'any site' | number[]
  /** The layer of weights that is summed; square kilometres without. */
  weights?: string
}

/** The candidates of a search, in their order. */
export function placesOf({ places }: SearchParams): { latDeg: number; lonDeg: number }[] {
  return places.map(([latDeg, lonDeg]) => ({ latDeg, lonDeg }))
}

const WORD_BITS = 32

/** Bytes of the cells of a raster as bits, wherever in a word the first one lies. */
export function setBytes({ rows, cols }: { rows: number; cols: number }): number {
  return rows * (WORD_BITS / 8) * Math.ceil((cols + WORD_BITS - 1) / WORD_BITS)
}
