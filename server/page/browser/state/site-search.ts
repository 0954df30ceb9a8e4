/** The search for further sites of the network that is open: candidates, price, progress, the choice, and how the chosen become sites. */

import { batch, computed, effect, signal, untracked } from '@preact/signals'
import { LARGEST_BYTES } from '../../../client/areas.ts'
import { type components, dataOf } from '../../../client/requests.ts'
import { type CandidatePlace, placesOfFile } from '../request/candidate-places.ts'
import { showPosition } from '../request/coordinates.ts'
import { numberOf } from '../request/fields.ts'
import { explain, faultsByField } from '../service/failures.ts'
import { account, client, isShared, refreshAccountSoon, token } from '../service/session.ts'
import { saySearch } from '../words/search.ts'
import { sayMetres, typedUnit } from '../words/units.ts'
import { addFile, area } from './areas.ts'
import { seenBounds, showArea } from './centre.ts'
import { addSites, completed, keepAsking, networkStats, openedId, until } from './network.ts'
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
/** Where candidates come from. */
export const kind = signal<(typeof kinds)[number]>('summits')
export const file = signal<{ name: string; places: CandidatePlace[] } | undefined>(undefined)
export const fileFault = signal<string | undefined>(undefined)
/** What is asked for, as it was typed; lengths in the units of the page. */
export const texts = { spacing: signal(''), sites: signal(''), distance: signal(''), sensitivity: signal('') }
/** `none`, `any`, `all`, or numbers of sites with commas, as of a search that another program started. */
export const reach = signal('none')
/** The layer that is summed; empty: square kilometres. */
export const weights = signal('')
/** Those of the service. */
export const weightLayers = computed(() => Object.keys(networkStats.value?.weight ?? {}))

/** Whether somebody wants to search. */
export const isOpen = signal(false)
/** The last one of the network. */
export const search = signal<SearchRecord | undefined>(undefined)
/** Whether another one is prepared. */
export const isNew = signal(false)
export const isFormShown = computed(
  () => isOpen.value && (isNew.value || search.value === undefined || search.value.status === 'failed'),
)
export const estimate = signal<SearchEstimate | undefined>(undefined)
/** Why the service refuses the search, by its fields. */
export const faults = signal<ReadonlyMap<string, string>>(new Map())
export const isStarting = signal(false)

/** With what it was asked for. */
const answered = signal<{ key: string; choice: Choice } | undefined>(undefined)
export const choice = computed(() => answered.value?.choice)
export const choiceFault = signal<string | undefined>(undefined)
/** The choices that somebody wants to pay for. */
const paidKey = signal<string | undefined>(undefined)
/** The search that was started here, whose first choice somebody pays for with it. */
let started: { id: string; reach: string } | undefined

/** The chosen places that become sites of a network, one network after the other. */
export const adding = signal<{ networkId: string; ids: string[] } | undefined>(undefined)
export const addFault = signal<string | undefined>(undefined)
/** Those of the network that is open, and how much of them is computed: 0 to 1. */
export const addProgress = computed(() => {
  const { ids = [], networkId } = adding.value ?? {}
  if (networkId === undefined || networkId !== openedId.value) return undefined
  const done = ids.map((id) => records.value.find((record) => record.id === id)?.progress ?? 0)
  return { count: ids.length, share: done.reduce((sum, one) => sum + one, 0) / Math.max(1, ids.length) }
})

/** The area that a lattice lies in: that of the page, else that of the network. */
export const latticeArea = computed(() => {
  if (area.value !== undefined)
    return { name: area.value.name, area: { type: 'MultiPolygon', coordinates: area.value.polygons } }
  const own = network.value?.area
  return own && { name: undefined, area: own }
})

/** A number, or the text for the service to refuse. */
const typedIn = (text: string, factor = 1) => {
  const value = numberOf(text)
  return value === undefined ? text.trim() : value * factor
}
const metresIn = (text: string) => typedIn(text, typedUnit('metres')?.factor)

/** Which candidates are wanted, as a query has it. */
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
      file.value && {
        type: 'FeatureCollection',
        features: file.value.places.map(({ lat, lon, name }) => ({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [lon, lat] },
          ...(name !== undefined && { properties: { name } }),
        })),
      }
    )
  }
  return (
    latticeArea.value && { area: latticeArea.value.area, spacing_m: metresIn(texts.spacing.value || '1000') }
  )
})

/** The body as the form stands; `undefined` without candidates. */
const body = computed<SearchRequest | undefined>(() => {
  if (givenCandidates.value === undefined) return undefined
  const { sites, min_distance_m, must_reach } = choiceQuery.value
  const asked = {
    candidates: givenCandidates.value,
    sites,
    ...(min_distance_m !== 0 && { min_distance_m }),
    ...(must_reach !== 'none' && {
      must_reach: must_reach === 'any' ? 'any site' : must_reach.split(',').map(Number),
    }),
    ...(weights.value && { weights: weights.value }),
    ...(texts.sensitivity.value.trim() && { sensitivity_dbm: typedIn(texts.sensitivity.value) }),
  }
  // The service says what is wrong with it.
  return asked as SearchRequest
})

/** Whether somebody has to say which power is enough. */
export const needsSensitivity = computed(
  () => faults.value.has('sensitivity_dbm') || texts.sensitivity.value !== '',
)

/** A place of the search, in the language of the page. */
export function nameOf({ name, lat, lon }: Pick<Candidate, 'name' | 'lat' | 'lon'>): string {
  const [, heightM] = /^Summit, (-?\d+) m$/.exec(name ?? '') ?? []
  if (heightM !== undefined) return saySearch('summit', { height: sayMetres(Number(heightM)) })
  return name ?? showPosition({ lat, lon })
}

/** Goes to where all chosen places and the network are seen, unless they are. */
function seeChosen({ sites }: Choice): void {
  const [seen, bounds] = [seenBounds.peek(), network.peek()?.bounds]
  if (seen === undefined || !bounds) return
  const isSeen = ({ lat, lon }: Choice['sites'][number]) =>
    lon > seen[0] && lat > seen[1] && lon < seen[2] && lat < seen[3]
  if (sites.every(isSeen)) return
  const [lons, lats] = [sites.map(({ lon }) => lon), sites.map(({ lat }) => lat)]
  const [west = 0, south = 0, east = 0, north = 0] = bounds
  showArea.peek()?.([
    Math.min(west, ...lons),
    Math.min(south, ...lats),
    Math.max(east, ...lons),
    Math.max(north, ...lats),
  ])
}

/** The number that a chosen place has as a site. */
export function numberOfChosen(at: number): number {
  return (network.value?.sites.length ?? 0) + at + 1
}

/** Takes a file of places; whether it has some. */
export async function addPlaces(given: File): Promise<boolean> {
  // A file that can't be read has no places.
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

// Before the page takes a file for an area or measurements.
addEventListener(
  'drop',
  (event) => {
    const [dropped] = event.dataTransfer?.files ?? []
    const isOfField = event.target instanceof HTMLInputElement && event.target.type === 'file'
    if (dropped === undefined || isOfField || isShared.value || completed.value === undefined) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void addPlaces(dropped).then((isTaken) => (isTaken ? undefined : addFile(dropped)))
  },
  true,
)

/** Starts the search that the form describes. */
export async function startSearch(): Promise<void> {
  const [id, asked] = [openedId.value, body.value]
  if (id === undefined || asked === undefined || isStarting.value) return
  isStarting.value = true
  try {
    const params = { path: { id }, header: { 'idempotency-key': crypto.randomUUID() } }
    const answer = await client.value.POST('/api/v1/networks/{id}/search', { params, body: asked })
    const { candidates, credits, ...record } = dataOf(answer)
    started = { id: record.id, reach: reach.peek() }
    void refreshAccountSoon()
    if (openedId.value !== id) return
    const { sites = 1 } = asked
    batch(() => {
      answered.value = undefined
      isNew.value = false
      search.value = {
        ...{ ...record, network_id: id, stage: 'queued', progress: 0, candidates },
        ...{ choice: { sites }, credits_charged: credits },
      }
    })
  } catch (error) {
    if (openedId.value === id) faults.value = faultsByField(error, () => undefined)
  } finally {
    isStarting.value = false
  }
}

/** Cancels or deletes the search. */
export async function removeSearch(): Promise<void> {
  const id = search.value?.id
  if (id === undefined) return
  const answer = await client.value.DELETE('/api/v1/searches/{id}', { params: { path: { id } } })
  if (answer.response.status !== 404) dataOf(answer)
  void refreshAccountSoon()
  if (search.value?.id === id) search.value = undefined
}

/** Whether a choice costs something: who reaches whom is computed for it. */
export const isCharged = computed(() => reach.value !== 'none' && !isUnmetered.value)
const isDone = computed(() => search.value?.status === 'completed')
/** All that the choice depends on. */
const wantedKey = computed(() =>
  isDone.value && completed.value !== undefined
    ? JSON.stringify([search.value?.id, completed.value, choiceQuery.value])
    : undefined,
)
/** Whether what is shown is of what was asked for before. */
export const isStale = computed(() => answered.value?.key !== wantedKey.value)
/** Whether the choice waits for somebody who pays for it. */
export const waitsForPayment = computed(
  () =>
    isCharged.value && wantedKey.value !== undefined && isStale.value && paidKey.value !== wantedKey.value,
)

export function payForChoice(): void {
  paidKey.value = wantedKey.value
}

/** Computes the chosen places, and makes them sites of the network. */
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

/** The form as the search was asked for. */
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

// Another network has other searches; the last one is found again.
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
  const stop = new AbortController()
  const asked = { params: { query: { network: id } }, signal: stop.signal }
  client.value.GET('/api/v1/searches', asked).then(
    ({ data }) => {
      // Who has begun with another one goes on with that.
      if (!stop.signal.aborted && !isOpen.value && search.value === undefined) take(data?.searches[0])
    },
    () => {},
  )
  return () => stop.abort()
})

/** Sends what follows the form a moment after the last key was pressed. */
function rested<Answer>(
  send: (signal: AbortSignal) => Promise<Answer>,
  takeAnswer: (answer: Answer) => void,
  takeFault: (error: unknown) => void,
): () => void {
  const stop = new AbortController()
  const timer = setTimeout(() => {
    send(stop.signal).then(
      (answer) => {
        if (!stop.signal.aborted) takeAnswer(answer)
      },
      (error: unknown) => {
        if (!stop.signal.aborted) takeFault(error)
      },
    )
  }, REST_MS)
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}

// The price follows the form and the sites.
effect(() => {
  const [asked, id] = [body.value, openedId.value]
  estimate.value = undefined
  if (!isFormShown.value || asked === undefined || id === undefined) return
  if (completed.value === undefined || account.value === undefined) return
  return rested(
    (signal) =>
      client.value
        .POST('/api/v1/networks/{id}/search/estimate', { params: { path: { id } }, body: asked, signal })
        .then(dataOf),
    (found) => {
      estimate.value = found
      faults.value = new Map()
    },
    (error) => {
      faults.value = faultsByField(error, () => undefined)
    },
  )
})

const pendingId = computed(() => (search.value?.status === 'pending' ? search.value.id : undefined))
effect(() => {
  const id = pendingId.value
  if (id === undefined) return
  return keepAsking(
    (signal) => client.value.GET('/api/v1/searches/{id}', { params: { path: { id } }, signal }),
    (found) => {
      search.value = found
      if (found?.status !== 'pending') void refreshAccountSoon()
    },
  )
})

// The choice follows what is asked of it, and the sites.
effect(() => {
  const [key, id] = [wantedKey.value, search.value?.id]
  choiceFault.value = undefined
  if (key === undefined || id === undefined) return
  if (isNew.value || answered.peek()?.key === key) return
  const isFirst = started?.id === id && started.reach === reach.value
  if (isCharged.value && !isFirst && paidKey.value !== key) return
  const query = choiceQuery.peek() as never
  return rested(
    (signal) =>
      client.value
        .GET('/api/v1/searches/{id}/choice', { params: { path: { id }, query }, signal })
        .then(dataOf),
    (found) => {
      started = undefined
      answered.value = { key, choice: found }
      if (isFirst) seeChosen(found)
      if (isCharged.peek()) void refreshAccountSoon()
    },
    (error) => {
      choiceFault.value = [...faultsByField(error, () => undefined).values()].join(' ')
    },
  )
})

// Nothing of another search stays.
effect(() => {
  const id = search.value?.id
  untracked(() => {
    if (answered.value?.key.startsWith(JSON.stringify([id]).slice(0, -1)) !== true) answered.value = undefined
  })
})

// Circles on the map.
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
    return {
      type: 'Feature',
      properties: {
        ...{ lat, lon, share: largest > 0 ? (alone ?? 0) / largest : 0 },
        ...(number !== undefined && { number }),
      },
      geometry: { type: 'Point', coordinates: [lon, lat] },
    }
  })
  // The chosen ones over the others.
  features.sort((one, other) => Number('number' in one.properties) - Number('number' in other.properties))
  drawnCandidates.value = { type: 'FeatureCollection', features }
})
