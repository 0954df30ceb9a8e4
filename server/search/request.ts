/** Converts the body of a site search to a job: parameters, positions, and refusals. */

import type { Simulation } from '../../storage/records/types.ts'
import { placedJobs } from '../choice/candidate-lattice.ts'
import type { Place } from '../choice/place.ts'
import { maximumCandidates, maximumCoveredBytes, maximumSearchCells } from '../config/limits.ts'
import type { FieldError, Problem } from '../http/errors.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { candidateJob, gridOf, type Job } from '../jobs/job.ts'
import type { NetworkWithMembers } from '../networks/record.ts'
import { latticeOfGrid, resolutionOfGrid } from '../requests/grid.ts'
import { readArea } from '../requests/places.ts'
import { type SearchParams, setBytes } from '../requests/search.ts'
import { ruleErrors, type SimulationParams } from '../requests/simulation.ts'
import { lossOutputOf } from '../results/views/outputs.ts'
import { latticeWithin, placesIn } from './candidate-places.ts'
import type { SearchRequest } from './schemas.ts'

export type SearchParamsOf = SimulationParams & { search: SearchParams }

interface Named {
  places: Place[]
  names: Record<string, string>
}

export function placesOfRequest({ candidates }: SearchRequest): Named | undefined {
  if (candidates === 'summits') return undefined
  try {
    if ('features' in candidates) {
      const given = placesIn(candidates, '#/candidates', 'candidates', maximumCandidates)
      const names = given.flatMap(({ feature: { feature } }, at) => {
        const name = (feature.properties as { name?: unknown } | null | undefined)?.name
        return typeof name === 'string' && name !== '' ? [[String(at), name.slice(0, 200)]] : []
      })
      return {
        places: given.map(({ latDeg, lonDeg }) => ({ latDeg, lonDeg })),
        names: Object.fromEntries(names),
      }
    }
    const polygons = readArea(Buffer.from(JSON.stringify(candidates.area)))
    return { places: latticeWithin(polygons, candidates.spacing_m, maximumCandidates), names: {} }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw invalid(
      'candidates/spacing_m',
      `${error.message} A search has at most ${maximumCandidates} candidates: choose a larger spacing_m or a smaller area`,
    )
  }
}

/** Parameters shared by all candidates, including the search. Throws a `Problem` for inconsistent fields. */
export function searchParams(
  body: SearchRequest,
  { network }: NetworkWithMembers,
  members: readonly Simulation[],
  { places, names }: Named,
): SearchParamsOf {
  const { like = 1, sites = 1, min_distance_m, must_reach, weights, tx_height, rx_height, max_range } = body
  const site = network.sites[like - 1]
  const member = members[like - 1]
  if (site === undefined || member === undefined) {
    throw invalid('like', `like must be the number of a site, from 1 to ${members.length}, got ${like}`)
  }
  const unknown = Array.isArray(must_reach) && must_reach.find((number) => number > members.length)
  if (unknown) {
    throw invalid(
      'must_reach',
      `must_reach must have numbers of sites, from 1 to ${members.length}, got ${unknown}`,
    )
  }
  const [first] = places
  if (first === undefined)
    throw invalid('candidates', 'candidates must have at least one point inside the area, got none')
  const grid = gridOf(members[0].params as SimulationParams)
  // Azimuths and name of the original site are left out, because neither applies to the candidates.
  const { name: _name, azimuths: _azimuths, search: _search, ...own } = member.params as SimulationParams
  const params = {
    ...own,
    ...Object.fromEntries(
      Object.entries({ tx_height, rx_height, max_range }).filter(([, value]) => value !== undefined),
    ),
    ...{ grid, resolution: resolutionOfGrid(grid, first.latDeg), tx_lat: first.latDeg, tx_lon: first.lonDeg },
  } as SimulationParams
  const errors = ruleErrors(params)
  if (errors.length > 0) throw invalidParameters(errors)
  const view = viewOf(body, params, site)
  return {
    ...params,
    search: {
      network_id: network.id,
      places: places.map(({ latDeg, lonDeg }) => [latDeg, lonDeg]),
      names,
      ...(view && { view }),
      ...(view && body.sensitivity_dbm !== undefined && { sensitivity_dbm: body.sensitivity_dbm }),
      choice: {
        sites,
        ...(min_distance_m !== undefined && { min_distance_m }),
        ...(must_reach !== undefined && {
          must_reach: must_reach as SearchParams['choice']['must_reach'] & object,
        }),
        ...(weights !== undefined && { weights }),
      },
    },
  }
}

/** Coverage criterion: view in the body, else of the site, else of the simulation's parameters. */
function viewOf(
  { eirp_dbm, sensitivity_dbm }: SearchRequest,
  params: SimulationParams,
  site: { eirp_dbm?: number; sensitivity_dbm?: number },
): SearchParams['view'] | undefined {
  if (lossOutputOf(params) === undefined) {
    const given =
      eirp_dbm === undefined ? (sensitivity_dbm === undefined ? undefined : 'sensitivity_dbm') : 'eirp_dbm'
    if (given) throw invalid(given, `${given} is only for path loss, but the network is of visibility`)
    return undefined
  }
  const sensitivityDbm = sensitivity_dbm ?? site.sensitivity_dbm ?? params.rx_sensitivity_dbm
  if (sensitivityDbm === undefined) {
    throw invalid(
      'sensitivity_dbm',
      'sensitivity_dbm is required: the site has no sensitivity, so that nothing would be covered',
    )
  }
  const eirpDbm = eirp_dbm ?? site.eirp_dbm
  return { sensitivity_dbm: Number(sensitivityDbm), ...(eirpDbm !== undefined && { eirp_dbm: eirpDbm }) }
}

/** Refuses candidates that have too many cells or are too far apart. */
export function refuseTooManyCells({ params, layers }: Job, places: readonly Place[]): void {
  const jobs = places.map((place) => candidateJob(params, place, layers))
  const bytes = jobs.reduce((sum, { grid }) => sum + setBytes(grid), 0)
  const { lattice } = placedJobs(latticeOfGrid(gridOf(params)), jobs)
  const cells = lattice.rows * lattice.cols
  if (cells > maximumSearchCells) {
    throw invalid(
      'candidates',
      `candidates are too far apart: there are ${cells} cells around the candidates; the maximum is ${maximumSearchCells}`,
    )
  }
  if (bytes > maximumCoveredBytes) {
    const count = Math.floor((places.length * maximumCoveredBytes) / bytes)
    throw invalid(
      'candidates',
      `candidates have too many cells in total: with this number of cells each, at most ${count} candidates are allowed, got ${places.length}; use a smaller max_range, or a network with larger cells`,
    )
  }
}

function invalid(field: string, detail: string): Problem {
  const errors: FieldError[] = [{ pointer: `#/${field}`, detail }]
  return invalidParameters(errors)
}
