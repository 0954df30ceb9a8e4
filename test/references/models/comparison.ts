/** Comparison of models with published references, for `npm run validate -- models` and the tests. */

import type { Row } from '../../../bench/frame/report.ts'
import type { Device } from '../../../kernels/device/device.ts'
import type { RayLosses } from './rays.ts'

/** One published value and what we have for it. */
export interface Value {
  /** With its unit, as in the tolerances. */
  quantity: string
  /** The file or row that it comes from. */
  from: string
  want: number
  got: number
}

/** The greatest error that is accepted, and why that much. */
export interface Tolerance {
  maximum: number
  why: string
}

/** What a set may compute with on one backend. */
export interface Opened {
  device: Device
  rays: RayLosses
}

/** References of one kind under the directory. Files are looked for when it is asked to compare. */
export interface ReferenceSet {
  name: string
  /** Whether DIR has it. */
  isIn(dir: string): boolean
  /** The functions called directly, in float64. */
  plain(dir: string): Value[]
  /** The same on a device, where there is such a form. */
  device?(dir: string, opened: Opened): Promise<Value[]>
  tolerances: Record<string, Tolerance>
  /** What of the set is left out or differs, and why. */
  notes: string[]
}

/** One row for each quantity, in the order of the tolerances. Throws for a quantity without one. */
export function rowsOf(set: ReferenceSet, by: string, values: Value[]): Row[] {
  const unknown = values.find(({ quantity }) => !Object.hasOwn(set.tolerances, quantity))
  if (unknown !== undefined) throw new Error(`${set.name}: no tolerance for ${unknown.quantity}`)
  return Object.entries(set.tolerances).flatMap(([quantity, { maximum }]) => {
    const errors = values.filter((value) => value.quantity === quantity).map(errorOf)
    if (errors.length === 0) return []
    // Of a list with a NaN it is NaN, which no tolerance admits.
    const max = Math.max(...errors)
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    const row: Row = {
      case: `${set.name} ${by}`,
      quantity,
      n: errors.length,
      mean,
      max,
      tolerance: maximum,
      pass: max <= maximum,
    }
    return [row]
  })
}

/** The values of a quantity that break its tolerance, worst first: for messages. */
export function broken(set: ReferenceSet, values: Value[]): Value[] {
  return values
    .filter((value) => !(errorOf(value) <= (set.tolerances[value.quantity]?.maximum ?? 0)))
    .sort((a, b) => errorOf(b) - errorOf(a))
}

function errorOf({ want, got }: Value): number {
  return Math.abs(got - want)
}

/** Lines of a comma-separated file as trimmed cells. */
export function cellsOf(text: string): string[][] {
  return text.split(/\r?\n/).map((line) => line.split(',').map((cell) => cell.trim()))
}
