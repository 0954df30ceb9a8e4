import { computed, effect, signal, untracked } from '@preact/signals'
import { areaKm2, distanceKm } from '../../../client/areas.ts'
import { areasOf, sharesWithin } from '../comparison/areas.ts'
import { type Bounds, unionOf } from '../comparison/grid.ts'
import { type Measure, measures, ruleOf, type Side } from '../comparison/side.ts'
import { attempt } from '../service/attempt.ts'
import { latest } from '../service/latest.ts'
import { area } from './areas.ts'
import { ranks, sensitivityDbm, typedDbm } from './ranking.ts'
import { hide, network, records, type SimulationRecord, shownId } from './results.ts'
import { partOf } from './sides.ts'

const SAME_PLACE_KM = 0.005

/** Comparison of two results on the map: what the second gains and loses. */
export interface Comparison {
  sides: readonly [Side, Side]
  /** True if the transmitters are at different positions: the results are then not before and after. */
  isMoved: boolean
  bounds: Bounds
  maxzoom: number
}

export const comparable = computed(() =>
  records.value.filter(({ links, params }) => links !== undefined && ruleOf(params) !== undefined),
)
export const picks = signal<{ before?: string; after?: string }>({})
export const thresholds = signal<Record<Measure, string>>({
  received_power: measures.received_power.byDefault,
  field_strength: measures.field_strength.byDefault,
  path_loss: measures.path_loss.byDefault,
})
export const comparison = signal<Comparison | undefined>(undefined)
/** Areas in km² by outcome: 1 first result only, 2 second result only, 3 both results. */
export const areas = signal<ArrayLike<number> | undefined>(undefined)
/** Selected area: size, and shares by outcome. */
export const within = signal<{ name: string; km2: number; shares: Float64Array } | undefined>(undefined)
export const comparisonFault = signal<string | undefined>(undefined)

export const picked = computed<readonly [SimulationRecord, SimulationRecord] | undefined>(() => {
  const find = (id: string | undefined) => comparable.value.find((record) => record.id === id)
  const [first, second] = ranks.value?.map(({ record }) => record) ?? []
  const before = find(picks.value.before) ?? find(first?.id) ?? comparable.value[1]
  const after = find(picks.value.after) ?? find(second?.id) ?? comparable.value[0]
  return before && after && [before, after]
})

/** True if the transmitters differ in position; a metre is tolerated, because forms round positions. */
export function haveMoved([{ params: one }, { params: other }]: readonly [
  SimulationRecord,
  SimulationRecord,
]): boolean {
  return distanceKm({ lat: one.tx_lat, lon: one.tx_lon }, [other.tx_lon, other.tx_lat]) > SAME_PLACE_KM
}

/** Quantities for which the user must enter a threshold before comparing. */
export const missingMeasures = computed<Measure[]>(() => {
  const rules = (picked.value ?? []).map(({ params }) => ruleOf(params))
  return [...new Set(rules.flatMap((rule) => (rule?.covers === 'measure' ? [rule.measure] : [])))]
})

export function thresholdOf(measure: Measure): number | undefined {
  const text = thresholds.value[measure].trim().replace(',', '.').replace('−', '-')
  // Only whole decibels are accepted, because bins are one decibel wide.
  return text !== '' && Number.isInteger(Number(text)) ? Number(text) : undefined
}

/** Draws a comparison of the selected results in place of the open result. */
export async function compare(): Promise<void> {
  const two = picked.value
  // While the user changes both selections, both may be the same result for a moment.
  if (two === undefined || two[0].id === two[1].id) return
  const dbm = typedDbm.value === undefined ? undefined : sensitivityDbm.value
  await attempt(async () => {
    // Nothing is covered by a threshold that is not a number.
    const limitOf = (measure: Measure) => thresholdOf(measure) ?? Number.NaN
    const [before, after] = await Promise.all([partOf(two[0], dbm, limitOf), partOf(two[1], dbm, limitOf)])
    if (picked.value !== two) return
    const sides = [before.side, after.side] as const
    const bounds = unionOf(before.bounds, after.bounds)
    const made = { sides, isMoved: haveMoved(two), bounds, maxzoom: Math.max(before.maxzoom, after.maxzoom) }
    hide()
    areas.value = undefined
    comparison.value = made
    const counted = await areasOf(sides, bounds, made.maxzoom, new AbortController().signal)
    if (comparison.value === made) areas.value = counted
  }, comparisonFault)
}

export function stopComparing(): void {
  comparison.value = undefined
  areas.value = undefined
  comparisonFault.value = undefined
}

effect(() => {
  const [made, inArea] = [comparison.value, area.value]
  within.value = undefined
  if (made === undefined || inArea === undefined) return
  const { name, polygons } = inArea
  return latest((signal) => sharesWithin(made.sides, polygons, made.maxzoom, signal), {
    take(shares) {
      within.value = { name, km2: areaKm2(polygons), shares }
    },
    fail: comparisonFault,
  })
})

effect(() => {
  void [picks.value, typedDbm.value]
  untracked(() => {
    if (comparison.value) void compare()
  })
})

// Closes the comparison if another result is opened or a compared result is deleted.
effect(() => {
  const isOther = shownId.value !== undefined || network.value !== undefined
  const ids = new Set(records.value.map(({ id }) => id))
  const isGone = untracked(() => comparison.value?.sides.some(({ id }) => !ids.has(id)) ?? false)
  if (isOther || isGone) untracked(stopComparing)
})
