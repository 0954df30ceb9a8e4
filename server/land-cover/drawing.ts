/** Draws land-cover map tiles and computes their cache tags. */

import { createHash } from 'node:crypto'
import type { Clutter } from '../../kernels/ends/ends.ts'
import { UNKNOWN_CLUTTER } from '../../kernels/ends/receivers.ts'
import { withoutReplacedFiles } from '../../storage/terrain/files/replaced.ts'
import { common } from '../../storage/terrain/plan/bounds.ts'
import { MAXIMUM_FILES, MAXIMUM_POSTS } from '../../storage/terrain/relief/heights.ts'
import { pngOf } from '../../storage/terrain/relief/picture.ts'
import {
  boundsOfTile,
  latitudeAt,
  longitudeAt,
  TILE_PX,
  type TileAddress,
} from '../../storage/terrain/relief/tile-grid.ts'
import type { FileTerrain } from '../../storage/terrain/terrain.ts'
import { rectangleAround } from '../../storage/terrain/tiles/lattice.ts'
import type { Bounds } from '../../storage/terrain/types.ts'
import { type CellCenters, type ClassSource, clutterOver } from '../clutter/class-sources.ts'
import { COVER_COLORS, type CoverType } from './palette.ts'

type Source = ClassSource<FileTerrain>

/** Cache tag that changes with the tile's content; `undefined` if the tile covers too many layer pixels. */
export async function tagOf(tile: TileAddress, sources: readonly Source[]): Promise<string | undefined> {
  const bounds = boundsOfTile(tile)
  const made: unknown[] = [COVER_COLORS, tile.z, tile.x, tile.y]
  let [posts, tiles] = [0, 0]
  for (const { layer, files } of sources) {
    const ground = await files.identify(bounds)
    made.push(layer.table, ground.identity)
    tiles += ground.tiles
    if (tiles > MAXIMUM_FILES) return undefined
    const seen = ground.extent && common(bounds, ground.extent)
    if (seen) posts += await postsIn(seen, files)
    if (posts > MAXIMUM_POSTS) return undefined
  }
  return createHash('sha256').update(JSON.stringify(made)).digest('base64url')
}

async function postsIn(bounds: Bounds, files: FileTerrain): Promise<number> {
  const { parts } = await files.survey(bounds)
  return parts.reduce((sum, { lattice, bounds: own }) => {
    const { rows, cols } = rectangleAround(lattice, (own && common(own, bounds)) ?? bounds, 0)
    return sum + rows * cols
  }, 0)
}

/** Draws the clutter at the centers of the tile's pixels; pixels with unknown clutter are transparent. */
export function drawTile(tile: TileAddress, sources: readonly Source[]): Promise<Buffer> {
  return withoutReplacedFiles(async () => {
    const pixels = new Uint8Array(TILE_PX * TILE_PX * 4)
    for (let row = 0; row < TILE_PX; row++) {
      const { numbers, clutters } = await clutterOver(centersOf(tile, row), sources)
      const colors = clutters.map((clutter) => Buffer.from(COVER_COLORS[coverOf(clutter)].slice(1), 'hex'))
      numbers.forEach((number, col) => {
        if (number !== UNKNOWN_CLUTTER) pixels.set(colors[number], (row * TILE_PX + col) * 4)
      })
    }
    return pngOf(pixels, 4)
  })
}

function coverOf(clutter: Clutter | undefined): CoverType {
  return clutter === undefined || clutter.type === 'statistical' ? 'none' : clutter.type
}

/** Centers of one row of pixels; rows are computed separately because they are unevenly spaced in latitude. */
function centersOf(tile: TileAddress, row: number): CellCenters {
  const latDeg = latitudeAt(tile, row + 0.5)
  const [westDeg, eastDeg] = [longitudeAt(tile, 0.5), longitudeAt(tile, TILE_PX - 0.5)]
  const stepDeg = (eastDeg - westDeg) / (TILE_PX - 1)
  return {
    lattice: { northDeg: latDeg, westDeg, latStepDeg: stepDeg, lonStepDeg: stepDeg },
    rows: 1,
    cols: TILE_PX,
    bounds: { southDeg: latDeg, northDeg: latDeg, westDeg, eastDeg },
  }
}
