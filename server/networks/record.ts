import type { Static } from 'typebox'
import type { Network } from '../../storage/records/network-types.ts'
import type { Simulation } from '../../storage/records/types.ts'
import { jobOf } from '../jobs/job.ts'
import { gridOfCells } from '../requests/grid.ts'
import type { SimulationParams } from '../requests/simulation.ts'
import { isLossNetwork, layersOfNetwork } from '../results/views/networks.ts'
import { siteColor } from '../results/views/styles.ts'
import { type NetworkLattice, networkLattice } from './lattice.ts'
import type { NetworkRecord } from './schemas.ts'

/** Network with its simulations; `undefined` for simulations that are deleted or expired. */
export interface NetworkWithMembers {
  network: Network
  members: readonly (Simulation | undefined)[]
}

export function siteStyle({ sites }: Network, index: number, simulation: Simulation | undefined) {
  const { id, name, color } = sites[index]
  return {
    name: name || String(simulation?.params.name || id),
    color: (color ?? siteColor(index)).toLowerCase(),
  }
}

/** Cached lattices by stored network; a change of sites replaces the network object. */
const lattices = new WeakMap<Network, NetworkLattice>()

/** Cached lattice of a network whose simulations all exist; their parameters never change. */
export function latticeOfNetwork(network: Network, members: readonly Simulation[]): NetworkLattice {
  const lattice = lattices.get(network) ?? latticeOf(members)
  lattices.set(network, lattice)
  return lattice
}

export function latticeOf(members: readonly Simulation[]): NetworkLattice {
  return networkLattice(members.map(({ params }) => jobOf(params as SimulationParams).grid))
}

export function statusOf({ members }: NetworkWithMembers): 'pending' | 'completed' | 'failed' {
  if (members.some((one) => one === undefined || one.status === 'failed')) return 'failed'
  return members.every((one) => one?.status === 'completed') ? 'completed' : 'pending'
}

/** Sites that will never have a result, with the reason. */
export function missingMembers({ network, members }: NetworkWithMembers): { id: string; detail: string }[] {
  return members.flatMap((simulation, index) => {
    if (simulation && simulation.status !== 'failed') return []
    const { id } = network.sites[index]
    const reason = simulation ? 'failed and has no result' : 'was deleted, or its result has expired'
    const detail = `Site ${index + 1}, ${id}, ${reason}: update the network (PUT) without this site, or with another site.`
    return [{ id, detail }]
  })
}

export function networkRecord(network: NetworkWithMembers): Static<typeof NetworkRecord> {
  const { network: stored, members } = network
  const { id, name, sites, area, align, created_at, changed_at } = stored
  const status = statusOf(network)
  const known = members.flatMap((one) => one ?? [])
  const lattice = known.length === members.length ? latticeOfNetwork(stored, known) : undefined
  return {
    id,
    name,
    status,
    progress: Number((known.reduce((sum, { progress }) => sum + progress, 0) / members.length).toFixed(4)),
    sites: sites.map((site, index) => {
      const simulation = members[index]
      const { model, tx_lat, tx_lon, tx_height, max_range } = (simulation?.params ??
        {}) as Partial<SimulationParams>
      return {
        ...site,
        number: index + 1,
        ...siteStyle(stored, index, simulation),
        status: simulation?.status ?? 'missing',
        ...(simulation && { model, tx_lat, tx_lon, tx_height, max_range }),
      } as Static<typeof NetworkRecord>['sites'][number]
    }),
    layers: layersOfNetwork(isLossNetwork(known)),
    ...(area && { area: area as NonNullable<Static<typeof NetworkRecord>['area']> }),
    ...(align && { align }),
    grid: lattice ? gridOfCells(lattice.geometry) : null,
    bounds: lattice ? boundsOf(lattice) : null,
    cells: lattice ? lattice.geometry.rows * lattice.geometry.cols : null,
    ...(status === 'completed' && { result_url: `/results/${id}.tif` }),
    created_at,
    changed_at,
    warnings: missingMembers(network).map(({ detail }) => ({ code: 'member_missing', detail })),
  }
}

function boundsOf({ geometry }: NetworkLattice): number[] {
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  return [westDeg, northDeg - rows * cellLatDeg, westDeg + cols * cellLonDeg, northDeg].map((degrees) =>
    Number(degrees.toFixed(7)),
  )
}
