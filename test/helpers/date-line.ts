/** A service with the same ground on both sides of ±180° and at longitude 11, where nothing wraps. */

import { join } from 'node:path'
import type { Test } from 'tap'
import { readRaster } from '../../storage/rasters/read.ts'
import type { Simulation } from '../../storage/records/types.ts'
import type { Client } from './client.ts'
import { finished, type RealServer, startRealServer } from './real-server.ts'
import { HGT_STEP_DEG, putHgt } from './tiles.ts'

const POSTS = 1200
const hill = (row: number, col: number) => Math.round(600 + 70 * Math.sin(row / 13) * Math.cos(col / 17))

const request = {
  tx_lat: 11 - 600 * HGT_STEP_DEG,
  tx_height: 30,
  frequency: 600,
  resolution: 90,
  max_range: 3,
}

export async function putDateLine(folder: string): Promise<void> {
  for (const [west, east] of [
    ['E179', 'W180'],
    ['E010', 'E011'],
  ]) {
    await putHgt(join(folder, `N10${west}.hgt`), hill)
    await putHgt(join(folder, `N10${east}.hgt`), (row, col) => hill(row, POSTS + col))
  }
}

export async function startAtDateLine(t: Test) {
  const server = await startRealServer(t, putDateLine)
  return atDateLine(server, (await server.account()).client)
}

/** What is asked of a service that has the ground of `putDateLine`. */
export function atDateLine(server: RealServer, client: Client) {
  const rasterPath = ({ id }: Pick<Simulation, 'id'>) =>
    join(server.services.config.dataDir, 'rasters', `${id}.tif`)
  const simulated = async (change: object) => {
    const record = await finished(client, { ...request, ...change })
    if (record.terrain?.unknown_share !== 0)
      throw new Error(`Expected known ground: ${JSON.stringify(record)}`)
    return record
  }
  /** Asserts that the cells at ±180° are those at longitude 11. */
  const isSameAsInland = async (t: Test, model: string) => {
    const inland = await readRaster(rasterPath(await simulated({ model, tx_lon: 11 })))
    for (const tx_lon of [-180, 180]) {
      const { data } = await readRaster(rasterPath(await simulated({ model, tx_lon })))
      t.equal(data.length, inland.data.length)
      // A point differs in the last digits of its longitude.
      const toleranceDb = model === 'p526' ? 0.01 : 0
      const different = data.filter((value, at) => {
        const other = inland.data[at]
        return Number.isNaN(value) ? !Number.isNaN(other) : !(Math.abs(value - other) <= toleranceDb)
      })
      t.ok(different.length <= 2, `${different.length} of ${data.length} cells differ`)
    }
  }
  return { client, isSameAsInland, rasterPath, request, simulated }
}
