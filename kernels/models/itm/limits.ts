/**
 * Input limits of ITM 1.2.2: NTIA's input checks (ITM 1.4, ERRORS_AND_WARNINGS) as data. Outside `minimum`…`maximum`
 * there is no result; outside `warnBelow`…`warnAbove` there is a result with a warning.
 */

import { ModelInputError } from '../../model.ts'

export interface Limit {
  parameter: string
  unit: string
  minimum: number
  maximum: number
  /** True if `minimum` and `maximum` are not valid themselves. */
  exclusive?: true
  warnBelow?: number
  warnAbove?: number
  warning?: ItmWarning
}

/** NTIA's warning flags, in the order of their bits. */
export const ITM_WARNINGS = {
  tx_height: 0x0001,
  rx_height: 0x0002,
  frequency: 0x0004,
  distance_above_1000_km: 0x0008,
  distance_above_2000_km: 0x0010,
  distance_below_height_difference: 0x0020,
  distance_below_1_km: 0x0040,
  tx_horizon_angle: 0x0080,
  rx_horizon_angle: 0x0100,
  tx_horizon_near: 0x0200,
  rx_horizon_near: 0x0400,
  tx_horizon_far: 0x0800,
  rx_horizon_far: 0x1000,
  extreme_variability: 0x2000,
  surface_refractivity: 0x4000,
} as const

export type ItmWarning = keyof typeof ITM_WARNINGS

const PERCENT = { unit: '%', minimum: 0, maximum: 100, exclusive: true } as const
const HEIGHT = { unit: 'm', minimum: 0.5, maximum: 3000, warnBelow: 1, warnAbove: 1000 } as const

export const ITM_LIMITS = [
  { parameter: 'txHeightM', ...HEIGHT, warning: 'tx_height' },
  { parameter: 'rxHeightM', ...HEIGHT, warning: 'rx_height' },
  {
    parameter: 'frequencyMhz',
    unit: 'MHz',
    minimum: 20,
    maximum: 20_000,
    warnBelow: 40,
    warnAbove: 10_000,
    warning: 'frequency',
  },
  { parameter: 'refractivity', unit: 'N-units', minimum: 250, maximum: 400 },
  { parameter: 'permittivity', unit: 'relative', minimum: 1, maximum: Number.POSITIVE_INFINITY },
  {
    parameter: 'conductivitySm',
    unit: 'S/m',
    minimum: 0,
    maximum: Number.POSITIVE_INFINITY,
    exclusive: true,
  },
  { parameter: 'timePercent', ...PERCENT },
  { parameter: 'locationPercent', ...PERCENT },
  { parameter: 'situationPercent', ...PERCENT },
] as const satisfies Limit[]

/** Limits of the surface refractivity at the height of the path, in N-units; a warning below 250. */
export const SURFACE_REFRACTIVITY = { minimum: 150, maximum: 400, warnBelow: 250 } as const

/** Limits of the effective earth radius in metres. */
export const EFFECTIVE_RADIUS_M = { minimum: 4_000_000, maximum: 13_333_333 } as const

/** Standard normal deviate beyond which a percentage gets a warning. */
export const EXTREME_DEVIATE = 3.1

/** Thrown if ITM gives no result for its inputs. */
export class ItmInputError extends ModelInputError {
  override readonly code = 'itm_input'
}

/** Returns an input value that ITM accepts, and reports a warning near the limits; throws otherwise. */
export function checkLimit(limit: Limit, value: number, warn: (warning: ItmWarning) => void): void {
  const { parameter, unit, minimum, maximum, exclusive } = limit
  const inside = exclusive ? value > minimum && value < maximum : value >= minimum && value <= maximum
  if (!inside) {
    const range = exclusive
      ? `between ${minimum} and ${maximum}, neither of them included`
      : `${minimum} to ${maximum}`
    throw new ItmInputError(`Expected ${parameter} of ${range} (${unit}), got ${value}`)
  }
  const near = value < (limit.warnBelow ?? minimum) || value > (limit.warnAbove ?? maximum)
  if (near && limit.warning) warn(limit.warning)
}
