/** Command `coverage network`: several simulations combined into one result. */

import { answer, type Call, serviceOf } from '../call/call.ts'
import type { Service } from '../call/service.ts'
import { freePath, saveText } from '../call/target.ts'
import { UsageError } from '../errors.ts'
import type { NetworkFlags } from '../flags.ts'
import { widthOf } from '../terminal/io.ts'
import { table } from '../terminal/table.ts'
import { safe } from '../terminal/text.ts'
import { areaIn, type Body, changeSites, found, type Network } from './network-sites.ts'
import { viewOf } from './places.ts'

const verbs =
  'list, create SIMULATION …, show NETWORK, add NETWORK SIMULATION …, drop NETWORK SIMULATION …, set NETWORK, gaps NETWORK, search NETWORK, choice SEARCH, delete NETWORK'

const isId = (word: string) => word.startsWith('net_')

export async function network(call: Call<NetworkFlags>, words: readonly string[]): Promise<void> {
  const [first = ''] = words
  const [verb = 'list', id, ...others] = words.length === 1 && isId(first) ? ['show', first] : words
  const service = (await serviceOf(call)).requireKey()
  if (verb === 'list' && id === undefined) return list(call, service)
  if (verb === 'create') return create(call, service, words.slice(1))
  if (id === undefined) throw new UsageError(`Expected ${verbs}; got ${words.join(' ')}.`)
  if (verb === 'show' && others.length === 0) return show(call, service, await found(service, id))
  if (verb === 'search' && others.length === 0) return (await import('./search.ts')).search(call, service, id)
  if (verb === 'choice' && others.length === 0) return (await import('./search.ts')).choice(call, service, id)
  if (verb === 'gaps' && others.length === 0) return gaps(call, service, id)
  if (verb === 'delete' && others.length === 0) {
    await service.ask((client) => client.DELETE('/api/v1/networks/{id}', { params: { path: { id } } }))
    return answer(call, { deleted: [id] }, () => `${safe(id)} was deleted; its simulations are kept.`)
  }
  if (verb === 'set' && others.length === 0) return change(call, service, { id, others, isAdded: true })
  if (verb === 'add' || verb === 'drop') return change(call, service, { id, others, isAdded: verb === 'add' })
  throw new UsageError(`Expected ${verbs}; got ${words.join(' ')}.`)
}

async function list(call: Call, service: Service): Promise<void> {
  const { networks } = await service.ask((client) => client.GET('/api/v1/networks'))
  const rows = networks.map(({ id, name, status, sites }) => [id, status, String(sites.length), safe(name)])
  answer(call, { networks }, () =>
    rows.length === 0
      ? 'No networks yet. Create a network with coverage network create SIMULATION …'
      : table(['network', 'status', 'sites', 'name'], rows, widthOf(call.io)),
  )
}

async function create(call: Call<NetworkFlags>, service: Service, ids: readonly string[]): Promise<void> {
  const { flags } = call
  const { batch } = flags
  if ((batch === undefined) === (ids.length === 0)) {
    throw new UsageError('coverage network create requires ids of simulations, or --batch ID.')
  }
  const of: Body = batch === undefined ? { sites: ids.map((id) => ({ id })) } : { batch }
  const body: Body = { ...of, ...(await ownOf(flags)) }
  const made = await service.ask((client) => client.POST('/api/v1/networks', { body }))
  return show(call, service, made)
}

async function ownOf({ name, area, align }: NetworkFlags): Promise<Pick<Body, 'name' | 'area' | 'align'>> {
  return {
    ...(name !== undefined && { name }),
    ...(area !== undefined && { area: { type: 'MultiPolygon' as const, coordinates: await areaIn(area) } }),
    // An unknown value is refused by the service.
    ...(align !== undefined && { align: align as 'nearest' }),
  }
}

async function change(
  call: Call<NetworkFlags>,
  service: Service,
  { id, others, isAdded }: { id: string; others: readonly string[]; isAdded: boolean },
): Promise<void> {
  const own = await ownOf(call.flags)
  const made = await changeSites(service, id, own, (given) => {
    const unknown = others.find((one) => !isAdded && !given.some((site) => site.id === one))
    if (unknown !== undefined) throw new UsageError(`${unknown} is not a site of ${id}.`)
    return isAdded
      ? [...given, ...others.map((one) => ({ id: one }))]
      : given.filter((site) => !others.includes(site.id))
  })
  return show(call, service, made)
}

/** Prints a network, including the area covered by each site if all sites are completed. */
async function show(call: Call<NetworkFlags>, service: Service, record: Network): Promise<void> {
  const { id, name, status, sites, layers, warnings } = record
  const stats = status === 'completed' ? await statsOf(call, service, id) : undefined
  const shown = (km2: number | null | undefined) => (km2 === null || km2 === undefined ? '' : km2.toFixed(1))
  const rows = sites.map((site, index) => {
    const { covered_km2, alone_km2 } = stats?.sites?.[index] ?? {}
    return [
      String(site.number),
      site.color,
      site.status,
      shown(covered_km2),
      shown(alone_km2),
      site.id,
      safe(site.name),
    ]
  })
  const text = () =>
    [
      `${id}  ${status}  ${safe(name)}`.trimEnd(),
      `layers: ${layers.join(', ')}`,
      table(['no', 'color', 'status', 'km²', 'alone', 'simulation', 'name'], rows, widthOf(call.io)),
      ...(typeof stats?.covered_km2 === 'number'
        ? [
            `covered ${shown(stats.covered_km2)} km², not covered ${shown(stats.uncovered_km2)} km², unknown ${shown(stats.unknown_km2)} km²${stats.out_of_range_km2 === undefined ? '' : `; ${shown(stats.out_of_range_km2)} km² of the area out of range of every site`}`,
          ]
        : []),
      ...warnings.map(({ detail }) => safe(detail)),
    ].join('\n')
  answer(call, { ...record, ...(stats && { stats }) }, text, id)
}

async function statsOf({ flags }: Call<NetworkFlags>, service: Service, id: string) {
  const query = viewOf(flags) as Record<string, never>
  return service.ask((client) => client.GET('/results/{id}/stats', { params: { path: { id }, query } }))
}

async function gaps(call: Call<NetworkFlags>, service: Service, id: string): Promise<void> {
  const { flags } = call
  if (flags.out === undefined) throw new UsageError('--out FILE.geojson is required.')
  const target = freePath(flags.out, flags.force)
  const query = viewOf(flags) as Record<string, never>
  const collection: unknown = await service.ask((client) =>
    client.GET('/results/{id}/gaps.geojson', { params: { path: { id }, query } }),
  )
  await saveText(call, target, JSON.stringify(collection))
  const { gaps: count, km2 } = collection as { gaps: number; km2: number }
  answer(
    call,
    { id, file: flags.out, gaps: count, km2 },
    () => `${count} gaps, ${km2.toFixed(1)} km² in total.`,
  )
}
