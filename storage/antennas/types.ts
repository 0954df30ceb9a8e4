/** One plane of a pattern. */
export interface StoredCut {
  /** Rising, 0 ≤ angle < 360. */
  angles_deg: number[]
  /** Attenuation relative to the main direction. */
  attenuation_db: number[]
}

/** Antenna pattern of an account, with the antenna's data from its file. */
export interface StoredAntenna {
  id: string
  name: string
  make: string | null
  frequency_mhz: number | null
  gain_dbi: number | null
  polarization: string | null
  tilt: string | null
  horizontal_beamwidth: number | null
  vertical_beamwidth: number | null
  front_to_back: number
  created_at: string
  horizontal: StoredCut
  vertical: StoredCut
}

/**
 * Antenna patterns of all accounts. Ids are kept in memory, so that a check and the following change are atomic: a
 * change takes effect before its first `await` and is on stable storage when its promise settles. A change that
 * cannot be stored is rolled back and rejects with a `StoreError`. Patterns never change.
 */
export interface AntennaStore {
  has(accountId: string, id: string): boolean
  count(accountId: string): number
  /** Oldest first. */
  list(accountId: string): Promise<StoredAntenna[]>
  /** `undefined`: the account has no pattern of that id. */
  read(accountId: string, id: string): Promise<StoredAntenna | undefined>
  add(accountId: string, antenna: StoredAntenna): Promise<void>
  /** False: no such pattern. */
  remove(accountId: string, id: string): Promise<boolean>
}
