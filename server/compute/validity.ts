/** Warnings near the limits of a model, the same for simulations and links. */

import type { Model } from '../../kernels/model.ts'

export interface ValidityWarning {
  code: 'near_validity_limit'
  detail: string
}

/**
 * One warning for each value outside what the model is made for. `known` are values by the parameters of its limits:
 * `frequency` in MHz, `tx_height` and `rx_height` in metres above the ground, `max_range` in km. What is not known is
 * not judged.
 */
export function validityWarnings(
  { name, validity }: Model,
  known: Readonly<Record<string, number | undefined>>,
): ValidityWarning[] {
  return validity.flatMap(({ parameter, warn_below, warn_above }) => {
    const value = known[parameter]
    if (value === undefined || (value >= warn_below && value <= warn_above)) return []
    const got = Number(value.toFixed(3))
    const detail = `${limitName(parameter)} is ${got}; the model ${name} is made for ${warn_below} to ${warn_above}.`
    return [{ code: 'near_validity_limit' as const, detail }]
  })
}

/** A limit's parameter in a sentence, with its unit. */
export function limitName(parameter: string): string {
  if (parameter === 'max_range') return 'the range in kilometres'
  return parameter === 'frequency' ? 'frequency in MHz' : `${parameter} in metres above the ground`
}
