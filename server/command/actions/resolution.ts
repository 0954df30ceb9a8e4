import { resolutionFor } from '../../client/resolution.ts'
import type { Body } from '../call/fields.ts'
import type { Service } from '../call/service.ts'

/** Default cell size in metres, from the terrain's post spacing; `undefined` if the request sets a size. */
export async function usualResolution(service: Service, body: Body): Promise<number | undefined> {
  const { tx_lat: lat, tx_lon: lon, max_range: rangeKm, resolution, grid } = body
  if (resolution !== undefined || grid !== undefined) return undefined
  // Invalid fields are reported by the service.
  if (typeof lat !== 'number' || typeof lon !== 'number' || typeof rangeKm !== 'number') return undefined
  const query = { lat, lon, with: 'mast' as const }
  const { data } = await service.answer((client) => client.GET('/api/v1/elevation', { params: { query } }))
  const spacingM = data?.post_spacing_m
  return spacingM ? resolutionFor(spacingM, rangeKm) : undefined
}
