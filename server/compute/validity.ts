import type { Model } from '../../kernels/model.ts'

/**
 * Warns about each value outside the model's limits. `known` contains values by parameter: `frequency` in
 * MHz, `tx_height` and `rx_height` in metres above ground, `max_range` in km; other limits are not checked.
 */
export function validityWarnings(
  { name, validity }: Model,
  known: Readonly<Record<string, number | undefined>>,
) {
  return validity.flatMap(({ parameter, warn_below, warn_above }) => {
    const value = known[parameter]
    if (value === undefined || (value >= warn_below && value <= warn_above)) return []
    const rounded = Number(value.toFixed(3))
    const detail = `${limitName(parameter)} is ${rounded}; the model ${name} is intended for ${warn_below} to ${warn_above}.`
    return [{ code: 'near_validity_limit' as const, detail }]
  })
}

/** Wording of a limited parameter with its unit, for use in a sentence. */
export function limitName(parameter: string): string {
  if (parameter === 'max_range') return 'the range in kilometres'
  return parameter === 'frequency' ? 'frequency in MHz' : `${parameter} in metres above the ground`
}
