/** What a model asks of a request: its own fields and no other model's, within its limits. */

import type { Model } from '../../kernels/model.ts'
import type { FieldError } from '../http/errors.ts'
import { echo, listed } from '../http/validation/messages.ts'
import { antennaErrors, asksForPower, withPolarization } from './antenna-rules.ts'
import { parameterErrors } from './model-parameters.ts'

type Values = Record<string, unknown>

export function modelErrors(values: Values, model: Model): FieldError[] {
  const errors = [
    ...validity(values, model),
    ...parameterErrors(values, model),
    ...earth(values.k_factor, model),
    ...output(values.output, model),
    ...receiver(values, model),
    ...layers(values.layers, model),
    ...classes(values, model),
    ...antennaErrors(values, { model, dependsOnPower: asksForPower(values, model), hasNorth: true }),
  ]
  return errors.length === 0 ? conflicts(withPolarization(values), model) : errors
}

/** A limit of an antenna's height is one above ground; heights above sea level depend on the ground. */
function validity(values: Values, model: Model): FieldError[] {
  return model.validity.flatMap(({ parameter, minimum, maximum }) => {
    const value = values[parameter]
    if (typeof value !== 'number' || (value >= minimum && value <= maximum)) return []
    if ((values[`${parameter}_mode`] ?? 'AGL') !== 'AGL') return []
    const allowed = `between ${minimum} and ${maximum} for the model ${model.name}`
    return [refuse(parameter, `${parameter} must be ${allowed}, got ${echo(value)}`)]
  })
}

function earth(factor: unknown, model: Model): FieldError[] {
  if (factor === undefined || model.takes_k_factor) return []
  return [refuse('k_factor', `The model ${model.name} does not use k_factor: leave it out`)]
}

function output(value: unknown, model: Model): FieldError[] {
  if (typeof value !== 'string' || model.output.includes(value)) return []
  return [
    refuse('output', `The model ${model.name} has the outputs ${listed(model.output)}, got ${echo(value)}`),
  ]
}

/** Whether a request's answer depends on the gain of the receiving antenna. */
export function takesGain({ output, rx_sensitivity_dbm }: Values, model: Model): boolean {
  const requested = output ?? model.output[0]
  return (
    requested === 'received_power' ||
    (rx_sensitivity_dbm !== undefined && model.output.includes('received_power'))
  )
}

function receiver(values: Values, model: Model): FieldError[] {
  const errors: FieldError[] = []
  if (values.rx_gain_dbi !== undefined && !takesGain(values, model)) {
    const detail =
      'rx_gain_dbi would change nothing: it is for the output received_power, or rx_sensitivity_dbm'
    errors.push(refuse('rx_gain_dbi', detail))
  }
  if (values.rx_sensitivity_dbm !== undefined && !model.output.includes('received_power')) {
    errors.push(
      refuse('rx_sensitivity_dbm', `The model ${model.name} knows no power: leave rx_sensitivity_dbm out`),
    )
  }
  return errors
}

function layers(names: unknown, model: Model): FieldError[] {
  if (!Array.isArray(names)) return []
  return names.flatMap((name, index) =>
    typeof name !== 'string' || model.layers.includes(name)
      ? []
      : [
          refuse(
            `layers/${index}`,
            `The model ${model.name} has the layers ${listed(model.layers)}, got ${echo(name)}`,
          ),
        ],
  )
}

/** Classes go by received power, whatever the output is, and need a sensitivity. */
function classes({ layers, rx_sensitivity_dbm }: Values, model: Model): FieldError[] {
  if (!Array.isArray(layers) || !layers.includes('class') || !model.layers.includes('class')) return []
  if (rx_sensitivity_dbm !== undefined) return []
  const detail =
    'rx_sensitivity_dbm is required for the layer class, which shows where at least this many dBm are received, whatever the output is'
  return [refuse('rx_sensitivity_dbm', detail)]
}

/** The model's own rules between fields. */
export function conflicts(values: Values, model: Model): FieldError[] {
  return (model.conflicts?.(values) ?? []).map(({ field, detail }) => refuse(field, detail))
}

function refuse(path: string, detail: string): FieldError {
  return { pointer: `#/${path}`, detail }
}
