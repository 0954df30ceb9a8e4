import { join } from 'node:path'
import t from 'tap'
import type { Link } from '../../server/link/schemas.ts'
import { readRaster } from '../../storage/rasters/read.ts'
import { finished, startRealServer } from '../helpers/real-server.ts'
import { testData } from '../helpers/test-data.ts'
import { seededRandom } from '../references/random.ts'

// A raster on real, rough terrain, and links to the centres of its cells: the same point has the same answer.

const SAMPLES = 40
const request = { tx_lat: 49.5071, tx_lon: 11.4423, tx_height: 30, frequency: 600, erp: 10 }

t.test('a cell equals the link to its centre', async (t) => {
  const server = await startRealServer(t, async () => {}, { TERRAIN_DIR: testData('terrain/srtm') })
  for (const model of ['p526', 'itm', 'p1812', 'two_ray']) {
    const { client } = await server.account()
    const { id, error } = await finished(client, { ...request, model, resolution: 90, max_range: 12 })
    t.notOk(error, model)
    const { geometry, data } = await readRaster(join(server.services.config.dataDir, 'rasters', `${id}.tif`))
    const { rows, cols } = geometry
    const random = seededRandom(11)
    const off: string[] = []
    for (let sample = 0; sample < SAMPLES; ) {
      const row = Math.floor(random() * rows)
      const col = Math.floor(random() * cols)
      const cellDbm = data[row * cols + col]
      if (Number.isNaN(cellDbm) || (row === (rows - 1) / 2 && col === (cols - 1) / 2)) continue
      sample++
      const answer = await client.post('/api/v1/link', {
        ...request,
        model,
        rx_lat: request.tx_lat + ((rows - 1) / 2 - row) * geometry.cellLatDeg,
        rx_lon: request.tx_lon + (col - (cols - 1) / 2) * geometry.cellLonDeg,
        ...(model === 'p1812' && { resolution: 90 }),
      })
      const { received_dbm, distance_m } = answer.json<Link & { received_dbm: number }>()
      if (!(Math.abs(cellDbm - received_dbm) <= 0.05))
        off.push(`${distance_m} m: ${cellDbm}, ${received_dbm}`)
    }
    // Heights at which ITM's Δh changes its samples are at two sides of a rounding.
    t.ok(off.length <= (model === 'itm' ? 1 : 0), `${model}: ${off.length} of ${SAMPLES} differ ${off}`)
  }
})
