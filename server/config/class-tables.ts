/** Built-in tables that map land-cover classes to clutter. */

import type { ClutterType } from '../../kernels/propagation/clutter.ts'

export interface ClassClutter {
  type: ClutterType
  /** Clutter height above ground in metres; 0 means no clutter. */
  height_m: number
}

/** Clutter by class number; classes missing from the table are unknown. */
export type ClassTable = Readonly<Record<string, ClassClutter>>

const nothing: ClassClutter = { type: 'open', height_m: 0 }
const water: ClassClutter = { type: 'water', height_m: 0 }
const shrubs: ClassClutter = { type: 'trees', height_m: 3 }
/** Representative clutter heights from ITU-R P.2108-1 table 3. */
const forest: ClassClutter = { type: 'trees', height_m: 15 }
const houses: ClassClutter = { type: 'suburban', height_m: 10 }

/** Source: ESA WorldCover 10 m v200, product user manual, table of classes. */
const worldcover: ClassTable = {
  10: forest,
  20: shrubs,
  30: nothing,
  40: nothing,
  50: houses,
  60: nothing,
  70: nothing,
  80: water,
  90: nothing,
  95: forest,
  100: nothing,
}

/** Source: National Land Cover Database of the U.S. Geological Survey, legend of 2021. */
const nlcd: ClassTable = {
  11: water,
  12: nothing,
  21: nothing,
  22: houses,
  23: houses,
  24: { type: 'urban', height_m: 15 },
  31: nothing,
  41: forest,
  42: forest,
  43: forest,
  51: nothing,
  52: shrubs,
  71: nothing,
  72: nothing,
  73: nothing,
  74: nothing,
  81: nothing,
  82: nothing,
  90: forest,
  95: nothing,
}

export const CLASS_TABLES: Readonly<Record<string, ClassTable>> = { worldcover, nlcd }
