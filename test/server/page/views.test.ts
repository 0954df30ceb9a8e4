import t from 'tap'
import { startOnHills } from '../../helpers/compared-views.ts'
import { paintedAlike, views } from '../../helpers/painted-views.ts'

// Sensitivity, power and the way back on the page: what it draws by itself.

const server = await startOnHills(t)
const { client } = await server.account()

t.test('what the page draws of a view equals the tiles and the legend of the service', async (t) => {
  await paintedAlike(t, client, { layers: ['visible'], more: { model: 'los' }, seen: [] })
  const more = { rx_sensitivity_dbm: -60 }
  await paintedAlike(t, client, { layers: ['class'], more, seen: views.slice(3) })
})
