import { setTimeout as pause } from 'node:timers/promises'
import { resolutionFor } from '../../client/resolution.ts'
import type { Body } from '../fields.ts'
import { type Service, waitMsOf } from '../service.ts'
import { mayPass } from '../wait.ts'

/**
 * Cells that nobody chose follow the posts of the service's terrain, which is asked once for each degree square. Until the
 * signal fires it waits for a service that can't answer yet; without one such a service has its own way.
 */
export async function withResolutions(
  service: Service,
  bodies: readonly Body[],
  signal?: AbortSignal,
): Promise<Body[]> {
  const spacings = new Map<string, number | undefined>()
  const changed: Body[] = []
  for (const body of bodies) {
    const { tx_lat: lat, tx_lon: lon, max_range: rangeKm, resolution, grid } = body
    // What is wrong with them the service says.
    const isFull = typeof lat === 'number' && typeof lon === 'number' && typeof rangeKm === 'number'
    if (resolution !== undefined || grid !== undefined || !isFull) {
      changed.push(body)
      continue
    }
    const square = `${Math.floor(lat)} ${Math.floor(lon)}`
    if (!spacings.has(square)) spacings.set(square, await spacingAt(service, { lat, lon }, signal))
    const spacingM = spacings.get(square)
    changed.push(spacingM ? { ...body, resolution: resolutionFor(spacingM, rangeKm) } : body)
  }
  return changed
}

/** In metres; `undefined` where there is no terrain. */
async function spacingAt(
  service: Service,
  position: { lat: number; lon: number },
  signal?: AbortSignal,
): Promise<number | undefined> {
  const query = { ...position, with: 'mast' as const }
  for (;;) {
    const { data, response } = await service.answer((client) =>
      client.GET('/api/v1/elevation', { params: { query }, ...(signal && { signal }) }),
    )
    if (signal === undefined || !mayPass(response.status)) return data?.post_spacing_m ?? undefined
    await pause(waitMsOf(response), undefined, { signal })
  }
}
