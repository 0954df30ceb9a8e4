import t from 'tap'
import { compareViews, reader, startOnHills, viewedRequest } from '../../helpers/compared-views.ts'
import { finished } from '../../helpers/real-server.ts'

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

t.test('a map is drawn in its view', async (t) => {
  const { id } = await finished(client, viewedRequest)
  const { ask } = reader(t, client)
  const view = { layer: 'class', eirp_dbm: 40, style: 'map' }
  const [one, other] = [-70, -71].map((sensitivity_dbm) => ask(id, '.png', { ...view, sensitivity_dbm }))
  t.notSame((await one)?.body, (await other)?.body)
  t.not((await one)?.headers.etag, (await other)?.headers.etag)
})
