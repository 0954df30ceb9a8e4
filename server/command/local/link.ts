/** Command `coverage link --local`: computes one radio link on this machine. */

import { antennaOf } from '../../compute/antenna.ts'
import { computeLink } from '../../link/link.ts'
import { type Link, withLinkDefaults } from '../../link/schemas.ts'
import type { Call } from '../call/call.ts'
import type { Body } from '../call/fields.ts'
import type { LinkFlags } from '../flags.ts'
import { checkLink } from './check.ts'
import { openGround } from './ground.ts'

/** Computes a link; terrain is opened only for a link between positions, not for a given profile. */
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
