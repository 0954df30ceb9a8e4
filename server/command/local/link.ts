/** `coverage link --local`. */

import { antennaOf } from '../../compute/antenna.ts'
import { computeLink } from '../../link/link.ts'
import type { Link, LinkRequest } from '../../link/schemas.ts'
import type { Body } from '../fields.ts'
import { checkLink } from './check.ts'
import { openGround } from './ground.ts'

/** Terrain is only opened for a link between positions. */
export async function linkHere(body: Body, dem: string[] | undefined, env: NodeJS.ProcessEnv): Promise<Link> {
  checkLink(body)
  const request = body as unknown as LinkRequest
  const terrain = await openGround(request.profile ? [] : dem, env)
  try {
    const { antenna } = request
    return await computeLink(request, antenna && antennaOf(antenna, undefined), terrain)
  } finally {
    await terrain.close()
  }
}
