import type { SimulationRecord } from '../../server/page/browser/state/results.ts'

/** A simulation as the service lists it: completed, of received power, unless it is said otherwise. */
export function recordOf(id: string, more: object = {}, params: object = {}): SimulationRecord {
  return {
    id,
    status: 'completed',
    created_at: '2026-01-01T00:00:00.000Z',
    links: { tif: `/results/${id}.tif` },
    ...more,
    params: {
      ...{ name: '', model: 'p526', tx_lat: 47, tx_lon: 8, max_range: 10, rx_height: 2 },
      ...{ rx_height_mode: 'AGL', layers: ['value'], output: 'received_power' },
      ...params,
    },
  } as never
}

/** The same before it is computed. */
export function pendingOf(id: string, more: object = {}): SimulationRecord {
  return recordOf(id, { status: 'pending', links: undefined, ...more })
}
