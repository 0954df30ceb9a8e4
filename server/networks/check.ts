/** Checks rules for networks that the schema cannot express. */

import type { NetworkContent, NetworkSite } from '../../storage/records/network-types.ts'
import type { Simulation } from '../../storage/records/types.ts'
import { areaKm2 } from '../client/areas.ts'
import { maximumNetworkCells } from '../config/limits.ts'
import { type FieldError, Problem } from '../http/errors.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { gridOf } from '../jobs/job.ts'
import { readPolygons } from '../requests/places.ts'
import type { SimulationParams } from '../requests/simulation.ts'
import { hasErasedCells } from '../results/views/erased-cells.ts'
import { layersOf } from '../results/views/layers.ts'
import { lossOutputOf } from '../results/views/outputs.ts'
import { latticeOf } from './record.ts'
import type { NetworkRequest } from './schemas.ts'

export interface Candidates {
  simulation(id: string): Simulation | undefined
  /** Simulations of a batch, in order of submission. */
  batch(id: string): readonly { id: string }[]
}

/** Converts a request to its stored form. Throws a `Problem` that lists all faults. */
export function networkContent(request: NetworkRequest, candidates: Candidates): NetworkContent {
  const { name = '', area, align } = request
  const sites = sitesOf(request, candidates)
  const members = sites.map(({ id }) => candidates.simulation(id))
  const known = members.flatMap((one) => one ?? [])
  const errors = [...siteErrors(sites, members), ...areaErrors(area)]
  if (errors.length > 0) throw invalidParameters(errors)
  refuseLattice(known, align)
  return { name, sites, ...(area && { area }), ...(align && { align }) }
}

function sitesOf({ sites, batch }: NetworkRequest, candidates: Candidates): NetworkSite[] {
  if ((sites === undefined) === (batch === undefined)) {
    const detail = 'either sites or batch is required, not both'
    throw invalidParameters([{ pointer: '#/sites', detail }])
  }
  if (batch === undefined) return sites as NetworkSite[]
  const found = candidates.batch(batch)
  if (found.length > 0) return found.map(({ id }) => ({ id }))
  throw invalidParameters([
    { pointer: '#/batch', detail: `batch must be the ID of a batch of the account, got ${batch}` },
  ])
}

function siteErrors(
  sites: readonly NetworkSite[],
  members: readonly (Simulation | undefined)[],
): FieldError[] {
  const isLoss = members.map((one) => one && lossOutputOf(one.params) !== undefined)
  const first = isLoss.find((one) => one !== undefined)
  const kindOf = (loss: boolean | undefined) => (loss ? 'path loss' : 'visibility')
  return sites.flatMap(({ id, eirp_dbm, sensitivity_dbm }, index) => {
    const wrong = (detail: string) => [
      { pointer: `#/sites/${index}/id`, detail: `sites/${index}/id ${detail}` },
    ]
    const simulation = members[index]
    if (simulation === undefined) return wrong(`must be the ID of a simulation of the account, got ${id}`)
    const before = sites.findIndex((site) => site.id === id)
    if (before < index) return wrong(`is the same as in sites/${before}`)
    if (simulation.status === 'failed') {
      return wrong(`must be a simulation that did not fail, but ${id} failed`)
    }
    if (isLoss[index] !== first) {
      const detail = `must be a simulation of ${kindOf(first)}, like the first site; ${id} is a simulation of ${kindOf(isLoss[index])}`
      return wrong(detail)
    }
    if (hasErasedCells(simulation.params, String(simulation.engine?.version ?? '99'))) {
      const detail = `must be a simulation with all values: ${id} was computed by a version before 0.4.0, which kept no values below the sensitivity; run the simulation again`
      return wrong(detail)
    }
    if (!isLoss[index] && !layersOf(simulation.params).includes('visible')) {
      return wrong(`must be a simulation with the layer visible, but ${id} does not have this layer`)
    }
    if (isLoss[index]) return []
    return Object.entries({ eirp_dbm, sensitivity_dbm })
      .filter(([, value]) => value !== undefined)
      .map(([field]) => ({
        pointer: `#/sites/${index}/${field}`,
        detail: `sites/${index}/${field} is only for path loss`,
      }))
  })
}

function areaErrors(area: object | undefined): FieldError[] {
  if (area === undefined) return []
  try {
    const polygons = readPolygons(area, '#/area', 'area')
    if (areaKm2(polygons) > 0) return []
    return [{ pointer: '#/area', detail: 'area must have a polygon that encloses ground, got only lines' }]
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.extra.errors ?? [{ pointer: '#/area', detail: `area: ${error.message}` }]
  }
}

function refuseLattice(members: readonly Simulation[], align: 'nearest' | undefined): void {
  const { geometry, misaligned } = latticeOf(members)
  if (misaligned.length > 0 && align === undefined) {
    const [first] = misaligned
    const detail = `The cells of ${misaligned.length} of the sites do not align with the cells of the first site; the first of them is sites/${first}, ${members[first].id}. Run these simulations again with the grid ${members[0].id}, or all simulations as a batch with the grid "first", or set align to "nearest".`
    const grid = gridOf(members[0].params as SimulationParams)
    const ids = misaligned.map((index) => members[index].id)
    throw new Problem('not_aligned', detail, { members: { grid, ids } })
  }
  const { rows, cols, cellLonDeg } = geometry
  if (rows * cols > maximumNetworkCells || cols * cellLonDeg > 360) {
    const detail = `sites are too far apart for their cell size: the network would have ${rows} x ${cols} cells; the maximum is ${maximumNetworkCells}`
    throw invalidParameters([{ pointer: '#/sites', detail }])
  }
}
