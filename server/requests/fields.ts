/**
 * List of all request fields. Schemas, API document, defaults, recorded `params`, table columns, command-line
 * flags and the page's forms are generated from this list; parameters of models are defined in
 * `kernels/models/<name>/`. The page labels a field with `field: <name>` in `server/page/names/`.
 */

import { Type } from 'typebox'
import type { Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import { eirpDbm, erpW, MAXIMUM_ERP_W } from '../../kernels/propagation/power.ts'
import { WIDEST_SPACING_M } from '../../storage/terrain/ground/reach.ts'
import { defaultModel } from '../config/defaults.ts'
import { measure, text } from '../http/schemas/common.ts'
import { echo, listed } from '../http/validation/messages.ts'
import { antennaErrors, antennaWithDefaults } from './antenna-rules.ts'
import { AntennaField } from './antenna-schemas.ts'
import { AzimuthsField, azimuthErrors } from './azimuths.ts'
import { correctionFields } from './correction.ts'
import { endFields } from './ends.ts'
import { examplePositions } from './examples.ts'
import type { Context, Errors, Field, Values } from './field.ts'
import { GridField, gridErrors, isGrid, resolutionOfGrid } from './grid.ts'
import { notOf } from './model-parameters.ts'

const modelNames = [...models.keys()]
const layerNames = [...new Set([...models.values()].flatMap((model) => model.layers))]
const outputNames = [...new Set([...models.values()].flatMap((model) => model.output))]

/** Limits of `resolution`, in metres per cell. */
const resolutionLimits = { minimum: 1, maximum: 1000 }
const DEFAULT_RESOLUTION_M = 30

/** Limits of `terrain_spacing`, in metres. */
export const spacingLimits = { minimum: 0.1, maximum: WIDEST_SPACING_M }

export function latitude(description: string, example: number) {
  return measure('degrees', { minimum: -85, maximum: 85, examples: [example] }, description)
}

export function longitude(description: string, example: number) {
  return measure('degrees', { minimum: -180, maximum: 180, examples: [example] }, description)
}

export const heightLimits = { minimum: -500, maximum: 60_000 }
const heightMode = Type.Enum(['AGL', 'AMSL'], {
  description:
    'Height reference. AGL: above ground level; AMSL: above mean sea level, in the vertical datum of the terrain',
  default: 'AGL',
  examples: ['AGL'],
})

const fields = {
  name: {
    schema: text('Free-text label of the simulation', 'Example', { maxLength: 200, default: '' }),
    isAlways: true,
    isOfSimulations: true,
  },
  // The limits keep all cells below 89° of latitude: 85° + 300 km / 111 km per degree = 87.7°.
  tx_lat: {
    schema: latitude('Transmitter latitude, WGS 84', examplePositions.txLatDeg),
    isRequired: true,
    isAlways: true,
    isOfSimulations: true,
  },
  tx_lon: {
    schema: longitude('Transmitter longitude, WGS 84', examplePositions.txLonDeg),
    isRequired: true,
    isAlways: true,
    isOfSimulations: true,
  },
  tx_height: {
    schema: measure(
      'metres',
      { ...heightLimits, examples: [30] },
      'Height of the transmitting antenna; heights above ground (AGL) must be 0 or more',
    ),
    isRequired: true,
    isAlways: true,
    check: height,
  },
  tx_height_mode: { schema: heightMode, isAlways: true, folded: ['simulation', 'link'] },
  frequency: {
    schema: measure('MHz', { minimum: 1, maximum: 100_000, examples: [868] }, 'Operating frequency'),
    isRequired: true,
    isAlways: true,
    check: validity,
  },
  erp: {
    schema: measure(
      'watts',
      { exclusiveMinimum: 0, maximum: MAXIMUM_ERP_W, default: 1, examples: [10] },
      'Effective radiated power relative to a half-wave dipole; EIRP in dBm = 10·log10(1000·erp) + 2.15. Derived from tx_power_dbm if given',
    ),
    isAlways: true,
    folded: ['simulation', 'link'],
    fill: ({ values }) => values.erp ?? erpOf(values) ?? 1,
    check: power,
  },
  tx_power_dbm: {
    schema: measure(
      'dBm',
      { minimum: -100, maximum: 100, examples: [20] },
      'Output power of the transmitter, instead of erp; EIRP = tx_power_dbm + tx_gain_dbi − tx_loss_db. Allowed together with erp only if both agree within 0.01 dB',
    ),
    insteadOf: 'erp',
  },
  tx_gain_dbi: {
    schema: measure(
      'dBi',
      { minimum: -50, maximum: 100, examples: [2.15] },
      'Gain of the transmitting antenna in its main direction; only with tx_power_dbm, 0 by default',
    ),
    fill: ofPower,
    check: withoutPower,
  },
  tx_loss_db: {
    schema: measure(
      'dB',
      { minimum: 0, maximum: 100, examples: [1.5] },
      'Loss between transmitter and antenna (cable, filters); only with tx_power_dbm, 0 by default',
    ),
    fill: ofPower,
    check: withoutPower,
  },
  rx_height: {
    schema: measure(
      'metres',
      { ...heightLimits, default: 2, examples: [2] },
      'Height of the receiving antenna; heights above ground (AGL) must be 0 or more',
    ),
    isAlways: true,
    check: height,
  },
  rx_height_mode: { schema: heightMode, isAlways: true, folded: ['simulation', 'link'] },
  model: {
    schema: Type.Enum(modelNames, {
      default: defaultModel,
      description: 'Propagation model; GET /models lists all models',
      examples: [defaultModel],
    }),
    isAlways: true,
    isOfSimulations: true,
  },
  resolution: {
    schema: measure(
      'metres per cell',
      { ...resolutionLimits, default: DEFAULT_RESOLUTION_M, examples: [100] },
      'Cell size; with a grid, the height of a cell. For a link: side of the square over which location_percent is evaluated',
    ),
    isAlways: true,
    folded: ['link'],
    // No default if `grid` is the id of a simulation, whose cell size is not known here.
    fill: ({ values: { grid, tx_lat, resolution } }) => {
      if (isGrid(grid)) return resolutionOfGrid(grid, Number(tx_lat))
      return resolution ?? (grid ? undefined : DEFAULT_RESOLUTION_M)
    },
    takes: (model, kind) =>
      kind === 'simulation' || (model.kind === 'path_loss' && model.uses_location === true),
    refusal: notOf,
  },
  max_range: {
    schema: measure(
      'kilometres',
      { minimum: 0.1, maximum: 300, examples: [10] },
      'Radius of the computed circle around the transmitter',
    ),
    isRequired: true,
    isAlways: true,
    isOfSimulations: true,
    check: (context, name) =>
      Number(context.values.max_range) > 1000
        ? `max_range is in kilometres and must be between 0.1 and 300, got ${echo(context.values.max_range)}`
        : validity(context, name),
  },
  grid: {
    schema: GridField,
    isOfSimulations: true,
    folded: ['simulation'],
    fill: ({ values: { grid } }) => grid ?? undefined,
    check: (context) => gridErrors(context, resolutionLimits),
  },
  azimuths: {
    schema: AzimuthsField,
    isOfSimulations: true,
    folded: ['simulation'],
    takes: ({ kind }) => kind === 'visibility',
    refusal: (name, model) =>
      `${name} is only for visibility models: for the model ${model.name}, use the directions of an antenna pattern`,
    check: azimuthErrors,
  },
  terrain_spacing: {
    schema: measure(
      'metres',
      { ...spacingLimits, examples: [90] },
      'Maximum north-south spacing of elevation posts. Only every n-th post is read, where n is the largest number that keeps within this spacing; posts are not averaged. By default, all posts are read',
    ),
    folded: ['simulation', 'link'],
  },
  k_factor: {
    schema: measure(
      '',
      { minimum: 0, maximum: 10, default: 4 / 3, examples: [1.33] },
      'Effective earth radius factor: 0.3 to 10, or 0 for a flat earth. Refused in simulations with itm and p1812, which use the refractivity instead; in links with itm and p1812, used only for the geometry',
    ),
    folded: ['simulation', 'link'],
    takes: (model, kind) => kind === 'link' || model.takes_k_factor,
    refusal: (name, model) => `The model ${model.name} does not use ${name}: leave it out`,
    check: ({ values: { k_factor: factor } }) =>
      typeof factor === 'number' && factor > 0 && factor < 0.3
        ? `k_factor must be between 0.3 and 10, or 0 for a flat earth, got ${echo(factor)}`
        : undefined,
  },
  layers: {
    schema: Type.Array(Type.Enum(layerNames, { type: 'string' }), {
      minItems: 1,
      maxItems: layerNames.length,
      uniqueItems: true,
      description:
        'Layers of the result; GET /models lists the layers of each model, default first. class is a view of value and requires rx_sensitivity_dbm. result_url returns the layer visible or value if requested, otherwise the first requested layer',
      examples: [['visible']],
    }),
    isAlways: true,
    isOfSimulations: true,
    folded: ['simulation'],
    fill: ({ values, model }) => values.layers ?? model.layers.slice(0, 1),
    check: layers,
  },
  output: {
    schema: Type.Enum(outputNames, {
      description:
        'Quantity in the raster: received_power (dBm into an isotropic antenna), field_strength (dBµV/m) or path_loss (dB between isotropic antennas). GET /models lists the quantities of each model, default first',
      examples: outputNames.slice(-1),
    }),
    isOfSimulations: true,
    folded: ['simulation'],
    fill: ({ values, model }) => values.output ?? (model.kind === 'path_loss' ? model.output[0] : undefined),
    check: ({ values: { output }, model }) =>
      typeof output !== 'string' || !model || model.output.includes(output)
        ? undefined
        : `The model ${model.name} has the outputs ${listed(model.output)}, got ${echo(output)}`,
  },
  rx_gain_dbi: {
    schema: measure(
      'dBi',
      { minimum: -50, maximum: 100, default: 0, examples: [3] },
      'Gain of the receiving antenna, added when the received power is calculated; not for the models los and los_fresnel',
    ),
    takes: knowsPower,
  },
  rx_loss_db: {
    schema: measure(
      'dB',
      { minimum: 0, maximum: 100, examples: [0.5] },
      'Loss between receiving antenna and receiver, subtracted when the received power is calculated; 0 by default',
    ),
    folded: ['simulation', 'link'],
    takes: knowsPower,
  },
  rx_sensitivity_dbm: {
    schema: measure(
      'dBm',
      { minimum: -200, maximum: 100, examples: [-110] },
      'Receiver sensitivity. Determines the summary, the layer class and the colors, but not the raster; the query parameter sensitivity_dbm of a result takes precedence. Required for margin_db of a link. Not for the models los and los_fresnel',
    ),
    takes: knowsPower,
  },
  antenna: {
    schema: AntennaField,
    takes: knowsPower,
    refusal: (name, model) =>
      `${name} is only for path-loss models: the model ${model.name} computes no power`,
    fill: ({ values, model, kind }) =>
      values.antenna &&
      antennaWithDefaults(values.antenna as AntennaField, values, hasAntenna(values, model, kind)),
    check: ({ values, model, kind }) =>
      model &&
      antennaErrors(values, {
        model,
        dependsOnPower: hasAntenna(values, model, kind),
        hasNorth: values.profile === undefined,
      }),
  },
  ...endFields,
  ...correctionFields,
} satisfies Record<string, Field>

export const simulationFields = fields

type OfLinks = {
  [Name in keyof typeof fields as (typeof fields)[Name] extends { isOfSimulations: true }
    ? never
    : Name]: (typeof fields)[Name]
}

export const linkFields = Object.fromEntries(
  Object.entries<Field>(fields).filter(([, { isOfSimulations }]) => !isOfSimulations),
) as OfLinks

function knowsPower(model: Model): boolean {
  return model.output.includes('received_power')
}

/** True if the response depends on the transmitting antenna. */
function hasAntenna({ output }: Values, model: Model, kind: Context['kind']): boolean {
  return kind === 'link' || (output ?? model.output[0]) !== 'path_loss'
}

function height(context: Context, name: string): string | undefined {
  const { values } = context
  const value = values[name]
  if (typeof value !== 'number' || (values[`${name}_mode`] ?? 'AGL') !== 'AGL') return undefined
  if (value < 0 && value >= heightLimits.minimum) {
    return `${name} must be a number between 0 and 60000 metres above ground (AGL), got ${echo(value)}`
  }
  return context.kind === 'simulation' ? validity(context, name) : undefined
}

/** Error for a value outside of the model's limits. Antenna heights are checked above ground only. */
function validity({ values, model, kind }: Context, name: string): string | undefined {
  const value = values[name]
  const limit = model?.validity.find(({ parameter }) => parameter === name)
  if (typeof value !== 'number' || !model || !limit) return undefined
  const { minimum, maximum } = limit
  if (value >= minimum && value <= maximum) return undefined
  const label = kind === 'link' && name === 'frequency' ? 'frequency in MHz' : name
  return `${label} must be between ${minimum} and ${maximum} for the model ${model.name}, got ${echo(value)}`
}

function erpOf({ tx_power_dbm: powerDbm, tx_gain_dbi = 0, tx_loss_db = 0 }: Values): number | undefined {
  return typeof powerDbm === 'number' ? erpW(powerDbm + Number(tx_gain_dbi) - Number(tx_loss_db)) : undefined
}

const SAME_POWER_DB = 0.01

function power({ values }: Context): string | Errors | undefined {
  const { erp } = values
  if (typeof erp === 'number' && erp < 0) {
    return `erp must be a number above 0 and at most 2000000, in watts, not dBm, got ${echo(erp)}`
  }
  const derivedW = erpOf(values)
  if (derivedW === undefined) return undefined
  if (derivedW > MAXIMUM_ERP_W) {
    const highest = eirpDbm(MAXIMUM_ERP_W).toFixed(2)
    const detail = `tx_power_dbm + tx_gain_dbi − tx_loss_db must be at most ${highest} dBm EIRP, got ${eirpDbm(derivedW).toFixed(2)}`
    return [['tx_power_dbm', detail]]
  }
  if (typeof erp !== 'number' || erp === 0) return undefined
  if (Math.abs(eirpDbm(erp) - eirpDbm(derivedW)) <= SAME_POWER_DB) return undefined
  return `erp and tx_power_dbm must agree: ${eirpDbm(erp).toFixed(2)} and ${eirpDbm(derivedW).toFixed(2)} dBm EIRP; leave one of them out`
}

function ofPower({ values }: Context, name: string): unknown {
  return values.tx_power_dbm === undefined ? undefined : (values[name] ?? 0)
}

function withoutPower({ values }: Context, name: string): string | undefined {
  if (values[name] === undefined || values.tx_power_dbm !== undefined) return undefined
  return `${name} has no effect without tx_power_dbm: erp is a radiated power`
}

/** The layer `class` depends on received power and therefore needs a sensitivity. */
function layers({ values, model }: Context): Errors {
  const { layers: names, rx_sensitivity_dbm } = values
  if (!Array.isArray(names) || !model) return []
  const errors = names.flatMap(
    (name, index): Errors =>
      typeof name !== 'string' || model.layers.includes(name)
        ? []
        : [
            [
              `layers/${index}`,
              `The model ${model.name} has the layers ${listed(model.layers)}, got ${echo(name)}`,
            ],
          ],
  )
  if (names.includes('class') && model.layers.includes('class') && rx_sensitivity_dbm === undefined) {
    errors.push([
      'rx_sensitivity_dbm',
      'rx_sensitivity_dbm is required for the layer class, which shows where at least this power is received, for any output',
    ])
  }
  return errors
}
