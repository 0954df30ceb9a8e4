/** Terrain irregularity as a function of distance. */

/** Δh(d) in metres: the interdecile range of heights over a path of `distanceM`. ERL 79-ITS 67 (3). */
export function roughnessM(distanceM: number, deltaHM: number): number {
  const decay = Math.exp(-distanceM / 50e3)
  return deltaHM * (1 - 0.8 * decay)
}

/** σ_h in metres: root-mean-square deviation of the terrain within the first Fresnel zone. ERL 79-ITS 67 (3.6a). */
export function terrainDeviationM(roughM: number): number {
  const decay = Math.exp(-0.5 * Math.sqrt(Math.sqrt(roughM)))
  return 0.78 * roughM * decay
}
