/** Unit of dimensionless numbers. */
export const dimensionless = '1'

const physical = new Set([
  '%',
  'MHz',
  'N-units',
  'N-units/km',
  'S/m',
  'dB',
  'dBi',
  'dBm',
  'degrees',
  'kilometres',
  'm',
  'metres',
  'metres per cell',
  'milliseconds',
  'seconds',
  'square kilometres',
  'watts',
])

/** Names the unit in the first clause of a description: before its first parenthesis or punctuation mark. */
export function withUnit(description: string, unit: string): string {
  if (!physical.has(unit)) return description
  return description.replace(/ \(|[.,;:] |$/, `, in ${unit}$&`)
}
