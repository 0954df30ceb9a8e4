import { dataOf } from '../../../client/requests.ts'
import { type Bounds, binTiles } from '../comparison/grid.ts'
import {
  coversOf,
  isPathLoss,
  type Measure,
  type Rule,
  ruleOf,
  type Side,
  sensitivityOf,
} from '../comparison/side.ts'
import type { View } from '../comparison/view.ts'
import { client } from '../service/session.ts'
import type { SimulationRecord } from './results.ts'

/** Side of a comparison; `dbm` overrides the sensitivity of a path-loss result. */
export async function partOf(
  { id, params }: SimulationRecord,
  dbm: number | undefined,
  limitOf: (measure: Measure) => number,
) {
  const isViewed = dbm !== undefined && isPathLoss(params)
  const rule: Rule | undefined = isViewed ? { layer: 'class', covers: 'class' } : ruleOf(params)
  if (rule === undefined) throw new Error('Nothing of it says what is covered.')
  const threshold = rule.covers === 'measure' ? limitOf(rule.measure) : Number.NaN
  const view: View = isViewed ? { sensitivity_dbm: dbm } : sensitivityOf(params)
  const query = { layer: rule.layer, ...(isViewed && view) }
  const tiles = dataOf(
    await client.value.GET('/results/{id}/tiles.json', { params: { path: { id }, query } }),
  )
  const covers = coversOf(rule, tiles.bins, view, threshold)
  const { path, maxzoom } = binTiles(tiles)
  const side: Side = { id, layer: rule.layer, path, covers }
  return { side, bounds: tiles.bounds as Bounds, maxzoom }
}
