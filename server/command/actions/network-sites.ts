/** Reads and changes networks of simulations on the service. */

import { readFile } from 'node:fs/promises'
import type { components } from '../../client/client.ts'
import { Problem } from '../../http/errors.ts'
import { type Position, readArea } from '../../requests/places.ts'
import type { Service } from '../call/service.ts'
import { UsageError } from '../errors.ts'

export type Network = components['schemas']['Network']
export type Body = components['schemas']['NetworkRequest']
type Site = NonNullable<Body['sites']>[number]

/** Reads polygons from any GeoJSON file that contains polygons. */
export async function areaIn(path: string): Promise<Position[][][]> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} can't be read (${error.code}).`)
  })
  try {
    return readArea(bytes)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new UsageError(`${path} was refused: ${error.extra.errors?.[0]?.detail ?? error.message}`)
  }
}

export function found(service: Service, id: string): Promise<Network> {
  return service.ask((client) => client.GET('/api/v1/networks/{id}', { params: { path: { id } } }))
}

/** Changes the sites of a network and the given properties; all other properties keep their values. */
export async function changeSites(
  service: Service,
  id: string,
  own: Partial<Body>,
  change: (sites: Site[]) => Site[],
): Promise<Network> {
  const before = await found(service, id)
  const given = before.sites.map(
    ({ id: of, name, color, eirp_dbm, sensitivity_dbm }): Site => ({
      id: of,
      name,
      color,
      ...(eirp_dbm !== undefined && { eirp_dbm }),
      ...(sensitivity_dbm !== undefined && { sensitivity_dbm }),
    }),
  )
  const { name, area, align } = before
  const sites = change(given)
  const body = { name, ...(area && { area }), ...(align && { align }), ...own, sites } as Body
  const params = { path: { id } }
  return service.ask((client) => client.PUT('/api/v1/networks/{id}', { params, body }))
}
