import type { Simulation } from '../../storage/records/types.ts'
import type { Dispatcher } from '../jobs/dispatcher.ts'

/** Body for an accepted simulation. */
export function started({ id, created_at }: Simulation) {
  return { id, status: 'pending' as const, created_at }
}

/** Address of its status, and the pause before the next query while it is pending. */
export function headersOf(simulation: Simulation, dispatcher: Dispatcher): Record<string, string | number> {
  return {
    location: `/api/v1/status/${simulation.id}`,
    ...(simulation.status === 'pending' && { 'retry-after': dispatcher.secondsLeft(simulation) }),
  }
}
