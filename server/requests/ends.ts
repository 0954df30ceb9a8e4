/** `tx_clutter`, `rx_clutter` and `rx_indoor` of a request: the surroundings of the antennas. */

import type { Static } from 'typebox'
import type { Clutter, Ends, Indoor } from '../../kernels/ends/ends.ts'
import type { Model } from '../../kernels/model.ts'
import { BUILDING_ENTRY_GHZ } from '../../kernels/propagation/building-entry.ts'
import {
  CLUTTER_HEIGHTS_M,
  type ClutterType,
  HEIGHT_GAIN_GHZ,
  isOpen,
  STATISTICAL_GHZ,
  STATISTICAL_KM,
} from '../../kernels/propagation/clutter.ts'
import { measure, optional, strictObject, word } from '../http/schemas/common.ts'
import { echo } from '../http/validation/messages.ts'
import { type CorrectionField, correctionOf } from './correction.ts'
import type { Context, Errors, Field, Values } from './field.ts'

const heightTypes = Object.keys(CLUTTER_HEIGHTS_M) as ClutterType[]
const clutterTypes = ['none', 'map', ...heightTypes, 'statistical']

const percent = (description: string) =>
  measure('%', { minimum: 0.01, maximum: 99.99, examples: [50] }, description)

const tableHeights = heightTypes.map((type) => `${type} ${CLUTTER_HEIGHTS_M[type]}`).join(', ')

/** One schema covers all clutter types; a rule checks the members of each type. */
const ClutterField = strictObject('Clutter', 'Clutter around an antenna; no clutter by default', {
  type: word(
    clutterTypes,
    'Clutter type. none: bare ground. map: from the land cover of the service (LAYERS), for receivers at each cell. Types with a height (ITU-R P.2108-1 §3.1, 30 to 3000 MHz): the path is computed to the top of the clutter, and an antenna below the top has an additional loss. statistical (§3.2, 500 to 67000 MHz): urban or suburban clutter, for paths from 250 m, with both ends in clutter from 1 km',
    'trees',
  ),
  ...optional({
    height_m: measure(
      'metres',
      { exclusiveMinimum: 0, maximum: 100, examples: [15] },
      `Clutter height above the ground, for types with a height. By default, the height from Table 3 of ITU-R P.2108-1: ${tableHeights}`,
    ),
    percent: percent(
      'Share of locations where the clutter loss is not exceeded (required if type is statistical, otherwise refused)',
    ),
  }),
})
export type ClutterField = Static<typeof ClutterField>

const IndoorField = strictObject(
  'Indoor',
  'Receivers inside buildings (ITU-R P.2109-2, 80 to 100000 MHz); outdoors by default',
  {
    building: word(
      ['traditional', 'efficient'],
      'Building type: traditional, or efficient, that is, thermally efficient, for example with metallized glass or foil-backed panels',
      'traditional',
    ),
    percent: percent('Probability that the building entry loss is not exceeded'),
  },
)
export type IndoorField = Static<typeof IndoorField>

/** True for path-loss models whose parameters do not describe the surroundings of receivers. */
function takesEnds(model: Model): boolean {
  return model.kind === 'path_loss' && !model.includes_surroundings
}

function refusal(name: string, { name: model, kind }: Model): string {
  return kind === 'path_loss'
    ? `${name} cannot be combined with the model ${model}, whose environment already describes the surroundings of its receivers: leave ${name} out`
    : `${name} is only for path-loss models: the model ${model} computes no power`
}

const clutterField = {
  schema: ClutterField,
  folded: ['simulation', 'link'],
  takes: takesEnds,
  refusal,
  fill: ({ values }, name) => clutterWithDefaults(values[name]),
  check: clutterErrors,
} satisfies Field

/** Request fields for the surroundings of the antennas, included in the list of all request fields. */
export const endFields = {
  tx_clutter: clutterField,
  rx_clutter: clutterField,
  rx_indoor: {
    schema: IndoorField,
    folded: ['simulation', 'link'],
    takes: takesEnds,
    refusal,
    check: ({ values }) =>
      values.rx_indoor === undefined
        ? undefined
        : frequencyError('ITU-R P.2109-2 has rx_indoor', BUILDING_ENTRY_GHZ, values),
  },
} satisfies Record<string, Field>

function clutterWithDefaults(asked: unknown): ClutterField | undefined {
  if (asked === undefined || (asked as ClutterField).type === 'none') return undefined
  const clutter = asked as ClutterField
  return hasHeight(clutter.type)
    ? { ...clutter, height_m: clutter.height_m ?? CLUTTER_HEIGHTS_M[clutter.type] }
    : clutter
}

function hasHeight(type: unknown): type is ClutterType {
  return heightTypes.includes(type as ClutterType)
}

function clutterErrors({ values, model }: Context, name: string): Errors {
  const { type, height_m: heightM, percent: asked } = (values[name] ?? {}) as Partial<ClutterField>
  if (typeof type !== 'string' || !clutterTypes.includes(type)) return []
  const errors: Errors = []
  if (heightM !== undefined && !hasHeight(type)) {
    errors.push([`${name}/height_m`, `${name}.height_m has no effect: ${name}.type ${type} has no height`])
  }
  if (asked !== undefined && type !== 'statistical') {
    errors.push([`${name}/percent`, `${name}.percent is for ${name}.type statistical, got type ${type}`])
  }
  if (asked === undefined && type === 'statistical') {
    errors.push([
      `${name}/percent`,
      `${name}.percent is required for ${name}.type statistical: it must be a number between 0.01 and 99.99 %`,
    ])
  }
  if (type !== 'none') {
    const limits = type === 'statistical' ? STATISTICAL_GHZ : HEIGHT_GAIN_GHZ
    const detail = frequencyError(`ITU-R P.2108-1 has ${name}.type ${type}`, limits, values)
    if (detail !== undefined) errors.push([`${name}/type`, detail])
  }
  if (values.clutter_height !== undefined && values.clutter_height !== 0 && type !== 'none') {
    errors.push([
      name,
      `${name} would count the surroundings twice: clutter_height of the model p1812 includes them, got ${echo(values.clutter_height)}`,
    ])
  }
  if (type === 'statistical') {
    const others = values[name === 'tx_clutter' ? 'rx_clutter' : 'tx_clutter'] as
      | Partial<ClutterField>
      | undefined
    const { oneEnd, bothEnds } = STATISTICAL_KM
    const shortestKm = others?.type === 'statistical' ? bothEnds : oneEnd
    if (typeof values.max_range === 'number' && values.max_range <= shortestKm) {
      errors.push([
        'max_range',
        `max_range must be above ${shortestKm} kilometres with ${name}.type statistical, which has no loss at shorter distances, got ${echo(values.max_range)}`,
      ])
    }
  }
  if (name === 'rx_clutter') errors.push(...locationErrors(type, values, model))
  const height = name.replace('clutter', 'height')
  const isAboveGround = (values[`${height}_mode`] ?? 'AGL') === 'AGL'
  if (hasHeight(type) && isOpen(type) && isAboveGround && values[height] === 0) {
    errors.push([
      height,
      `${height} must be above 0 with ${name}.type ${type}: its formula has no value on the ground`,
    ])
  }
  return errors
}

/** Location variability may be set only once: by the model's parameter or by statistical clutter. */
function locationErrors(type: string, { location_percent: asked }: Values, model: Context['model']): Errors {
  if (typeof asked !== 'number' || asked === 50) return []
  if (type === 'statistical') {
    const sentence = `location_percent must be 50 with rx_clutter.type statistical, whose percent also refers to locations, got ${echo(asked)}`
    return [['location_percent', sentence]]
  }
  // In a model with clutter parameters, location variability applies only to antennas below the clutter's top.
  const hasOwnClutter = model?.parameters.some(({ name }) => name === 'clutter_height') === true
  if (!hasOwnClutter || !(type === 'map' || hasHeight(type))) return []
  const sentence = `location_percent must be 50 with rx_clutter.type ${type}: the model ${model?.name} has no variation by location at the top of clutter; rx_clutter.type statistical has, got ${echo(asked)}`
  return [['location_percent', sentence]]
}

function frequencyError(
  what: string,
  { minimum, maximum }: { minimum: number; maximum: number },
  { frequency }: Values,
): string | undefined {
  if (typeof frequency !== 'number') return undefined
  if (frequency >= 1000 * minimum && frequency <= 1000 * maximum) return undefined
  return `${what} for frequencies between ${1000 * minimum} and ${1000 * maximum} MHz, got ${echo(frequency)}`
}

export interface EndFields {
  tx_clutter?: ClutterField
  rx_clutter?: ClutterField
  rx_indoor?: IndoorField
  correction?: CorrectionField
}

export function isOfMap(field: ClutterField | undefined): boolean {
  return field?.type === 'map'
}

/** Losses added to the loss of the model, with defaults filled in. `fromMap` is the clutter from land cover. */
export function endsOf(
  { tx_clutter: tx, rx_clutter: rx, rx_indoor: indoor, correction }: EndFields,
  fromMap: Pick<Partial<Ends>, 'tx' | 'rx'> = {},
): Ends {
  return {
    tx: isOfMap(tx) ? fromMap.tx : clutterOf(tx),
    rx: isOfMap(rx) ? fromMap.rx : clutterOf(rx),
    indoor: indoor as Indoor | undefined,
    correction: correctionOf({ correction }),
  }
}

function clutterOf(field: ClutterField | undefined): Clutter | undefined {
  if (field === undefined) return undefined
  const { type, height_m: heightM = 0, percent: asked = 0 } = field
  return hasHeight(type) ? { type, heightM } : { type: 'statistical', percent: asked }
}
