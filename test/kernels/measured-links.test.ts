import { readFileSync } from 'node:fs'
import t from 'tap'
import { pathLossModels } from '../../kernels/models.ts'
import { defaultsOf } from '../helpers/path-truth.ts'
import { testData } from '../helpers/test-data.ts'

// Rural links with both antennas among trees, over bare ground: the bias is the vegetation that the models do not get.

interface MeasuredLinks {
  frequency_mhz: number
  tx_height_m: number
  rx_height_m: number
  links: { distance_m: number; measured_loss_db: number[]; ground_m: number[] }[]
}

/** Mean and standard deviation over the links of predicted minus measured loss, dB. */
const EXPECTED_DB = new Map([
  ['free_space', { bias: -31.6, deviation: 7.8 }],
  ['p526', { bias: -25.3, deviation: 6.2 }],
  ['itm', { bias: -22, deviation: 6.2 }],
  ['p1812', { bias: -25.3, deviation: 6.2 }],
])

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

t.test('models miss 30 measured links by what is known, terrain models scatter less', async (t) => {
  const measured: MeasuredLinks = JSON.parse(readFileSync(testData('measured/lora-915-rural.json'), 'utf8'))
  t.equal(measured.links.length, 30)
  for (const [name, expected] of EXPECTED_DB) {
    const model = pathLossModels.get(name)
    if (model === undefined) return t.fail(`no model ${name}`)
    const errorsDb = measured.links.map(({ distance_m, measured_loss_db, ground_m }) => {
      const stepM = distance_m / (ground_m.length - 1)
      const path = {
        distancesM: Float64Array.from(ground_m, (_, at) => at * stepM),
        heightsM: Float64Array.from(ground_m),
        frequencyMhz: measured.frequency_mhz,
        txHeightM: measured.tx_height_m,
        rxHeightM: measured.rx_height_m,
        kFactor: 4 / 3,
        latitudeDeg: -22,
        squareM: 100,
      }
      return model.lossOverPath(path, defaultsOf(model)).lossDb - mean(measured_loss_db)
    })
    const bias = mean(errorsDb)
    const deviation = Math.sqrt(mean(errorsDb.map((error) => (error - bias) ** 2)))
    t.ok(Math.abs(bias - expected.bias) < 0.1, `${name}: bias ${bias.toFixed(2)} dB`)
    t.ok(Math.abs(deviation - expected.deviation) < 0.1, `${name}: deviation ${deviation.toFixed(2)} dB`)
  }
})
