import { unlessLate } from '../network/deadline.ts'
import { knownSha256, sha256OfFile } from './files/source-hash.ts'
import { OPERATOR_ATTRIBUTION, sourceNameOf, type Tile } from './tile.ts'
import { extentOfTile, METRES_PER_DEGREE } from './tiles/lattice.ts'
import type { TileListed } from './types.ts'

/** Maximum size in bytes of a file that is hashed within a time limit. */
const MAXIMUM_HASHED_BYTES = 256 * 1024 * 1024

/** Public list of tiles. A hash not computed within the time limit is null; a later call continues. */
export async function listTiles(tiles: readonly Tile[], hashWithinMs: number): Promise<TileListed[]> {
  const deadlineMs = performance.now() + hashWithinMs
  const listed: TileListed[] = []
  for (const tile of tiles) {
    listed.push({
      name: tile.file.name,
      source: sourceNameOf(tile),
      attribution: tile.file.attribution ?? OPERATOR_ATTRIBUTION,
      bounds: onMap(extentOfTile(tile)),
      resolutionM: tile.lattice.latStepDeg * METRES_PER_DEGREE,
      bytes: tile.file.sizeBytes,
      sha256: await hashInTime(tile, deadlineMs),
    })
  }
  return listed
}

/** Bounds with the western edge from -180; boxes across the antimeridian continue beyond 180. */
function onMap(bounds: TileListed['bounds']): TileListed['bounds'] {
  const lonOffsetDeg = bounds.westDeg >= 180 ? -360 : bounds.westDeg < -180 ? 360 : 0
  return { ...bounds, westDeg: bounds.westDeg + lonOffsetDeg, eastDeg: bounds.eastDeg + lonOffsetDeg }
}

async function hashInTime(tile: Tile, deadlineMs: number): Promise<string | null> {
  const known = knownSha256(tile.file)
  const leftMs = deadlineMs - performance.now()
  if (known !== undefined) return known
  if (leftMs <= 0 || (Number.isFinite(leftMs) && tile.file.sizeBytes > MAXIMUM_HASHED_BYTES)) return null
  // Errors give null; a file that disappeared is left out of the next list.
  const hashing = sha256OfFile(tile.file).catch(() => null)
  return unlessLate(leftMs, hashing, () => null)
}
