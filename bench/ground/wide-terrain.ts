/** Synthetic terrain at one arc second that extends more than 300 km in all directions from a transmitter. */

import { link, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeHgt } from '../../test/references/hgt-file.ts'
import { mirrored, syntheticRelief } from './scenes.ts'

const SEED = 2026
const TILES_NORTH = [44, 50] as const
const TILES_EAST = [4, 14] as const
const TILE_SIDE = 3601

export const wideTerrain = { latDeg: 47.5, lonDeg: 9.5 }

/** Writes four tiles that mirror their neighbors, and links these files under all other tile names. */
export async function writeWideTerrain(folder: string): Promise<void> {
  await mkdir(folder)
  const relief = syntheticRelief(SEED)
  for (let south = TILES_NORTH[0]; south <= TILES_NORTH[1]; south++) {
    for (let west = TILES_EAST[0]; west <= TILES_EAST[1]; west++) {
      const path = join(folder, tileName(south, west))
      const first = join(folder, tileName(TILES_NORTH[0] + (south % 2), TILES_EAST[0] + (west % 2)))
      if (path !== first) {
        await link(first, path)
        continue
      }
      const heightsM = new Int16Array(TILE_SIDE * TILE_SIDE)
      for (let row = 0; row < TILE_SIDE; row++) {
        const fromSouth = (south % 2 === 0 ? TILE_SIDE - 1 - row : row) % (2 * relief.rows)
        for (let col = 0; col < TILE_SIDE; col++) {
          const fromWest = west % 2 === 0 ? col : TILE_SIDE - 1 - col
          const post = mirrored(fromSouth, relief.rows) * relief.cols + mirrored(fromWest, relief.cols)
          heightsM[row * TILE_SIDE + col] = relief.heightsM[post]
        }
      }
      await writeHgt(path, heightsM)
    }
  }
}

function tileName(south: number, west: number): string {
  return `N${south}E${String(west).padStart(3, '0')}.hgt`
}
