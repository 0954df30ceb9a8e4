import t from 'tap'
import { startOnHills } from '../../helpers/compared-views.ts'
import { paintedAlike, views } from '../../helpers/painted-views.ts'

// Sensitivity, power and the way back on the page: what it draws by itself.

const server = await startOnHills(t)
const { client } = await server.account()

t.test(
  'what the page draws of all layers and views equals the tiles and the legend of the service',
  async (t) => {
    for (const { layers, more, seen = views } of [
      { layers: ['min_height'], more: { model: 'los', layers: ['min_height'] }, seen: [] },
      { layers: ['value', 'class'], more: { rx_sensitivity_dbm: -60 } },
      { layers: ['value'], more: { rx_gain_dbi: 2.3 }, seen: views.slice(2) },
      { layers: ['class'], more: { output: 'path_loss', rx_sensitivity_dbm: -61.5 }, seen: views.slice(3) },
    ]) {
      await paintedAlike(t, client, { layers, more, seen })
    }
  },
)
