/** Layers of a result: which there are, which raster each is read from, and how it is drawn. */

import { type ErasedCells, hasErasedCells, ofErasedCells } from './erased-cells.ts'
import { lossOutputOf } from './outputs.ts'
import {
  classZones,
  coverageLabels,
  heightStyle,
  lossStyle,
  measureZones,
  withOneDirection,
  type Zone,
} from './styles.ts'
import {
  type CellView,
  cellView,
  NoLayerError,
  statedView,
  type View,
  ViewError,
  type ViewQuery,
  viewOf,
  viewParameters,
} from './view.ts'

/** Parameters of a request with their defaults. */
type Params = Readonly<Record<string, unknown>>

export interface LayerQuery extends ViewQuery {
  layer?: string | undefined
}

/** A layer as it is drawn. */
export interface ShownLayer {
  name: string
  /** The layer that its cells are read from. */
  stored: string
  /** Of its values; null: classes. */
  unit: string | null
  zones: Zone[]
  /** Of rasters of path loss. */
  cells?: CellView
  view?: View
  /** The view by the names of its parameters, where it is not that of the request. */
  stated?: Record<string, number>
  /** Of results of earlier versions. */
  erased?: ErasedCells
}

/** Main layers of the models that have them. */
export const mainLayers = ['visible', 'value']

/** Layers that a request names. */
export function layersOf(params: Params): string[] {
  return params.layers as string[]
}

/** The layer that `result_url` answers with: the main one if it was asked for, else the first. */
export function mainLayer(layers: readonly string[]): string {
  return layers.find((layer) => mainLayers.includes(layer)) ?? layers[0]
}

/** Layers that are written: of path loss the values alone, as classes are a view of them. */
export function storedLayers(params: Params): string[] {
  return lossOutputOf(params) ? ['value'] : layersOf(params)
}

/** A layer of a result of a version of the engine. Throws a `NoLayerError` or a `ViewError`. */
export function shownLayer(params: Params, engineVersion: string, query: LayerQuery): ShownLayer {
  const requested = layersOf(params)
  const name = query.layer ?? mainLayer(requested)
  const loss = lossOutputOf(params)
  if (loss === undefined) {
    const given = viewParameters.find((parameter) => query[parameter] !== undefined)
    if (given)
      throw new ViewError(given, 'would change nothing: the result is geometry only and knows no power')
    if (name === undefined || !requested.includes(name)) throw new NoLayerError()
    return name === 'min_height'
      ? { name, stored: name, unit: heightStyle.unit, zones: measureZones(heightStyle) }
      : { name, stored: name, unit: null, zones: classZones({ 1: 'visible', 0: 'blocked' }) }
  }
  const { output, radio } = loss
  const { rx_sensitivity_dbm } = params
  const sensitivityDbm = typeof rx_sensitivity_dbm === 'number' ? rx_sensitivity_dbm : undefined
  const own = { eirpDbm: radio.eirpDbm, sensitivityDbm, up: undefined }
  const view = viewOf(query, own)
  const isClass = name === 'class'
  if (name !== 'value' && !isClass) throw new NoLayerError()
  if (isClass && view.sensitivityDbm === undefined) {
    throw new NoLayerError(
      'The layer class needs a sensitivity: add sensitivity_dbm, as the request names no rx_sensitivity_dbm.',
    )
  }
  const style = lossStyle(String(params.output), view.sensitivityDbm)
  const labels = view.sensitivityDbm === undefined ? undefined : coverageLabels(view)
  const zones = isClass && labels ? classZones(labels) : measureZones(style, labels?.[0])
  const stated = statedView(view)
  const cells = cellView(output, radio, view)
  const shown: ShownLayer = {
    name,
    stored: 'value',
    unit: isClass ? null : output.unit,
    zones: cells.stronger ? withOneDirection(zones, cells.stronger.direction, view) : zones,
    cells,
    view,
    ...(JSON.stringify(stated) !== JSON.stringify(statedView(own)) && { stated }),
  }
  if (!hasErasedCells(params, engineVersion)) return shown
  return ofErasedCells(shown, requested, cellView(output, radio, own))
}
