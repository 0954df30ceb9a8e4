import { join } from 'node:path'
import t from 'tap'
import { chooseEngine } from '../../kernels/choose.ts'
import { pathLossModels } from '../../kernels/models.ts'
import { readRaster } from '../../storage/rasters/read.ts'
import { defaultsOf, exactPath } from '../helpers/path-truth.ts'
import { finished, startRealServer } from '../helpers/real-server.ts'
import { putGeotiff } from '../helpers/tiles.ts'
import { seededRandom } from '../references/random.ts'
import { roughGround } from '../references/rough-ground.ts'

// A simulation whose posts the device's tiles do not hold, from the request to the raster. Posts stand close in one
// direction, which is enough.

const SAMPLES = 60
const [LAT, LON] = [46.9997, 11.0004]
const ground = roughGround(47, 11, 130, 4400, { latStepDeg: 1 / 1200, lonStepDeg: 1 / 36_000 })

t.test('a raster of more posts than the device holds has the loss over each path', async (t) => {
  const server = await startRealServer(t, (folder) =>
    putGeotiff(join(folder, 'ground.tif'), {
      ...ground,
      heightAt: (row, col) => ground.heightsM[row * ground.cols + col],
      isPoint: true,
    }),
  )
  const { client } = await server.account()
  const fields = { tx_lat: LAT, tx_lon: LON, tx_height: 60, rx_height: 3, frequency: 400, erp: 1 }
  const layers = { output: 'path_loss', rx_sensitivity_dbm: -200, layers: ['value', 'class'] }
  const request = { ...fields, ...layers, resolution: 300, max_range: 8.8 }
  for (const name of ['p526', 'itm']) {
    const { id, status, error, warnings } = await finished(client, { ...request, model: name })
    t.equal(status, 'completed', JSON.stringify(error))
    t.same(
      warnings.filter(({ code }) => code !== 'range_limited'),
      [],
    )
    const { geometry, data } = await readRaster(join(server.services.config.dataDir, 'rasters', `${id}.tif`))
    const { rows, cols, cellLatDeg, cellLonDeg } = geometry
    const half = { txRow: (rows - 1) / 2, txCol: (cols - 1) / 2 }
    const grid = { ...geometry, ...half, cellLatDeg, cellLonDeg }
    const site = { ground, latDeg: LAT, lonDeg: LON, grid, rangeM: 8800 }
    const radio = { txHeightM: 60, rxHeightM: 3, frequencyMhz: 400, kFactor: 4 / 3, cellM: 300 }
    const model = pathLossModels.get(name)
    if (model === undefined) throw new Error(`No model ${name}`)
    t.equal(chooseEngine(model, { ...site, parts: [ground] }), 'own')
    const random = seededRandom(2)
    for (let sample = 0; sample < SAMPLES; ) {
      const row = Math.floor(random() * rows)
      const col = Math.floor(random() * cols)
      const path = exactPath({ ...site, ...radio }, row, col)
      if (path === undefined) continue
      sample++
      const { lossDb } = model.lossOverPath(path, defaultsOf(model))
      const cellDb = data[row * cols + col]
      if (!(Math.abs(cellDb - lossDb) < 0.05)) t.fail(`${name} at ${row}, ${col}: ${cellDb} for ${lossDb} dB`)
    }
  }
})
