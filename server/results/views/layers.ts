/** Layers of a result: raster and display of each layer. */

import { type ErasedCells, hasErasedCells, ofErasedCells } from './erased-cells.ts'
import { lossOutputOf } from './outputs.ts'
import {
  classZones,
  coverageLabels,
  heightRanges,
  lossRangesOf,
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

type Params = Readonly<Record<string, unknown>>

export interface LayerQuery extends ViewQuery {
  layer?: string | undefined
}

export interface ShownLayer {
  name: string
  /** Stored layer that contains the cells. */
  stored: string
  /** Unit of the values; null for classes. */
  unit: string | null
  zones: Zone[]
  cells?: CellView
  view?: View
  stated?: Record<string, number>
  erased?: ErasedCells
}

/** Main layers, of which a model has at most one. */
export const mainLayers = ['visible', 'value']

export function layersOf(params: Params): string[] {
  return params.layers as string[]
}

/** Layer of `result_url`: the main layer if requested, otherwise the first layer. */
export function mainLayer(layers: readonly string[]): string {
  return layers.find((layer) => mainLayers.includes(layer)) ?? layers[0]
}

/** Layers to store; for path loss only the values, from which classes are derived. */
export function storedLayers(params: Params): string[] {
  return lossOutputOf(params) ? ['value'] : layersOf(params)
}

/** Layer of a result of the given engine version. Throws a NoLayerError or a ViewError. */
export function shownLayer(params: Params, engineVersion: string, query: LayerQuery): ShownLayer {
  const requested = layersOf(params)
  const name = query.layer ?? mainLayer(requested)
  const loss = lossOutputOf(params)
  if (loss === undefined) {
    const given = viewParameters.find((parameter) => query[parameter] !== undefined)
    if (given) throw new ViewError(given, 'has no effect: the result is only geometry, without power')
    if (name === undefined || !requested.includes(name)) throw new NoLayerError()
    return name === 'min_height'
      ? { name, stored: name, unit: 'm', zones: measureZones(heightRanges) }
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
      'The layer class requires a sensitivity: add sensitivity_dbm, as the request has no rx_sensitivity_dbm.',
    )
  }
  const ranges = lossRangesOf(String(params.output), view.sensitivityDbm)
  const labels = view.sensitivityDbm === undefined ? undefined : coverageLabels(view)
  const zones = isClass && labels ? classZones(labels) : measureZones(ranges, labels?.[0])
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
