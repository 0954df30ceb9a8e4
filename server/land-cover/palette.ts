/** Colors of land cover on maps; partly transparent, so that the relief remains visible. */

import type { ClutterType } from '../../kernels/propagation/clutter.ts'
import type { ClassTable } from '../config/class-tables.ts'

/** Land cover type on maps: a clutter type, or `none` for every class with height 0. */
export type CoverType = ClutterType | 'none'

/** Colors as `#rrggbbaa`, from open ground to the densest cover. */
export const COVER_COLORS: Readonly<Record<CoverType, string>> = {
  none: '#fffbe838',
  water: '#3b8fd0b0',
  open: '#e3cf57b0',
  trees: '#2a8c4ab0',
  suburban: '#f09a62b0',
  urban: '#d2453cb0',
  dense_urban: '#7d2a72b0',
}
export const coverTypes = Object.keys(COVER_COLORS) as CoverType[]

export interface CoverColor {
  type: CoverType
  color: string
}

export function colorsOf(tables: readonly ClassTable[]): CoverColor[] {
  const rows = tables.flatMap((table) => Object.values(table))
  const types = new Set(rows.map(({ type, height_m: heightM }) => (heightM === 0 ? 'none' : type)))
  return coverTypes.filter((type) => types.has(type)).map((type) => ({ type, color: COVER_COLORS[type] }))
}
