/** Commands `coverage links --local` and `coverage relay --local`. */

import type { GroundAround } from '../../links/compute.ts'
import { type LinksMade, type LinksTask, makeLinks } from '../../links/make.ts'
import { makeRelays } from '../../links/relays.ts'
import type { Call } from '../call/call.ts'
import type { LocalFlags } from '../flags.ts'
import { ofAccounts } from './check.ts'
import { openGround } from './ground.ts'

export function linksHere(
  call: Call<LocalFlags>,
  task: Omit<LinksTask, 'antennas' | 'purse'>,
): Promise<string> {
  return here(call, (ground) => makeLinks({ ...task, antennas: new Map() }, ground, ofAccounts))
}

export function relaysHere(call: Call<LocalFlags>, bytes: Uint8Array): Promise<string> {
  return here(call, (ground) => makeRelays({ bytes, antennas: new Map() }, ground, ofAccounts))
}

async function here(
  call: Call<LocalFlags>,
  make: (ground: GroundAround) => Promise<LinksMade>,
): Promise<string> {
  const { terrain, layers, checkFiles } = await openGround(call, call.flags.dem)
  try {
    return (await make({ terrain: async () => terrain, layers: async () => layers })).text
  } finally {
    await terrain.close()
    checkFiles()
  }
}
