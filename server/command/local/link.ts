/** `coverage link --local`. */

import { antennaOf } from '../../compute/antenna.ts'
import { computeLink } from '../../link/link.ts'
import { type Link, withLinkDefaults } from '../../link/schemas.ts'
import type { Call } from '../call/call.ts'
import type { Body } from '../call/fields.ts'
import type { LinkFlags } from '../flags.ts'
import { checkLink } from './check.ts'
import { openGround } from './ground.ts'

/** Opens terrain only for a link between positions. */
export async function linkHere(call: Call<LinkFlags>, body: Body): Promise<Link> {
  checkLink(body)
  const request = withLinkDefaults(body)
  const { terrain, layers, checkFiles } = await openGround(call, request.profile ? [] : call.flags.dem)
  try {
    const { antenna } = request
    return await computeLink(request, antenna && antennaOf(antenna, undefined), terrain, layers)
  } finally {
    await terrain.close()
    checkFiles()
  }
}
