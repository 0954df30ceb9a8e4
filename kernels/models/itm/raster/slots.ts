/** The names of the numbers that ITM's kernel is given; it names them, and `expand.ts` writes out their numbers. */

/** Of a path: [11][PATHS_DOWN][PATHS_ACROSS]. */
export const ITM_PATH = {
  /** 0: ITM has no answer there. */
  distanceM: 0,
  gammaE: 1,
  /** At the surface, N-units. */
  refractivity: 2,
  deltaHM: 3,
  txAngle: 4,
  rxAngle: 5,
  txHorizonM: 6,
  rxHorizonM: 7,
  txEffectiveM: 8,
  rxEffectiveM: 9,
  rxHeightM: 10,
} as const
export const ITM_PATH_NUMBERS = Object.keys(ITM_PATH).length

/** Of a job, the same for all its paths: [1][1][22]. */
export const ITM_TERM = {
  txHeightM: 0,
  frequencyMhz: 1,
  impedanceRe: 2,
  impedanceIm: 3,
  median1: 4,
  median2: 5,
  median3: 6,
  median4: 7,
  median5: 8,
  time1: 9,
  time2: 10,
  time3: 11,
  time4: 12,
  time5: 13,
  timeFactor: 14,
  zTime: 15,
  zLocation: 16,
  zSituation: 17,
  mode: 18,
  situationFraction: 19,
  locationFraction: 20,
  pathTerm: 21,
} as const
