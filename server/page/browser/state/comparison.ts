import { computed, effect, signal, untracked } from '@preact/signals'
import { dataOf } from '../../../client/requests.ts'
import { areasOf } from '../comparison/areas.ts'
import { type Bounds, binTiles, type Outcome, unionOf } from '../comparison/grid.ts'
import { coversOf, type Measure, measures, ruleOf, type Side, sensitivityOf } from '../comparison/side.ts'
import { areaKm2, distanceKm } from '../request/area-files.ts'
import { explain } from '../service/failures.ts'
import { client } from '../service/session.ts'
import { area } from './areas.ts'
import { hide, records, type SimulationRecord, shownId } from './results.ts'

const SAME_PLACE_KM = 0.005

/** Two results on the map at once: what the second covers more, and what less, than the first. */
export interface Comparison {
  sides: readonly [Side, Side]
  /** Of two places, which are no before and after. */
  isMoved: boolean
  bounds: Bounds
  maxzoom: number
}

/** Those that can be compared, newest first. */
export const comparable = computed(() =>
  records.value.filter(({ links, params }) => links !== undefined && ruleOf(params) !== undefined),
)
/** Ids that were picked; without, the two newest. */
export const picks = signal<{ before?: string; after?: string }>({})
/** From where on values cover, as it was typed. */
export const thresholds = signal<Record<Measure, string>>({
  received_power: measures.received_power.byDefault,
  field_strength: measures.field_strength.byDefault,
  path_loss: measures.path_loss.byDefault,
})
export const comparison = signal<Comparison | undefined>(undefined)
/** Square kilometres of each outcome. */
export const areas = signal<Record<Outcome, number> | undefined>(undefined)
/** The same within the area that is chosen, and the area's own size. */
export const within = signal<{ name: string; km2: number; areas: Record<Outcome, number> } | undefined>(
  undefined,
)
export const comparisonFault = signal<string | undefined>(undefined)

export const picked = computed<readonly [SimulationRecord, SimulationRecord] | undefined>(() => {
  const find = (id: string | undefined) => comparable.value.find((record) => record.id === id)
  const before = find(picks.value.before) ?? comparable.value[1]
  const after = find(picks.value.after) ?? comparable.value[0]
  return before && after && [before, after]
})

/** As the form rounds places, one that was computed again from there may be a metre off. */
export function areApart([{ params: one }, { params: other }]: readonly [
  SimulationRecord,
  SimulationRecord,
]): boolean {
  return distanceKm({ lat: one.tx_lat, lon: one.tx_lon }, [other.tx_lon, other.tx_lat]) > SAME_PLACE_KM
}

/** What has to be said before those two can be compared. */
export const missingMeasures = computed<Measure[]>(() => {
  const rules = (picked.value ?? []).map(({ params }) => ruleOf(params))
  return [...new Set(rules.flatMap((rule) => (rule?.covers === 'measure' ? [rule.measure] : [])))]
})

export function thresholdOf(measure: Measure): number | undefined {
  const text = thresholds.value[measure].trim().replace(',', '.').replace('−', '-')
  // Bins tell whole decibels apart.
  return text !== '' && Number.isInteger(Number(text)) ? Number(text) : undefined
}

/** Lays the two that are picked over one another, in place of what is on the map. */
export async function compare(): Promise<void> {
  const two = picked.value
  if (two === undefined) return
  comparisonFault.value = undefined
  try {
    const [before, after] = await Promise.all([partOf(two[0]), partOf(two[1])])
    if (picked.value !== two) return
    const sides = [before.side, after.side] as const
    const bounds = unionOf(before.bounds, after.bounds)
    const made = { sides, isMoved: areApart(two), bounds, maxzoom: Math.max(before.maxzoom, after.maxzoom) }
    hide()
    areas.value = undefined
    comparison.value = made
    const counted = await areasOf(sides, bounds, made.maxzoom)
    if (comparison.value === made) areas.value = counted
  } catch (error) {
    comparisonFault.value = explain(error)
  }
}

export function stopComparing(): void {
  comparison.value = undefined
  areas.value = undefined
  comparisonFault.value = undefined
}

async function partOf({ id, params }: SimulationRecord) {
  const rule = ruleOf(params)
  if (rule === undefined) throw new Error('Nothing of it says what is covered.')
  const path = { id }
  const query = { layer: rule.layer }
  const tiles = dataOf(await client.value.GET('/results/{id}/tiles.json', { params: { path, query } }))
  const limits = Object.fromEntries(
    Object.keys(measures).map((name) => [name, thresholdOf(name as Measure) ?? Number.NaN]),
  )
  const { bins } = tiles
  const covers = coversOf(rule, bins, sensitivityOf(params), limits as Record<Measure, number>)
  const { path: tilesPath, maxzoom } = binTiles(tiles)
  const side = { id, layer: rule.layer, path: tilesPath, covers }
  return { side, bounds: tiles.bounds as Bounds, maxzoom }
}

// Figures within an area follow the comparison and the area.
effect(() => {
  const [made, inArea] = [comparison.value, area.value]
  within.value = undefined
  if (made === undefined || inArea === undefined) return
  let isOver = false
  const { name, polygons } = inArea
  areasOf(made.sides, made.bounds, made.maxzoom, polygons).then(
    (areas) => {
      if (!isOver) within.value = { name, km2: areaKm2(polygons), areas }
    },
    (error: unknown) => {
      if (!isOver) comparisonFault.value = explain(error)
    },
  )
  return () => {
    isOver = true
  }
})

// One thing lies on the map at a time, and nothing of what was deleted.
effect(() => {
  const isOther = shownId.value !== undefined
  const ids = new Set(records.value.map(({ id }) => id))
  const isGone = untracked(() => comparison.value?.sides.some(({ id }) => !ids.has(id)) ?? false)
  if (isOther || isGone) untracked(stopComparing)
})
