import { computed, effect, signal } from '@preact/signals'
import { layer, legend, shown, shownId } from './results.ts'

export interface SensitivityRange {
  unit: string
  from: number
  to: number
  /** Whether weaker ones were left out when it was computed. */
  isBounded: boolean
}

/** Values from this one on are shown; `undefined`: all that there are. */
export const sensitivity = signal<number | undefined>(undefined)

/** What a slider may ask for; `undefined` where no value says how strong it is. */
export const sensitivityRange = computed<SensitivityRange | undefined>(() => {
  const { output, rx_sensitivity_dbm } = (shown.value?.params ?? {}) as Record<string, unknown>
  const { unit, entries } = legend.value ?? {}
  const isLevel = output === 'received_power' || output === 'field_strength'
  if (!isLevel || unit === null || unit === undefined || entries === undefined) return undefined
  const edges = entries.flatMap(({ range }) => range ?? []).filter((edge) => edge !== null)
  if (edges.length < 2) return undefined
  const [lowest, highest] = [Math.min(...edges), Math.max(...edges)]
  const stepsDb = (highest - lowest) / Math.max(1, new Set(edges).size - 1)
  // Nothing below what was asked for is kept; without it the lowest range goes on downward.
  const isAsked = output === 'received_power' && typeof rx_sensitivity_dbm === 'number'
  const from = isAsked ? rx_sensitivity_dbm : Math.floor(lowest - stepsDb)
  return { unit, from, to: Math.ceil(highest + stepsDb), isBounded: isAsked }
})

// It belongs to what is on the map.
effect(() => {
  void shownId.value
  void layer.value
  sensitivity.value = undefined
})
