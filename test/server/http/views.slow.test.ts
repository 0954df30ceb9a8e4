import t from 'tap'
import { compareViews, startOnHills } from '../../helpers/compared-views.ts'

// Five views of one run against runs with those powers and sensitivities, in every output.

const views = [
  { sensitivity_dbm: -50, eirp_dbm: 42 },
  { sensitivity_dbm: -61, eirp_dbm: 42 },
  { sensitivity_dbm: -50, eirp_dbm: 30 },
  { sensitivity_dbm: -73, eirp_dbm: 17 },
  { sensitivity_dbm: -40, eirp_dbm: 60 },
]

const server = await startOnHills(t)
const { client } = await server.account()

for (const output of ['received_power', 'field_strength', 'path_loss']) {
  t.test(`views of ${output} equal runs with their powers and sensitivities`, (t) =>
    compareViews(t, client, output, views),
  )
}
