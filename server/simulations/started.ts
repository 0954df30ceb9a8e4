import type { Simulation } from '../../storage/records/types.ts'
import type { Dispatcher } from '../jobs/dispatcher.ts'

/** What is answered where a simulation has been accepted. */
export function started({ id, created_at }: Simulation) {
  return { id, status: 'pending' as const, created_at }
}

/** Where its status is, and when to ask for it while it is pending. */
export function headersOf(simulation: Simulation, dispatcher: Dispatcher): Record<string, string | number> {
  return {
    location: `/api/v1/status/${simulation.id}`,
    ...(simulation.status === 'pending' && { 'retry-after': dispatcher.secondsLeft(simulation) }),
  }
}
