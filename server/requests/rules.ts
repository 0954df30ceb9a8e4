import type { Model } from '../../kernels/model.ts'
import { defaultModel } from '../config/defaults.ts'
import type { FieldError } from '../http/errors.ts'
import { echo } from '../http/validation/messages.ts'
import { modelErrors } from './model-rules.ts'

type Values = Record<string, unknown>

/**
 * What a schema of single fields cannot say. Takes the body as it came, so that every offending field is named at
 * once, whatever is wrong with the others; looks only at values of the right type.
 */
export function ruleErrors(body: unknown, models: ReadonlyMap<string, Model>): FieldError[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
  const values = body as Values
  const { model: name = defaultModel } = values
  // Not any value can be made a text: {"toString": 1} can't.
  const model = typeof name === 'string' ? models.get(name) : undefined
  return [
    ...height(values, 'tx_height', 'tx_height_mode'),
    ...power(values.erp),
    ...height(values, 'rx_height', 'rx_height_mode'),
    ...maxRange(values.max_range),
    ...kFactor(values.k_factor),
    ...(model ? modelErrors(values, model) : []),
  ]
}

function height(values: Values, field: string, modeField: string): FieldError[] {
  const value = values[field]
  if (typeof value !== 'number' || value >= 0 || value < -500) return []
  if ((values[modeField] ?? 'AGL') !== 'AGL') return []
  return [
    refuse(
      field,
      `${field} must be a number between 0 and 60000 metres above ground (AGL), got ${echo(value)}`,
    ),
  ]
}

function power(erp: unknown): FieldError[] {
  if (typeof erp !== 'number' || erp >= 0) return []
  return [
    refuse('erp', `erp must be a number above 0 and at most 2000000, in watts, not dBm, got ${echo(erp)}`),
  ]
}

function maxRange(kilometres: unknown): FieldError[] {
  if (typeof kilometres !== 'number' || kilometres <= 1000) return []
  const detail = `max_range is in kilometres and must be between 0.1 and 300, got ${echo(kilometres)}`
  return [refuse('max_range', detail)]
}

function kFactor(factor: unknown): FieldError[] {
  if (typeof factor !== 'number' || factor <= 0 || factor >= 0.3) return []
  return [
    refuse('k_factor', `k_factor must be between 0.3 and 10, or 0 for a flat earth, got ${echo(factor)}`),
  ]
}

function refuse(path: string, detail: string): FieldError {
  return { pointer: `#/${path}`, detail }
}
