import type { AcceptOutcome, RecordStore, Simulation, SimulationResult } from '../../storage/records/types.ts'

/** What a computation brings that read so many tiles. */
export function resultWith(tiles: number): SimulationResult {
  return {
    warnings: [],
    engine: { version: '1', backend: 'cpu', device: 'none' },
    terrain: {
      unknown_share: 0,
      sources: [],
      tiles: Array.from({ length: tiles }, (_, i) => ({
        name: `tile-${i}`,
        source: 'test',
        sha256: '0'.repeat(64),
      })),
    },
    summary: { visible: 1, blocked: 2, unknown: 3, visible_km2: 1, farthest_km: 1 },
  }
}

/** Starts a simulation of an account that may use much. */
export async function accepted(
  records: RecordStore,
  account_id: string,
  { name = 'x', price = 5 } = {},
): Promise<Simulation> {
  const params = { name, model: 'los' }
  return simulationOf(await records.accept({ account_id, params, price, monthly_limit: 1e9 }))
}

export function simulationOf(outcome: AcceptOutcome): Simulation {
  if (outcome.outcome !== 'accepted') throw new Error(`Expected accepted, got ${outcome.outcome}.`)
  return outcome.simulation
}
