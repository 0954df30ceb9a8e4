/** Inputs of ITM other than the terrain. */

import type { Polarization } from '../../model.ts'
import { CLIMATES } from './climates.ts'
import { groundImpedance } from './earth.ts'
import { checkLimit, EXTREME_DEVIATE, ITM_LIMITS, ItmInputError, type ItmWarning } from './limits.ts'
import type { ItmTerms } from './records.ts'
import { type Statistics, VARIABILITY_MODES, variabilityTerms } from './variability.ts'

export interface ItmParameters extends Statistics {
  /** Structural antenna heights above ground. */
  txHeightM: number
  rxHeightM: number
  frequencyMhz: number
  polarization: Polarization
  /** Surface refractivity at sea level in N-units. */
  refractivity: number
  /** Relative permittivity of the ground. */
  permittivity: number
  conductivitySm: number
}

/** Inputs of ITM other than antenna heights and frequency. */
export type ItmOptions = Omit<ItmParameters, 'txHeightM' | 'rxHeightM' | 'frequencyMhz'>

/** Defaults for average ground and a temperate climate. */
export const ITM_DEFAULTS = {
  polarization: 'vertical',
  climate: 'continental_temperate',
  refractivity: 301,
  permittivity: 15,
  conductivitySm: 0.005,
  variability: 'broadcast',
  withoutLocation: false,
  withoutSituation: false,
  timePercent: 50,
  locationPercent: 50,
  situationPercent: 50,
} as const satisfies Partial<ItmParameters>

/**
 * Checks the parameters and computes all terms that depend only on them; throws an `ItmInputError` that names
 * an invalid parameter. `pathTerm`: see `ItmTerms`.
 */
export function checkedTerms(
  parameters: ItmParameters,
  pathTerm = 10,
): { terms: ItmTerms; warnings: Set<ItmWarning> } {
  const warnings = new Set<ItmWarning>()
  for (const limit of ITM_LIMITS) checkLimit(limit, parameters[limit.parameter], (name) => warnings.add(name))
  oneOf('climate', parameters.climate, Object.keys(CLIMATES))
  oneOf('variability', parameters.variability, VARIABILITY_MODES)
  oneOf('polarization', parameters.polarization, ['horizontal', 'vertical'])
  const { permittivity, conductivitySm, frequencyMhz, polarization, txHeightM } = parameters
  const [impedanceRe, impedanceIm] = groundImpedance(permittivity, conductivitySm, frequencyMhz, polarization)
  if (impedanceRe <= Math.abs(impedanceIm)) {
    throw new ItmInputError(
      `Expected permittivity and conductivitySm of a ground impedance more real than imaginary, got ${permittivity} and ${conductivitySm}`,
    )
  }
  const statistics = variabilityTerms(parameters, frequencyMhz)
  const { zTime, zLocation, zSituation } = statistics
  if ([zTime, zLocation, zSituation].some((z) => Math.abs(z) > EXTREME_DEVIATE)) {
    warnings.add('extreme_variability')
  }
  const mhzThird = Math.cbrt(frequencyMhz)
  const impedance = Math.hypot(impedanceRe, impedanceIm)
  const ofGround = { impedanceRe, impedanceIm, impedance }
  return { terms: { ...statistics, ...ofGround, txHeightM, frequencyMhz, mhzThird, pathTerm }, warnings }
}

function oneOf(parameter: string, value: string, allowed: readonly string[]): void {
  if (!allowed.includes(value)) {
    throw new ItmInputError(`Expected ${parameter} to be one of ${allowed.join(', ')}, got ${value}`)
  }
}
