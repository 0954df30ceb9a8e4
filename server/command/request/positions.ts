/** Parses positions given on the command line. */

import type { ReadPosition } from '../../client/coordinates.ts'
import { UsageError } from '../errors.ts'

const forms = '47.6333,8.925 · 47,6333 8,925 · 47°38\'00"N 8°55\'30"E · JN47LP · 32T 494000 5275000'

/** Parses a position; `where` names the option, such as `--at`, in error messages. */
export async function positionIn(text: string, where: string): Promise<ReadPosition> {
  // Loaded on demand, because map projections load slowly.
  const { readPosition } = await import('../../client/coordinates.ts')
  const found = readPosition(text)
  if (found) return found
  throw new UsageError(`Expected a position for ${where}, such as ${forms}, got "${text}".`)
}
