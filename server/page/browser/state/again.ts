/** Simulations of a network's sites, computed again on the grid of its first site. */

import { type components, dataOf } from '../../../client/requests.ts'
import { client, refreshAccountSoon } from '../service/session.ts'
import { ticked } from './finding.ts'
import { find, records } from './results.ts'

type Simulation = components['schemas']['SimulationRequest']

/** Requests on the grid by id of the simulation to repeat, and their price. Throws errors of the service. */
export async function priceOnGrid(ids: readonly string[], grid: object | undefined) {
  await Promise.all(ids.map(find))
  const simulations = new Map(
    records.value
      .filter(({ id }) => ids.includes(id))
      .map(({ id, params: { resolution: _, ...params } }) => [id, { ...params, grid } as Simulation]),
  )
  const prices = await Promise.all(
    [...simulations.values()].map((body) => client.value.POST('/api/v1/simulate/estimate', { body })),
  )
  return { simulations, credits: prices.reduce((sum, price) => sum + dataOf(price).credits, 0) }
}

/** Starts the requests; returns the sites with the new simulations, which are then also those selected. */
export async function replaceSites<Site extends { id: string }>(
  sites: readonly Site[],
  requests: ReadonlyMap<string, Simulation>,
): Promise<Site[]> {
  const body = { simulations: [...requests.values()] as [Simulation, ...Simulation[]] }
  const params = { header: { 'idempotency-key': crypto.randomUUID() } }
  const started = dataOf(await client.value.POST('/api/v1/simulations/batch', { body, params })).simulations
  void refreshAccountSoon()
  const replaced = new Map([...requests.keys()].map((id, at) => [id, started[at]?.id]))
  const renewed = (id: string) => replaced.get(id) ?? id
  ticked.value = new Set([...ticked.value].map(renewed))
  return sites.map((site) => ({ ...site, id: renewed(site.id) }))
}
