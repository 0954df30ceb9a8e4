/** Search for further sites of the open network: candidates, price, progress, site selection, new sites. */

import { batch, computed, effect, signal, untracked } from '@preact/signals'
import { LARGEST_BYTES } from '../../../client/areas.ts'
import { showPosition } from '../../../client/coordinates.ts'
import { type components, dataOf } from '../../../client/requests.ts'
import { collectionOf, pointAt } from '../comparison/features.ts'
import type { Bounds } from '../comparison/grid.ts'
import { type CandidatePlace, placesOfFile } from '../request/candidate-places.ts'
import { numberOf } from '../request/fields.ts'
import { explain, faultsByField } from '../service/failures.ts'
import { latest } from '../service/latest.ts'
import { until } from '../service/pause.ts'
import { account, client, isShared, refreshAccountSoon, token } from '../service/session.ts'
import { saySearch } from '../words/search.ts'
import { sayMetres, typedUnit } from '../words/units.ts'
import { area, offerDrops, see } from './areas.ts'
import { addSites, completed, explainAll, networkStats, openedId, poll } from './network.ts'
import { candidates as drawnCandidates } from './network-map.ts'
import { follow, network, records } from './results.ts'
import { isUnmetered } from './view.ts'

type SearchRequest = components['schemas']['SearchRequest']
type SearchEstimate = components['schemas']['SearchEstimate']
export type SearchRecord = components['schemas']['Search']
export type Choice = components['schemas']['Choice']
export type Candidate = Choice['candidates'][number]

const REST_MS = 700

export const kinds = ['summits', 'file', 'lattice'] as const
export const kind = signal<(typeof kinds)[number]>('summits')
export const file = signal<{ name: string; places: CandidatePlace[] } | undefined>(undefined)
export const fileFault = signal<string | undefined>(undefined)
/** Typed values; lengths are in the user's units. */
export const texts = { spacing: signal(''), sites: signal(''), distance: signal(''), sensitivity: signal('') }
/** Links required of selected sites: `none`, `any`, `all`, or comma-separated site numbers. */
export const reach = signal('none')
/** Weight layer whose covered sum is maximized; empty for covered area in km². */
export const weights = signal('')
export const weightLayers = computed(() => Object.keys(networkStats.value?.weight ?? {}))

export const isOpen = signal(false)
export const search = signal<SearchRecord | undefined>(undefined)
/** True while the user prepares another search. */
export const isNew = signal(false)
export const isFormShown = computed(
  () => isOpen.value && (isNew.value || search.value === undefined || search.value.status === 'failed'),
)
export const estimate = signal<SearchEstimate | undefined>(undefined)
export const faults = signal<ReadonlyMap<string, string>>(new Map())
export const isStarting = signal(false)

/** Latest site selection, with the key of the inputs on which the selection is based. */
const answered = signal<{ key: string; choice: Choice } | undefined>(undefined)
export const choice = computed(() => answered.value?.choice)
export const choiceFault = signal<string | undefined>(undefined)
/** Key of the site selection whose price was confirmed. */
const paidKey = signal<string | undefined>(undefined)
/** Search started on this page; the first site selection is part of the confirmed price. */
let started: { id: string; reach: string } | undefined

export const adding = signal<{ networkId: string; ids: string[] } | undefined>(undefined)
export const addFault = signal<string | undefined>(undefined)
/** Number of new sites, and computed share of all new sites, 0 to 1. */
export const addProgress = computed(() => {
  const { ids = [], networkId } = adding.value ?? {}
  if (networkId === undefined || networkId !== openedId.value) return undefined
  const done = ids.map((id) => records.value.find((record) => record.id === id)?.progress ?? 0)
  return { count: ids.length, share: done.reduce((sum, one) => sum + one, 0) / Math.max(1, ids.length) }
})

/** Area for lattice candidates: the selected area, else the area of the network. */
export const latticeArea = computed(() => {
  if (area.value !== undefined)
    return { name: area.value.name, area: { type: 'MultiPolygon', coordinates: area.value.polygons } }
  const own = network.value?.area
  return own && { name: undefined, area: own }
})

/** Typed number in API units; invalid text is sent as is, so that the service reports the error. */
const typedIn = (text: string, factor = 1) => {
  const value = numberOf(text)
  return value === undefined ? text.trim() : value * factor
}
const metresIn = (text: string) => typedIn(text, typedUnit('metres')?.factor)

/** Query parameters of the site selection. */
const choiceQuery = computed(() => {
  const { sites, distance } = texts
  const all = network.value?.sites.map(({ number }) => number).join(',')
  return {
    sites: typedIn(sites.value || '1'),
    min_distance_m: metresIn(distance.value || '0'),
    must_reach: reach.value === 'all' ? (all ?? '') : reach.value,
    weights: weights.value || 'km2',
  }
})

const givenCandidates = computed(() => {
  if (kind.value === 'summits') return 'summits'
  if (kind.value === 'file') {
    return (
      file.value &&
      collectionOf(
        file.value.places.map((place) =>
          pointAt(place, place.name === undefined ? {} : { name: place.name }),
        ),
      )
    )
  }
  return (
    latticeArea.value && { area: latticeArea.value.area, spacing_m: metresIn(texts.spacing.value || '1000') }
  )
})

/** Request body of the search; `undefined` without candidates. */
const body = computed<SearchRequest | undefined>(() => {
  if (givenCandidates.value === undefined) return undefined
  const { sites, min_distance_m, must_reach } = choiceQuery.value
  const requested = {
    candidates: givenCandidates.value,
    sites,
    ...(min_distance_m !== 0 && { min_distance_m }),
    ...(must_reach !== 'none' && {
      must_reach: must_reach === 'any' ? 'any site' : must_reach.split(',').map(Number),
    }),
    ...(weights.value && { weights: weights.value }),
    ...(texts.sensitivity.value.trim() && { sensitivity_dbm: typedIn(texts.sensitivity.value) }),
  }
  return requested as SearchRequest
})

export const needsSensitivity = computed(
  () => faults.value.has('sensitivity_dbm') || texts.sensitivity.value !== '',
)

/** Name of a candidate in the page's language. */
export function nameOf({ name, lat, lon }: Pick<Candidate, 'name' | 'lat' | 'lon'>): string {
  const [, heightM] = /^Summit, (-?\d+) m$/.exec(name ?? '') ?? []
  if (heightM !== undefined) return saySearch('summit', { height: sayMetres(Number(heightM)) })
  return name ?? showPosition({ lat, lon })
}

function fitChosen({ sites }: Choice): void {
  const bounds = network.peek()?.bounds
  if (bounds && sites.length > 0)
    see(
      sites.map(({ lat, lon }) => [lon, lat]),
      bounds as Bounds,
    )
}

export function numberOfChosen(at: number): number {
  return (network.value?.sites.length ?? 0) + at + 1
}

/** Reads candidate positions from a file; false if the file has none. */
export async function addPlaces(given: File): Promise<boolean> {
  // An unreadable file counts as a file without positions.
  const text = given.size <= LARGEST_BYTES ? await given.text().catch(() => '') : ''
  const places = placesOfFile(text)
  if (places === undefined) return false
  batch(() => {
    file.value = { name: given.name, places }
    fileFault.value = undefined
    kind.value = 'file'
    isOpen.value = true
    isNew.value = search.value !== undefined
  })
  return true
}

export async function choosePlaces(given: File): Promise<void> {
  if (!(await addPlaces(given))) fileFault.value = saySearch('fileHasNone', { file: given.name })
}

offerDrops(() => !isShared.value && completed.value !== undefined, addPlaces)

export async function startSearch(): Promise<void> {
  const [id, requested] = [openedId.value, body.value]
  if (id === undefined || requested === undefined || isStarting.value) return
  isStarting.value = true
  try {
    const params = { path: { id }, header: { 'idempotency-key': crypto.randomUUID() } }
    const answer = await client.value.POST('/api/v1/networks/{id}/search', { params, body: requested })
    const { candidates, credits, ...record } = dataOf(answer)
    started = { id: record.id, reach: reach.peek() }
    void refreshAccountSoon()
    if (openedId.value !== id) return
    const { sites = 1 } = requested
    batch(() => {
      answered.value = undefined
      isNew.value = false
      search.value = {
        ...{ ...record, network_id: id, stage: 'queued', progress: 0, candidates },
        ...{ choice: { sites }, credits_charged: credits },
      }
    })
  } catch (error) {
    if (openedId.value === id) faults.value = faultsByField(error)
  } finally {
    isStarting.value = false
  }
}

export async function removeSearch(): Promise<void> {
  const id = search.value?.id
  if (id === undefined) return
  const answer = await client.value.DELETE('/api/v1/searches/{id}', { params: { path: { id } } })
  if (answer.response.status !== 404) dataOf(answer)
  void refreshAccountSoon()
  if (search.value?.id === id) search.value = undefined
}

/** True if site selections cost credits, because links between sites are computed. */
export const isCharged = computed(() => reach.value !== 'none' && !isUnmetered.value)
const isDone = computed(() => search.value?.status === 'completed')
/** Key of all inputs of the site selection. */
const choiceKey = computed(() =>
  isDone.value && completed.value !== undefined
    ? JSON.stringify([search.value?.id, completed.value, choiceQuery.value])
    : undefined,
)
export const isStale = computed(() => answered.value?.key !== choiceKey.value)
/** True if a site selection waits until the user confirms the price. */
export const waitsForPayment = computed(
  () =>
    isCharged.value && choiceKey.value !== undefined && isStale.value && paidKey.value !== choiceKey.value,
)

export function payForChoice(): void {
  paidKey.value = choiceKey.value
}

export async function addChosen(): Promise<void> {
  const [networkId, found, before] = [openedId.value, choice.value, token.value]
  if (networkId === undefined || found === undefined || adding.value !== undefined) return
  addFault.value = undefined
  adding.value = { networkId, ids: [] }
  try {
    const simulations = found.sites.map((one) => ({
      ...{ ...found.simulation, tx_lat: one.lat, tx_lon: one.lon, name: nameOf(one) },
    })) as components['schemas']['BatchRequest']['simulations']
    const header = { 'idempotency-key': crypto.randomUUID() }
    const accepted = dataOf(
      await client.value.POST('/api/v1/simulations/batch', { body: { simulations }, params: { header } }),
    )
    const ids = accepted.simulations.map(({ id }) => id)
    adding.value = { networkId, ids }
    await Promise.all(ids.map(follow))
    const statusOf = (id: string) => records.value.find((record) => record.id === id)?.status
    await until(() => token.value !== before || ids.every((id) => statusOf(id) !== 'pending'))
    if (token.value !== before) return
    const computedIds = ids.filter((id) => statusOf(id) === 'completed')
    if (computedIds.length > 0)
      await addSites(
        networkId,
        computedIds.map((id) => ({ id, ...found.site })),
      )
    const failed = ids.length - computedIds.length
    if (failed > 0 && openedId.value === networkId) addFault.value = saySearch('addFailed', { count: failed })
  } catch (error) {
    if (openedId.value === networkId) addFault.value = explain(error)
  } finally {
    adding.value = undefined
  }
}

function take(record: SearchRecord | undefined): void {
  if (record === undefined) return
  const { sites, min_distance_m = 0, must_reach, weights: summed = '' } = record.choice
  const all = network.value?.sites.map(({ number }) => number).join(',')
  const numbers = Array.isArray(must_reach) ? must_reach.join(',') : undefined
  const factor = typedUnit('metres')?.factor ?? 1
  batch(() => {
    search.value = record
    isOpen.value = true
    texts.sites.value = String(sites)
    texts.distance.value = min_distance_m > 0 ? String(Math.round(min_distance_m / factor)) : ''
    reach.value = must_reach === undefined ? 'none' : numbers === all ? 'all' : (numbers ?? 'any')
    weights.value = summed
  })
}

// When another network opens, finds the last search of that network.
effect(() => {
  const id = openedId.value
  batch(() => {
    search.value = undefined
    isOpen.value = false
    isNew.value = false
    kind.value = 'summits'
    file.value = undefined
    fileFault.value = undefined
    for (const text of Object.values(texts)) text.value = ''
    reach.value = 'none'
    weights.value = ''
    faults.value = new Map()
    addFault.value = undefined
  })
  if (id === undefined || isShared.value) return
  const params = { query: { network: id } }
  return latest((signal) => client.value.GET('/api/v1/searches', { params, signal }), {
    take({ data }) {
      // The user may have started another search in the meantime.
      if (!isOpen.value && search.value === undefined) take(data?.searches[0])
    },
  })
})

effect(() => {
  const [requested, id] = [body.value, openedId.value]
  estimate.value = undefined
  if (!isFormShown.value || requested === undefined || id === undefined) return
  if (completed.value === undefined || account.value === undefined) return
  return latest(
    (signal) =>
      client.value
        .POST('/api/v1/networks/{id}/search/estimate', { params: { path: { id } }, body: requested, signal })
        .then(dataOf),
    {
      afterMs: REST_MS,
      take(found) {
        estimate.value = found
        faults.value = new Map()
      },
      fail(error) {
        faults.value = faultsByField(error)
      },
    },
  )
})

const pendingId = computed(() => (search.value?.status === 'pending' ? search.value.id : undefined))
effect(() => {
  const id = pendingId.value
  if (id === undefined) return
  return poll(
    (signal) => client.value.GET('/api/v1/searches/{id}', { params: { path: { id } }, signal }),
    (found) => {
      search.value = found
      if (found?.status !== 'pending') void refreshAccountSoon()
    },
  )
})

effect(() => {
  const [key, id] = [choiceKey.value, search.value?.id]
  choiceFault.value = undefined
  if (key === undefined || id === undefined) return
  if (isNew.value || answered.peek()?.key === key) return
  const isFirst = started?.id === id && started.reach === reach.value
  if (isCharged.value && !isFirst && paidKey.value !== key) return
  const query = choiceQuery.peek() as never
  const params = { path: { id }, query }
  return latest(
    (signal) => client.value.GET('/api/v1/searches/{id}/choice', { params, signal }).then(dataOf),
    {
      afterMs: REST_MS,
      take(found) {
        started = undefined
        answered.value = { key, choice: found }
        if (isFirst) fitChosen(found)
        if (isCharged.peek()) void refreshAccountSoon()
      },
      fail(error) {
        choiceFault.value = explainAll(error)
      },
    },
  )
})

effect(() => {
  const id = search.value?.id
  untracked(() => {
    if (answered.value?.key.startsWith(JSON.stringify([id]).slice(0, -1)) !== true) answered.value = undefined
  })
})

effect(() => {
  const found = choice.value
  if (found === undefined || isNew.value) {
    drawnCandidates.value = undefined
    return
  }
  const { candidates, sites } = found
  const largest = Math.max(0, ...candidates.map(({ alone }) => alone ?? 0))
  const numbers = new Map(sites.map(({ candidate }, at) => [candidate, String(numberOfChosen(at))]))
  const features = candidates.map(({ candidate, lat, lon, alone }) => {
    const number = numbers.get(candidate)
    const share = largest > 0 ? (alone ?? 0) / largest : 0
    return pointAt({ lat, lon }, { lat, lon, share, ...(number !== undefined && { number }) })
  })
  features.sort((one, other) => Number('number' in one.properties) - Number('number' in other.properties))
  drawnCandidates.value = collectionOf(features)
})
