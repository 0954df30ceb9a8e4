/** Sizes that the kernel is compiled for, once: a piece of work is always so many paths. */

export const PATHS_ACROSS = 4096
export const PATHS_DOWN = 16
export const PATHS = PATHS_ACROSS * PATHS_DOWN

/** What the kernel is told of each path, in this order. */
export const COLUMNS = {
  distanceM: 0,
  gammaE: 1,
  surfaceRefractivity: 2,
  deltaHM: 3,
  txAngle: 4,
  rxAngle: 5,
  txHorizonM: 6,
  rxHorizonM: 7,
  txEffectiveM: 8,
  rxEffectiveM: 9,
  rxHeightM: 10,
} as const

export const COLUMN_COUNT = 11

/** Numbers that are the same for all paths of a job; see `settingsTensor`. */
export const SETTING_COUNT = 22

/** The longest ray. */
export const MOST_STEPS = 4096
