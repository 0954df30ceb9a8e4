import { computed, effect, signal } from '@preact/signals'
import { sharesWithin } from '../comparison/areas.ts'
import { isPathLoss, ruleOf, sensitivityOf } from '../comparison/side.ts'
import { shareOf as shareOfAny } from '../comparison/within.ts'
import type { Polygons } from '../request/area-files.ts'
import { explain } from '../service/failures.ts'
import { area, coveredIn, statsWithin } from './areas.ts'
import { ticked } from './finding.ts'
import { records, type SimulationRecord } from './results.ts'
import { partOf } from './sides.ts'
import { TYPICAL_DBM } from './viewing.ts'

/** What a result covers of the area, or why that is unknown. */
export type Rank = { record: SimulationRecord } & ({ share: number; coveredKm2: number } | { fault: string })

/** Those of which the service is asked, one after the other. */
export const MAXIMUM_RANKED = 50
/** Those that are looked at for the best two. */
const MAXIMUM_PAIRED = 12
/** What path losses are looked at with, as it was typed; without, the lowest of the requests' own. */
export const typedDbm = signal<string | undefined>(undefined)
/** The best first; `undefined`: not asked for. */
export const ranks = signal<readonly Rank[] | undefined>(undefined)
export const isRanking = signal(false)

/** Results that are ticked, where something says what is covered: a layer of classes, or a power. */
export const rankable = computed(() =>
  records.value.filter(
    ({ id, links, params }) =>
      links && ticked.value.has(id) && (isPathLoss(params) || ruleOf(params)?.covers === 'class'),
  ),
)
/** True where several results cover nearly everything, so that another sensitivity would say more. */
export const isTied = computed(
  () => (ranks.value ?? []).filter((rank) => 'share' in rank && rank.share > 0.995).length > 1,
)
export const hasPathLoss = computed(() => rankable.value.some(({ params }) => isPathLoss(params)))

export const sensitivityText = computed(() => {
  const own = rankable.value.flatMap(({ params }) => sensitivityOf(params).sensitivity_dbm ?? [])
  return typedDbm.value ?? String(own.length > 0 ? Math.min(...own) : TYPICAL_DBM)
})

/** The service takes −200 to 100 dBm. */
const isSensitivity = (dbm: number) => dbm >= -200 && dbm <= 100

/** `undefined` where it is no whole number of decibels that receivers have. */
export const sensitivityDbm = computed(() => {
  const text = sensitivityText.value.trim().replace('−', '-')
  return /^-?\d{1,3}$/.test(text) && isSensitivity(Number(text)) ? Number(text) : undefined
})

/** Two that cover most together; `undefined`: not known yet, or nothing to be paired. */
interface Two {
  records: readonly [SimulationRecord, SimulationRecord]
  share: number
}
export const bestTwo = signal<Two | undefined>(undefined)

/** Of classes and sensitivities there is nothing else to say. */
const NO_LIMITS = { received_power: Number.NaN, field_strength: Number.NaN, path_loss: Number.NaN }

let asking = new AbortController()
/** True once a ranking was asked for: from then on it follows what is ticked, the area and the sensitivity. */
let hasAsked = false

/** All with the same sensitivity, so that their shares can be compared. */
export async function rank(): Promise<void> {
  const within = area.value
  const sensitivity_dbm = sensitivityDbm.value
  if (within === undefined || sensitivity_dbm === undefined || rankable.value.length > MAXIMUM_RANKED) return
  forget()
  hasAsked = true
  const { signal } = asking
  isRanking.value = true
  const all: Rank[] = []
  for (const record of rankable.value) {
    const layer = ruleOf(record.params)?.layer ?? 'class'
    const query = isPathLoss(record.params) ? { layer: 'class', sensitivity_dbm } : { layer }
    const rank = await statsWithin(record, within, query, signal).then(coveredIn, (error: unknown) => ({
      fault: explain(error),
    }))
    if (signal.aborted) return
    all.push({ record, ...rank })
    ranks.value = all.toSorted((one, other) => shareOf(other) - shareOf(one))
  }
  const best = await bestOf(within.polygons, sensitivity_dbm, signal).catch(() => undefined)
  if (signal.aborted) return
  bestTwo.value = best
  isRanking.value = false
}

/** Of the first ones that are ranked. */
async function bestOf(polygons: Polygons, dbm: number, signal: AbortSignal): Promise<Two | undefined> {
  const first = (ranks.value ?? []).filter((rank) => 'share' in rank).slice(0, MAXIMUM_PAIRED)
  if (first.length < 2) return undefined
  const parts = await Promise.all(first.map(({ record }) => partOf(record, dbm, NO_LIMITS)))
  const maxzoom = Math.max(...parts.map((part) => part.maxzoom))
  const shares = await sharesWithin(
    parts.map(({ side }) => side),
    polygons,
    maxzoom,
    signal,
  )
  const pairs = first.flatMap(({ record: one }, at) =>
    first.slice(at + 1).map(({ record: other }, after): Two => {
      const bits = (1 << at) | (1 << (at + 1 + after))
      // Pixels are coarser than the cells of the shares above: two cover no less than one of them.
      const alone = [first[at], first[at + 1 + after]].map((rank) => (rank ? shareOf(rank) : 0))
      return { records: [one, other], share: Math.max(shareOfAny(shares, bits), ...alone) }
    }),
  )
  return pairs.reduce((best, pair) => (pair.share > best.share ? pair : best))
}

const shareOf = (rank: Rank) => ('share' in rank ? rank.share : -1)

function forget(): void {
  asking.abort()
  asking = new AbortController()
  isRanking.value = false
  ranks.value = undefined
  bestTwo.value = undefined
}

const rankedIds = computed(() => rankable.value.map(({ id }) => id).join())

/** How long a sensitivity that is typed rests before it is taken. */
const TYPED_MS = 600

// Shares of other results, of another area or with another sensitivity are none of these. Who has asked once, asks for them.
effect(() => {
  void [area.value, rankedIds.value, sensitivityDbm.value]
  forget()
  const timer = hasAsked && rankable.peek().length > 1 ? setTimeout(rank, TYPED_MS) : undefined
  return () => clearTimeout(timer)
})
