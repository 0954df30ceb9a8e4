import { computed, effect, signal } from '@preact/signals'
import { plain } from '../request/places.ts'
import { titleOf } from '../words/field-labels.ts'
import { isListed, listAll, records, type SimulationRecord } from './results.ts'

export const orders = ['newest', 'name', 'area'] as const
export type Order = (typeof orders)[number]

export const search = signal('')
export const order = signal<Order>('newest')
/** Filters of the result list; empty text selects all results. */
export const model = signal('')
export const batchId = signal('')
export const ticked = signal<ReadonlySet<string>>(new Set())
export const findingFault = signal<unknown>(undefined)

export const availableModels = computed(() =>
  [...new Set(records.value.map(({ params }) => params.model))].sort(),
)

export const availableBatches = computed(() => {
  const found = new Map<string, { id: string; created_at: string; count: number }>()
  for (const { batch_id: id, created_at } of records.value) {
    if (id !== undefined) found.set(id, { id, created_at, count: (found.get(id)?.count ?? 0) + 1 })
  }
  return [...found.values()]
})

const isNarrowed = computed(
  () => search.value.trim() !== '' || order.value !== 'newest' || model.value !== '' || batchId.value !== '',
)

export const found = computed<SimulationRecord[]>(() => {
  const searched = plain(search.value)
  const matching = records.value.filter(
    ({ params, batch_id }) =>
      plain(titleOf(params)).includes(searched) &&
      (model.value === '' || params.model === model.value) &&
      (batchId.value === '' || batch_id === batchId.value),
  )
  if (order.value === 'newest') return matching
  const areaOf = ({ summary }: SimulationRecord) => summary?.visible_km2 ?? -1
  return matching.sort((one, other) =>
    order.value === 'area'
      ? areaOf(other) - areaOf(one)
      : titleOf(one.params).localeCompare(titleOf(other.params), undefined, { numeric: true }),
  )
})

// Searching and sorting need the complete list.
effect(() => {
  if (!isNarrowed.value || !isListed.value) return
  findingFault.value = undefined
  listAll().catch((error: unknown) => {
    findingFault.value = error
  })
})

/** Selected results that match the filters; only these are deleted. */
export const tickedAndListed = computed(() =>
  found.value.flatMap(({ id }) => (ticked.value.has(id) ? id : [])),
)

// The selection persists across searches, but deleted results are removed.
effect(() => {
  const ids = new Set(records.value.map(({ id }) => id))
  const left = [...ticked.peek()].filter((id) => ids.has(id))
  if (left.length < ticked.peek().size) ticked.value = new Set(left)
})
