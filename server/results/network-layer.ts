import type { Simulation } from '../../storage/records/types.ts'
import { Problem } from '../http/errors.ts'
import { rasterName } from '../jobs/stored/raster-files.ts'
import { latticeOfNetwork, missingMembers, type NetworkWithMembers, siteStyle } from '../networks/record.ts'
import type { NetworkCells } from './products/subject.ts'
import { subjectOf } from './products/subject.ts'
import type { ResultLayer } from './result.ts'
import type { LayerQuery } from './views/layers.ts'
import { shownNetwork } from './views/networks.ts'

/** Simulations of a network; throws a Problem if a simulation is missing or not completed. */
export function completedMembers({ network, members }: NetworkWithMembers): Simulation[] {
  const missing = missingMembers({ network, members })
  if (missing.length > 0) {
    const [{ detail }] = missing
    const more = missing.length > 1 ? ` The same applies to ${missing.length - 1} more of the sites.` : ''
    throw new Problem('member_missing', `${detail}${more}`, { members: { ids: missing.map(({ id }) => id) } })
  }
  return members.map((member, index) => {
    if (member?.status === 'completed') return member
    throw new Problem('result_not_ready', `Site ${index + 1}, ${network.sites[index].id}, is still pending.`)
  })
}

/** Layer of a network. Throws a NoLayerError or a ViewError. */
export function networkLayer(of: NetworkWithMembers, changedAt: string, query: LayerQuery): ResultLayer {
  const { network } = of
  const members = completedMembers(of)
  const { layer, name, sites } = shownNetwork(
    members.map((member, index) => {
      const { id, eirp_dbm, sensitivity_dbm } = network.sites[index]
      const { params, engine } = member
      const view = {
        ...(eirp_dbm !== undefined && { eirp_dbm }),
        ...(sensitivity_dbm !== undefined && { sensitivity_dbm }),
      }
      return {
        id,
        ...siteStyle(network, index, member),
        params,
        engineVersion: String(engine?.version),
        view,
      }
    }),
    query,
  )
  const { geometry, placements } = latticeOfNetwork(network, members)
  const cells: NetworkCells = {
    layer: name,
    geometry,
    sites: sites.map(({ layer: own, ...site }, index) => {
      const subject = subjectOf(members[index], own, (stored) => rasterName(members[index], stored))
      return { ...site, subject, placement: placements[index] }
    }),
  }
  const [first, ...others] = cells.sites.map(({ subject }) => subject.tif)
  const { layer: _layer, ...viewed } = query
  const stated = Object.fromEntries(
    Object.entries(viewed).filter(([parameter, value]) => /_dbm$/.test(parameter) && value !== undefined),
  ) as Record<string, number>
  const shown = { ...layer, ...(Object.keys(stated).length > 0 && { stated }) }
  return {
    ...shown,
    rasters: [first, ...others],
    sites: [
      network.sites,
      network.area,
      cells.sites.map(({ name, color, subject }) => [name, color, subject.tif]),
    ],
    subject: {
      id: network.id,
      layer: shown,
      tif: first,
      network: cells,
      params: {
        name: network.name,
        ...(network.align && { align: network.align }),
        sites: cells.sites.map(({ id, name, color }, index) => ({
          number: index + 1,
          ...network.sites[index],
          id,
          name,
          color,
          params: members[index].params,
        })),
      },
      engine: members[0].engine,
      sources: members.flatMap(({ terrain }) => terrain?.sources ?? []),
      completedAt: changedAt,
    },
  }
}
