import type { Simulation } from '../../storage/records/types.ts'
import type { Dispatcher } from '../jobs/dispatcher.ts'

/** Response body for an accepted simulation. */
export function started({ id, created_at }: Simulation) {
  return { id, status: 'pending' as const, created_at }
}

/** Headers with the status address, and for a pending simulation the pause before the next query. */
export function headersOf(simulation: Simulation, dispatcher: Dispatcher): Record<string, string | number> {
  return {
    location: `/api/v1/status/${simulation.id}`,
    ...(simulation.status === 'pending' && { 'retry-after': dispatcher.secondsLeft(simulation) }),
  }
}
