/** `coverage links --local`. */

import { type LinksTask, makeLinks } from '../../links/make.ts'
import { RefusedError } from '../../requests/places.ts'
import { problemOf } from '../../requests/refusal.ts'
import type { Call } from '../call.ts'
import type { LinksFlags } from '../flags.ts'
import { ofAccounts } from './check.ts'
import { openGround } from './ground.ts'

/** The answer's text. */
export async function linksHere(
  call: Call<LinksFlags>,
  task: Omit<LinksTask, 'antennas' | 'purse'>,
): Promise<string> {
  const { terrain, layers, checkFiles } = await openGround(call, call.flags.dem)
  const ground = { terrain: async () => terrain, layers: async () => layers }
  try {
    return (await makeLinks({ ...task, antennas: new Map() }, ground, ofAccounts)).text
  } catch (error) {
    throw error instanceof RefusedError ? problemOf(error.refusal) : error
  } finally {
    await terrain.close()
    checkFiles()
  }
}
