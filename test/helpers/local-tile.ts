import { join } from 'node:path'
import type { Test } from 'tap'
import { typed } from './command.ts'
import { startRealServer } from './real-server.ts'
import { putHgt } from './tiles.ts'

export const TILE = 'N46E007.hgt'

/** Hills, a sea in the north, and a hole. */
function heightAt(row: number, col: number): number {
  if (row < 20) return 0
  if (row >= 100 && row <= 140 && col >= 1060 && col <= 1100) return -32_768
  return Math.round(600 + 90 * Math.sin(row / 13) * Math.cos(col / 17) + 40 * Math.sin((row + col) / 5))
}

export const mast = { tx_lat: 46.5123, tx_lon: 7.4877, tx_height: 25, frequency: 868, max_range: 2 }

/** The flags of a request. */
export const words = (body: object) =>
  Object.entries(body).flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, String(value)])

/** A service over one tile, and `coverage … --local` over the same one. */
export async function startBesideService(t: Test) {
  const server = await startRealServer(t, (folder) => putHgt(join(folder, TILE), heightAt), {
    KERNEL_BACKEND: 'webasm',
  })
  const { client } = await server.account()
  const tile = join(server.services.config.terrainDirs[0] ?? '', TILE)
  const local = (command: string, ...args: string[]) => {
    // As the service takes it where nothing is said; the command line follows the posts.
    const cells = command === 'simulate' && !args.includes('--resolution') ? ['--resolution', '30'] : []
    return typed([command, '--local', '--dem', tile, ...args, ...cells])
  }
  return { client, tile, local }
}
