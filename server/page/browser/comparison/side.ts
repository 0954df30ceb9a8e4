import type { components } from '../../../client/requests.ts'

type TileJson = components['schemas']['TileJson']

/** Of the parameters of a simulation, whatever its model, those that matter here. */
interface Params {
  layers?: readonly string[]
  output?: string
  rx_height: number
  rx_height_mode: string
  rx_sensitivity_dbm?: number
}

/** One of two results that are compared: a layer of it, and from which to which number of its tiles it covers. */
export interface Side {
  id: string
  layer: string
  from: number
  to: number
}

/** What a raster of values holds, of which somebody has to say from where on it covers. */
export const measures = {
  received_power: { unit: 'dBm', isCoveredAbove: true, byDefault: '-100' },
  field_strength: { unit: 'dBµV/m', isCoveredAbove: true, byDefault: '40' },
  path_loss: { unit: 'dB', isCoveredAbove: false, byDefault: '140' },
} as const
export type Measure = keyof typeof measures

/** Which layer says what is covered, and where in it: in the class, or within limits. */
export type Rule =
  | { layer: string; covers: 'class' }
  | { layer: string; covers: 'upTo'; value: number }
  | { layer: string; covers: 'measure'; measure: Measure }

const classLayers = ['visible', 'class']
/** Numbers of tiles of classes; 0 is unknown in all tiles. */
const COVERED = 2
const MAXIMUM_CODE = 2 ** 24 - 1

/** `undefined` where nothing of a result says what is covered. */
export function ruleOf(params: Params): Rule | undefined {
  const { layers = [] } = params
  const classes = layers.find((layer) => classLayers.includes(layer))
  if (classes !== undefined) return { layer: classes, covers: 'class' }
  if (layers.includes('value')) {
    // A view of it.
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

export function sideOf(
  id: string,
  rule: Rule,
  { blueFactor, baseShift }: TileJson['values'],
  thresholds: Record<Measure, number>,
): Side {
  const codeOf = (value: number) => (value + baseShift) / blueFactor
  // A value on the limit may have been rounded off it.
  const upTo = (value: number) => ({ from: 1, to: Math.floor(codeOf(value) + 1e-6) })
  const fromOn = (value: number) => ({ from: Math.max(1, Math.ceil(codeOf(value) - 1e-6)), to: MAXIMUM_CODE })
  const { layer } = rule
  if (rule.covers === 'class') return { id, layer, from: COVERED, to: COVERED }
  if (rule.covers === 'upTo') return { id, layer, ...upTo(rule.value) }
  const threshold = thresholds[rule.measure]
  return { id, layer, ...(measures[rule.measure].isCoveredAbove ? fromOn(threshold) : upTo(threshold)) }
}

/** As part of a tile's address. */
export function textOf({ id, layer, from, to }: Side): string {
  return [id, layer, from, to].join(',')
}

export function readSide(text: string): Side {
  const [id = '', layer = '', from, to] = text.split(',')
  return { id, layer, from: Number(from), to: Number(to) }
}
