/** One plane of a pattern. */
export interface StoredCut {
  /** Rising, 0 ≤ angle < 360. */
  angles_deg: number[]
  /** Relative to the main direction, as attenuation. */
  attenuation_db: number[]
}

/** An antenna pattern of an account, with what its file says of the antenna. */
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
 * The antenna patterns of all accounts. Which there are is in memory, so that a check and the change that follows it
 * are not parted; a change takes effect there before its first `await` and is on stable storage when its promise
 * settles. One that can't be stored is rolled back and rejects with a `StoreError`. Patterns never change.
 */
export interface AntennaStore {
  has(accountId: string, id: string): boolean
  count(accountId: string): number
  /** Oldest first. */
  list(accountId: string): Promise<StoredAntenna[]>
  /** `undefined`: the account has none of that id. */
  read(accountId: string, id: string): Promise<StoredAntenna | undefined>
  add(accountId: string, antenna: StoredAntenna): Promise<void>
  /** False: there was none. */
  remove(accountId: string, id: string): Promise<boolean>
}
