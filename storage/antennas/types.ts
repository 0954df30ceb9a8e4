/** Attenuation of an antenna in one plane, by angle. */
export interface StoredCut {
  /** Angles in degrees, ascending, 0 ≤ angle < 360. */
  angles_deg: number[]
  /** Attenuation in dB relative to the main direction. */
  attenuation_db: number[]
}

/** Antenna pattern of an account, with antenna data from the uploaded file. */
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
