import type { Simulation } from '../../storage/records/types.ts'
import type { NetworkWithMembers } from '../networks/record.ts'
import type { Subject } from './products/subject.ts'
import type { ShownLayer } from './views/layers.ts'

interface Head {
  id: string
  account_id: string
  /** Is written into products, and may change. */
  name: string
  /** When what its products show was last written; ISO 8601. */
  changedAt: string
}

/** What products are made of: a simulation or a network, completed or not. */
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

/** A layer in a view, and what it is read from. */
export interface ResultLayer extends ShownLayer {
  subject: Subject
  /** Objects in the store of rasters without which it can't be made; the first one dates its products. */
  rasters: readonly [string, ...string[]]
  /** What decides its products besides the view: the sites of a network. */
  sites?: unknown
}
