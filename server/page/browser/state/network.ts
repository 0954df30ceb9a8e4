/** Networks of the account, and the view of the open network; this module is loaded on demand. */

import { computed, effect, signal } from '@preact/signals'
import type { Position } from '../../../client/coordinates.ts'
import { type components, dataOf, ProblemError } from '../../../client/requests.ts'
import { type Bounds, binTiles } from '../comparison/grid.ts'
import { faultsByField } from '../service/failures.ts'
import { latest, type Outcome } from '../service/latest.ts'
import { pause, retryAfterS, until } from '../service/pause.ts'
import { client, ifAnswered, isShared, token, whenHolderChanges } from '../service/session.ts'
import { forgetTiles } from '../service/tile-files.ts'
import { sayNetwork } from '../words/network.ts'
import { figure } from '../words/words.ts'
import { priceOnGrid, replaceSites } from './again.ts'
import { ticked } from './finding.ts'
import { clickedPlace, drawnNetwork, gaps } from './network-map.ts'
import { type NetworkRecord, network, openNetwork, records } from './results.ts'
import type { Stats } from './viewing.ts'

type NetworkRequest = components['schemas']['NetworkRequest']
type Site = NetworkRecord['sites'][number]
type Layer = NetworkRecord['layers'][number]
export type NetworkLegend = components['schemas']['Preview']['legend']

const REST_MS = 250

/** Networks, newest first; `undefined` until read. */
export const networks = signal<readonly NetworkRecord[] | undefined>(undefined)

export interface Refused {
  text: string
  /** Accepts the nearest cells, if cells are not aligned. */
  alignNearest?(): Promise<void>
  /** Computes the results that are not aligned again, on the grid of the first; absent until priced. */
  computeAgain?: { credits: number; run(): Promise<void> }
}

/** Error of the last change. */
export const refusal = signal<Refused | undefined>(undefined)
export const isChanging = signal(false)

const chosenLayer = signal<Layer | undefined>(undefined)
export const networkLayer = computed(() => {
  const { layers = [] } = network.value ?? {}
  return layers.find((name) => name === chosenLayer.value) ?? layers[0]
})
/** Sensitivity in dBm for sites without one in the network; `undefined`: that of each site's request. */
export const networkDbm = signal<number | undefined>(undefined)
const debouncedDbm = signal<number | undefined>(undefined)
export const hasGaps = signal(false)
export const legend = signal<NetworkLegend | undefined>(undefined)
export const networkStats = signal<Stats | undefined>(undefined)
/** Error of the picture, the statistics or the gaps of a network. */
export const networkFault = signal<string | undefined>(undefined)
/** Value of the network at the clicked position. */
export const clickedValue = signal<
  { at: Position; found: components['schemas']['Place'] | undefined } | undefined
>(undefined)

export const isLossNetwork = computed(() => network.value?.layers.includes('best_server') === true)
/** Key for the current state of a completed network, on which pictures and statistics depend. */
export const completed = computed(() =>
  network.value?.status === 'completed' ? `${network.value.id} ${network.value.changed_at}` : undefined,
)
export const openedId = computed(() => network.value?.id)
export const sensitivity = computed(() =>
  debouncedDbm.value === undefined || !isLossNetwork.value ? {} : { sensitivity_dbm: debouncedDbm.value },
)
export const networkQuery = computed(() => textOf({ layer: networkLayer.value, ...sensitivity.value }))

function textOf(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}

/** Selected results that are not in the network yet, oldest first. */
export const addable = computed(() => {
  const memberIds = new Set(network.value?.sites.map(({ id }) => id))
  return records.value
    .filter(({ id, status }) => ticked.value.has(id) && status !== 'failed' && !memberIds.has(id))
    .toReversed()
})

export function chooseLayer(name: string): void {
  chosenLayer.value = name as Layer
}

export async function listNetworks(): Promise<void> {
  const before = token.value
  const found = dataOf(await client.value.GET('/api/v1/networks')).networks
  if (token.value === before) networks.value = found.toReversed()
}

export function makeNetwork(of: Pick<NetworkRequest, 'sites' | 'batch' | 'name'>): Promise<void> {
  return attempt(of, async (body) => {
    openNetwork(dataOf(await client.value.POST('/api/v1/networks', { body })))
  })
}

export function changeNetwork(changed: Partial<NetworkRequest>): Promise<void> {
  return attempt(changed, async (body) => {
    if (network.value !== undefined) await put(network.value, body)
  })
}

async function put(before: NetworkRecord, changed: Partial<NetworkRequest>): Promise<void> {
  const { id } = before
  const body = { ...contentOf(before), ...changed }
  const record = dataOf(await client.value.PUT('/api/v1/networks/{id}', { params: { path: { id } }, body }))
  // Removes the cached tiles of a changed network, which are outdated.
  forgetTiles(`/results/${id}/`)
  if (network.value?.id === id) network.value = record
}

/** Adds sites to any network, after pending changes. */
export async function addSites(id: string, added: NonNullable<NetworkRequest['sites']>): Promise<void> {
  await until(() => !isChanging.value)
  const params = { path: { id } }
  const before =
    network.value?.id === id
      ? network.value
      : dataOf(await client.value.GET('/api/v1/networks/{id}', { params }))
  return attempt({ sites: [...before.sites.map(siteOf), ...added] }, (body) => put(before, body))
}

export function colorSite(id: string, color: string): Promise<void> {
  return changeSites((sites) => sites.map((site) => (site.id === id ? { ...site, color } : site)))
}

export function removeSite(id: string): Promise<void> {
  return changeSites((sites) => sites.filter((site) => site.id !== id))
}

export function addTicked(): Promise<void> {
  return changeSites((sites) => [...sites, ...addable.value.map(({ id }) => ({ id }))])
}

function changeSites(
  change: (sites: NonNullable<NetworkRequest['sites']>) => NonNullable<NetworkRequest['sites']>,
): Promise<void> {
  return changeNetwork({ sites: change(network.value?.sites.map(siteOf) ?? []) })
}

export async function removeNetwork(id: string): Promise<void> {
  const answer = await client.value.DELETE('/api/v1/networks/{id}', { params: { path: { id } } })
  if (answer.response.status !== 404) dataOf(answer)
  if (network.value?.id === id) network.value = undefined
}

function contentOf({ name, sites, area, align }: NetworkRecord): NetworkRequest {
  return { name, sites: sites.map(siteOf), ...(area && { area }), ...(align && { align }) }
}

/** Site as sent in a request: keeps the color, and the name only if it differs from the simulation's name. */
function siteOf({ id, name, color, eirp_dbm, sensitivity_dbm }: Site) {
  const own = records.value.find((record) => record.id === id)?.params.name || id
  return {
    ...{ id, color },
    ...(name !== own && name !== id && { name }),
    ...(eirp_dbm !== undefined && { eirp_dbm }),
    ...(sensitivity_dbm !== undefined && { sensitivity_dbm }),
  }
}

type Send = (body: Partial<NetworkRequest>) => Promise<void>

async function attempt(body: Partial<NetworkRequest>, send: Send): Promise<void> {
  if (isChanging.value) return
  refusal.value = undefined
  isChanging.value = true
  try {
    await send(body)
  } catch (error) {
    refusal.value = refusalOf(error, () => attempt({ ...body, align: 'nearest' }, send))
    void offerAgain(error, body, send)
  } finally {
    isChanging.value = false
  }
}

/** Offers to compute the results that are not aligned again, once the price is known. */
async function offerAgain(error: unknown, body: Partial<NetworkRequest>, send: Send): Promise<void> {
  const refused = refusal.value
  const { ids = [], grid } = error instanceof ProblemError ? error.problem : {}
  if (refused?.alignNearest === undefined || body.sites === undefined || ids.length === 0) return
  // A result that is gone, or a grid that its place does not allow, leaves the nearest cells.
  const priced = await priceOnGrid(ids, grid).catch(() => undefined)
  if (priced === undefined || refusal.value !== refused) return
  const { sites } = body
  const run = () =>
    attempt(body, async () => send({ ...body, sites: await replaceSites(sites, priced.simulations) }))
  refusal.value = { ...refused, computeAgain: { credits: priced.credits, run } }
}

/** Texts of all errors in a response. */
export function explainAll(error: unknown): string {
  return [...faultsByField(error).values()].join(' ')
}

function refusalOf(error: unknown, alignNearest: () => Promise<void>) {
  if (!(error instanceof ProblemError) || error.code !== 'not_aligned') {
    return { text: explainAll(error) }
  }
  const { step_lat, step_lon } = (error.problem.grid ?? {}) as { step_lat?: number; step_lon?: number }
  const cell =
    step_lat !== undefined && step_lon !== undefined
      ? sayNetwork('cell', { lat: figure(step_lat, 6), lon: figure(step_lon, 6) })
      : ''
  return { text: sayNetwork('notAligned', { cell }), alignNearest }
}

// Resets the view when another network opens; for a share, uses the view in the URL.
effect(() => {
  const id = openedId.value
  const asked = new URLSearchParams(id !== undefined && isShared.peek() ? location.hash.slice(1) : '')
  const dbm = asked.get('sensitivity_dbm') ?? ''
  chosenLayer.value = (asked.get('layer') ?? undefined) as Layer | undefined
  networkDbm.value = /^-?\d{1,3}$/.test(dbm) ? Number(dbm) : undefined
  debouncedDbm.value = networkDbm.peek()
  hasGaps.value = false
  clickedPlace.value = undefined
  refusal.value = undefined
  drawnNetwork.value = undefined
  legend.value = undefined
  networkStats.value = undefined
})

effect(() => {
  const dbm = networkDbm.value
  const timer = setTimeout(() => {
    debouncedDbm.value = dbm
  }, REST_MS)
  return () => clearTimeout(timer)
})

/** Requests data for the completed network, and accepts the response unless the network has changed. */
function follow<Found>(
  ask: (id: string, signal: AbortSignal) => Promise<Found>,
  take: Outcome<NoInfer<Found>>['take'],
): (() => void) | undefined {
  if (completed.value === undefined) return undefined
  const [id = ''] = completed.value.split(' ')
  return latest<Found>((signal) => ask(id, signal), { take, fail: networkFault })
}

effect(() => {
  const query = { layer: networkLayer.value, ...sensitivity.value } as object
  const text = networkQuery.value
  networkFault.value = undefined
  if (completed.value === undefined) drawnNetwork.value = undefined
  return follow(
    async (id, signal) => {
      const asked = { params: { path: { id }, query }, signal }
      const [tiles, preview] = await Promise.all([
        client.value.GET('/results/{id}/tiles.json', asked).then(dataOf),
        client.value.GET('/results/{id}/preview', asked).then(dataOf),
      ])
      return { id, tiles, preview }
    },
    ({ id, tiles, preview }) => {
      legend.value = preview.legend
      const drawn = binTiles({ bins: { tiles: tiles.tiles }, maxzoom: tiles.maxzoom })
      drawnNetwork.value = { id, ...drawn, bounds: tiles.bounds as Bounds, query: text }
    },
  )
})

effect(() => {
  const query = sensitivity.value
  return follow(
    (id, signal) =>
      client.value.GET('/results/{id}/stats', { params: { path: { id }, query }, signal }).then(dataOf),
    networkStats,
  )
})

effect(() => {
  const query = sensitivity.value
  gaps.value = undefined
  if (!hasGaps.value) return
  return follow(
    (id, signal) =>
      client.value
        .GET('/results/{id}/gaps.geojson', { params: { path: { id }, query }, parseAs: 'json', signal })
        .then((answer) => dataOf(answer) as object),
    gaps,
  )
})

effect(() => {
  const at = clickedPlace.value
  const viewed = { layer: networkLayer.value, ...sensitivity.value } as object
  clickedValue.value = undefined
  if (at === undefined) return
  const query = { ...at, ...viewed }
  return follow(
    (id, signal) =>
      ifAnswered(client.value.GET('/results/{id}/value', { params: { path: { id }, query }, signal })),
    (found) => {
      clickedValue.value = { at, found }
    },
  )
})

/** Polls at the rate requested by the service, until stopped or not found. */
export function poll<Found>(
  ask: (signal: AbortSignal) => Promise<{ data?: Found; response: Response }>,
  take: (found: Found | undefined) => void,
): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const asking = async () => {
    let answer: Response | undefined
    while (!signal.aborted) {
      await pause(retryAfterS(answer), signal)
      // A failure is retried, because the service may be restarting.
      const read = await ask(signal).catch(() => undefined)
      answer = read?.response
      const isGone = answer?.status === 404
      if (!signal.aborted && (isGone || read?.data !== undefined)) take(read?.data)
      if (isGone) return
    }
  }
  asking().catch(() => {})
  return () => stop.abort()
}

// Polls the open network while sites are pending.
const pendingId = computed(() => (network.value?.status === 'pending' ? network.value.id : undefined))
effect(() => {
  const id = pendingId.value
  if (id === undefined) return
  return poll(
    (signal) => client.value.GET('/api/v1/networks/{id}', { params: { path: { id } }, signal }),
    (found) => {
      if (found !== undefined) network.value = found
    },
  )
})

whenHolderChanges(() => {
  networks.value = undefined
})
