import type { Simulation } from '../../storage/records/types.ts'
import type { NetworkWithMembers } from '../networks/record.ts'
import type { Subject } from './products/subject.ts'
import type { ShownLayer } from './views/layers.ts'

interface Head {
  id: string
  account_id: string
  name: string
  /** Time of the last change that affects products, ISO 8601. */
  changedAt: string
}

export type Result = Head &
  ({ simulation: Simulation; network?: undefined } | { simulation?: undefined; network: NetworkWithMembers })

export function simulationResult(simulation: Simulation): Result {
  const { id, account_id, params, completed_at: changedAt = '' } = simulation
  return { id, account_id, name: String(params.name ?? ''), changedAt, simulation }
}

export function networkResult(network: NetworkWithMembers): Result {
  const { id, account_id, name, changed_at } = network.network
  const times = network.members.map((member) => member?.completed_at ?? '')
  const changedAt = times.reduce((latest, time) => (time > latest ? time : latest), changed_at)
  return { id, account_id, name, changedAt, network }
}

export interface ResultLayer extends ShownLayer {
  subject: Subject
  /** Required objects in the raster store; the first object determines the date of the products. */
  rasters: readonly [string, ...string[]]
  /** Sites of a network, because its products also depend on the sites. */
  sites?: unknown
}
