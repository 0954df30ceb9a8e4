import { type Bins, coverageIn, type View } from './view.ts'

/** Parameters, of any model, that matter for a comparison. */
interface Params {
  layers?: readonly string[]
  output?: string
  rx_height: number
  rx_height_mode: string
  rx_sensitivity_dbm?: number
}

export interface Side {
  id: string
  layer: string
  path: string
  /** True for each bin number that counts as covered. */
  covers: readonly boolean[]
}

/** Quantities of value rasters for which a threshold defines coverage. */
export const measures = {
  received_power: { unit: 'dBm', isCoveredAbove: true, byDefault: '-100' },
  field_strength: { unit: 'dBµV/m', isCoveredAbove: true, byDefault: '40' },
  path_loss: { unit: 'dB', isCoveredAbove: false, byDefault: '140' },
} as const
export type Measure = keyof typeof measures

/** Rule for coverage: by class, by an upper limit, or by a threshold of a measured quantity. */
export type Rule =
  | { layer: string; covers: 'class' }
  | { layer: string; covers: 'upTo'; value: number }
  | { layer: string; covers: 'measure'; measure: Measure }

const classLayers = ['visible', 'class']

export function isPathLoss({ output = '' }: Params): boolean {
  return output in measures
}

export function sensitivityOf({ rx_sensitivity_dbm }: Params): Pick<View, 'sensitivity_dbm'> {
  return rx_sensitivity_dbm === undefined ? {} : { sensitivity_dbm: rx_sensitivity_dbm }
}

/** Rule for coverage of a result; `undefined` if the result has no layer that defines coverage. */
export function ruleOf(params: Params): Rule | undefined {
  const { layers = [] } = params
  const classes = layers.find((layer) => classLayers.includes(layer))
  if (classes !== undefined) return { layer: classes, covers: 'class' }
  if (layers.includes('value')) {
    // With a sensitivity, the service derives classes from the values, even without a class layer.
    if (params.rx_sensitivity_dbm !== undefined) return { layer: 'class', covers: 'class' }
    const measure = params.output ?? 'received_power'
    return measure in measures
      ? { layer: 'value', covers: 'measure', measure: measure as Measure }
      : undefined
  }
  return layers.includes('min_height') && params.rx_height_mode === 'AGL'
    ? { layer: 'min_height', covers: 'upTo', value: params.rx_height }
    : undefined
}

/** True for each bin number whose value is covered; `view` is the requested view, `threshold` of a measure. */
export function coversOf(rule: Rule, { values, link }: Bins, view: View, threshold: number): boolean[] {
  const covers = ruleFor()
  return [false, ...values.map((value) => value !== null && covers(value))]

  function ruleFor(): (value: number) => boolean {
    if (rule.covers === 'class') return link ? coverageIn(link, view) : (value) => value === 1
    if (rule.covers === 'upTo') return (value) => value <= rule.value
    return measures[rule.measure].isCoveredAbove
      ? (value) => value >= threshold
      : (value) => value < threshold
  }
}
