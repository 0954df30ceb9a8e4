/** Command `coverage network search`: candidate sites for a network. */

import { randomUUID } from 'node:crypto'
import type { components } from '../../client/client.ts'
import { answer, type Call, note, parametersOf } from '../call/call.ts'
import type { Service } from '../call/service.ts'
import { type FreePath, freePath, saveText } from '../call/target.ts'
import { endedOrCancelled, simulations, untilEnded, type Waited } from '../call/wait.ts'
import { Failure, UsageError } from '../errors.ts'
import type { NetworkFlags } from '../flags.ts'
import { Bar } from '../terminal/bar.ts'
import { widthOf } from '../terminal/io.ts'
import { table } from '../terminal/table.ts'
import { safe } from '../terminal/text.ts'
import { collectionOf } from './links.ts'
import { areaIn, changeSites } from './network-sites.ts'

type Body = components['schemas']['SearchRequest']
type Choice = components['schemas']['Choice']
type Search = components['schemas']['Search']

const searches: Waited<Search> = {
  read: (client, init) => client.GET('/api/v1/searches/{id}', init),
  remove: (client, init) => client.DELETE('/api/v1/searches/{id}', init),
  after: (id) => `coverage network choice ${id}`,
}

/** Starts a site search, waits, and prints the site selection; `--estimate` prints only the price. */
export async function search(call: Call<NetworkFlags>, service: Service, networkId: string): Promise<void> {
  const { flags, io } = call
  const target = flags.out === undefined ? undefined : freePath(flags.out, flags.force)
  const body = await bodyOf(call)
  const params = { path: { id: networkId } }
  const price = await service.ask((client) =>
    client.POST('/api/v1/networks/{id}/search/estimate', { params, body }),
  )
  const { candidates, cells, credits, seconds } = price
  const credit = (await service.isUnmetered()) ? '' : `${credits} ${credits === 1 ? 'credit' : 'credits'}, `
  const priceText = `${candidates} candidates, ${cells} cells: ${credit}about ${seconds} s`
  if (flags.estimate) return answer(call, price, () => priceText, String(credits))
  note(call, `${priceText}.`)
  const headers = { 'idempotency-key': randomUUID() }
  const begin = async () => {
    const { id } = await service.ask((client) =>
      client.POST('/api/v1/networks/{id}/search', { params, body, headers }),
    )
    if (!io.errIsTerminal) note(call, `${safe(id)} was accepted.`)
    return id
  }
  const record = await endedOrCancelled(call, service, begin, searches)
  if (record.status === 'failed') {
    const { code = 'internal_error', detail = 'The search failed.' } = record.error ?? {}
    throw new Failure(code, `${record.id} failed: ${detail}`)
  }
  await choose(call, service, record, target)
}

export async function choice(call: Call<NetworkFlags>, service: Service, id: string): Promise<void> {
  const { flags } = call
  const target = flags.out === undefined ? undefined : freePath(flags.out, flags.force)
  const params = { path: { id } }
  const record = await service.ask((client) => client.GET('/api/v1/searches/{id}', { params }))
  await choose(call, service, record, target)
}

async function choose(
  call: Call<NetworkFlags>,
  service: Service,
  { id, network_id }: Pick<Search, 'id' | 'network_id'>,
  target: FreePath | undefined,
): Promise<void> {
  const { flags } = call
  const query = {
    ...numbersOf(flags, 'sites', 'minDistanceM'),
    ...parametersOf(flags, 'mustReach', 'weights'),
  }
  const found = await service.ask((client) =>
    client.GET('/api/v1/searches/{id}/choice', { params: { path: { id }, query } }),
  )
  await saveText(call, target, JSON.stringify(ranked(found)))
  const network = flags.add ? await added(call, service, network_id, found) : undefined
  const shown = { id, network_id, ...found, ...(network && { network }) }
  answer(call, shown, () => textOf(call, found, id), found.sites.map(({ candidate }) => candidate).join('\n'))
}

function textOf({ io }: Call, found: Choice, id: string): string {
  const { sites, unit, gain, bound, is_optimal, candidates } = found
  const of = unit === 'km2' ? 'km²' : safe(unit)
  const shown = (value: number) => value.toFixed(value < 100 ? 1 : 0)
  if (sites.length === 0) return `${id}: no candidate adds coverage under the given conditions.`
  const rows = sites.map(({ candidate, name = '', lat, lon, gain: adds }, index) => [
    String(index + 1),
    shown(adds),
    shown(candidates[candidate]?.alone ?? 0),
    `${lat.toFixed(5)},${lon.toFixed(5)}`,
    safe(name),
  ])
  const best = is_optimal ? 'no other selection adds more' : `no selection adds more than ${shown(bound)}`
  const failed = candidates.filter(({ alone }) => alone === null)
  return [
    table(['no', `adds ${of}`, 'alone', 'place', 'name'], rows, widthOf(io)),
    `total added: ${shown(gain)} ${of}; ${best}.`,
    ...(failed.length > 0
      ? [
          `${failed.length} of ${candidates.length} candidates could not be computed: ${safe(failed[0]?.error?.detail)}`,
        ]
      : []),
    `coverage network choice ${id} --sites K selects K sites without another search; --add adds the selected sites.`,
  ].join('\n')
}

/** Candidates as GeoJSON: the gain of each candidate if selected alone, and the rank of selected sites. */
function ranked({ candidates, sites, unit }: Choice) {
  const ranks = new Map(sites.map(({ candidate, gain }, index) => [candidate, { rank: index + 1, gain }]))
  return {
    type: 'FeatureCollection',
    features: candidates.map(({ candidate, lat, lon, ...own }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties: { candidate, unit, ...own, ...ranks.get(candidate) },
    })),
  }
}

/** Simulates the selected sites and adds them to the network. */
async function added(call: Call<NetworkFlags>, service: Service, networkId: string, found: Choice) {
  const { io, flags } = call
  if (found.sites.length === 0) return undefined
  const body = {
    simulations: found.sites.map(({ lat, lon, name }, index) => ({
      ...found.simulation,
      tx_lat: lat,
      tx_lon: lon,
      name: name ?? `Site ${index + 1} of the search`,
    })),
  }
  const headers = { 'idempotency-key': randomUUID() }
  const { simulations: started } = await service.ask((client) =>
    client.POST('/api/v1/simulations/batch', { body: body as never, headers }),
  )
  const bar = new Bar(io, flags.quiet === true)
  try {
    for (const { id } of started) {
      const { status, error } = await untilEnded(service, id, simulations, { bar })
      if (status === 'failed')
        throw new Failure(error?.code ?? 'internal_error', `${id} failed: ${error?.detail}`)
    }
  } finally {
    bar.end()
  }
  const network = await changeSites(service, networkId, {}, (sites) => [
    ...sites,
    ...started.map(({ id }) => ({ id })),
  ])
  const many = started.length === 1 ? 'One site was' : `${started.length} sites were`
  note(call, `${many} added to ${safe(networkId)}, which now has ${network.sites.length} sites.`)
  return network
}

async function bodyOf(call: Call<NetworkFlags>): Promise<Body> {
  const { flags } = call
  const { mustReach, weights } = flags
  const ofCandidates = ['like', 'txHeight', 'rxHeight', 'maxRange', 'sensitivityDbm', 'eirpDbm'] as const
  return {
    candidates: await candidatesOf(call),
    ...numbersOf(flags, 'sites', 'minDistanceM', ...ofCandidates),
    ...(mustReach !== undefined && mustReach !== 'none' && { must_reach: reachedIn(mustReach) }),
    ...(weights !== undefined && weights !== 'km2' && { weights }),
  } as Body
}

function numbersOf(flags: NetworkFlags, ...names: (keyof NetworkFlags)[]): Record<string, number> {
  const texts = Object.entries(parametersOf(flags, ...names))
  return Object.fromEntries(texts.map(([name, text]) => [name, Number(text)]))
}

function reachedIn(text: string): NonNullable<Body['must_reach']> {
  return /^any( site)?$/.test(text) ? 'any site' : text.split(',').map(Number)
}

async function candidatesOf(call: Call<NetworkFlags>): Promise<Body['candidates']> {
  const { candidates, spacing, area } = call.flags
  if (candidates !== undefined && candidates !== 'summits') {
    if (spacing !== undefined)
      throw new UsageError(
        'Expected --spacing for a grid of candidate sites, or --candidates for a file of candidate sites, got both.',
      )
    return pointsIn(call, candidates)
  }
  if (spacing === undefined) return 'summits'
  if (area === undefined) throw new UsageError('--spacing requires --area FILE, the area of the grid.')
  return {
    area: { type: 'MultiPolygon', coordinates: await areaIn(area) },
    spacing_m: Number(spacing),
  }
}

/** Reads candidate points from a file; the name is the only property sent. */
async function pointsIn(call: Call, path: string): Promise<Body['candidates']> {
  const { features } = (await collectionOf(call, path, true)) as { features?: unknown }
  if (!Array.isArray(features)) throw new UsageError(`${path} has no FeatureCollection of points.`)
  return {
    type: 'FeatureCollection',
    features: features.map(({ geometry, properties }) => {
      const { name } = (properties ?? {}) as { name?: unknown }
      const hasName = typeof name === 'string' || typeof name === 'number'
      return { type: 'Feature', geometry, properties: hasName ? { name: String(name) } : {} }
    }),
  }
}
