import { computed, effect, signal, untracked } from '@preact/signals'
import { areaKm2, distanceKm } from '../../../client/areas.ts'
import { areasOf, sharesWithin } from '../comparison/areas.ts'
import { type Bounds, type Outcome, unionOf } from '../comparison/grid.ts'
import { type Measure, measures, ruleOf, type Side } from '../comparison/side.ts'
import { explain } from '../service/failures.ts'
import { area } from './areas.ts'
import { ranks, sensitivityDbm, typedDbm } from './ranking.ts'
import { hide, network, records, type SimulationRecord, shownId } from './results.ts'
import { partOf } from './sides.ts'

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
/** Ids that were picked. */
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
/** The area that is chosen, its size, and shares of it: of the first side alone by 1, of the second by 2, of both by 3. */
export const within = signal<{ name: string; km2: number; shares: ReadonlyMap<number, number> } | undefined>(
  undefined,
)
export const comparisonFault = signal<string | undefined>(undefined)

export const picked = computed<readonly [SimulationRecord, SimulationRecord] | undefined>(() => {
  const find = (id: string | undefined) => comparable.value.find((record) => record.id === id)
  // Those that rank first, else the two newest.
  const [first, second] = ranks.value?.map(({ record }) => record) ?? []
  const before = find(picks.value.before) ?? find(first?.id) ?? comparable.value[1]
  const after = find(picks.value.after) ?? find(second?.id) ?? comparable.value[0]
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

/** The same as numbers; NaN where nothing is to be read. */
const limits = computed(() => {
  const limit = (measure: Measure) => thresholdOf(measure) ?? Number.NaN
  return {
    received_power: limit('received_power'),
    field_strength: limit('field_strength'),
    path_loss: limit('path_loss'),
  }
})

/** Lays the two that are picked over one another, in place of what is on the map. */
export async function compare(): Promise<void> {
  const two = picked.value
  // On the way from one pair to another both may be the same for a moment.
  if (two === undefined || two[0].id === two[1].id) return
  comparisonFault.value = undefined
  const dbm = typedDbm.value === undefined ? undefined : sensitivityDbm.value
  try {
    const [before, after] = await Promise.all([
      partOf(two[0], dbm, limits.value),
      partOf(two[1], dbm, limits.value),
    ])
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

// Figures within an area follow the comparison and the area.
effect(() => {
  const [made, inArea] = [comparison.value, area.value]
  within.value = undefined
  if (made === undefined || inArea === undefined) return
  const stop = new AbortController()
  const { name, polygons } = inArea
  sharesWithin(made.sides, polygons, made.maxzoom, stop.signal).then(
    (shares) => {
      if (!stop.signal.aborted) within.value = { name, km2: areaKm2(polygons), shares }
    },
    (error: unknown) => {
      if (!stop.signal.aborted) comparisonFault.value = explain(error)
    },
  )
  return () => stop.abort()
})

// What is shown is of what is picked and asked now.
effect(() => {
  void [picks.value, typedDbm.value]
  untracked(() => {
    if (comparison.value) void compare()
  })
})

// One thing lies on the map at a time, and nothing of what was deleted.
effect(() => {
  const isOther = shownId.value !== undefined || network.value !== undefined
  const ids = new Set(records.value.map(({ id }) => id))
  const isGone = untracked(() => comparison.value?.sides.some(({ id }) => !ids.has(id)) ?? false)
  if (isOther || isGone) untracked(stopComparing)
})
