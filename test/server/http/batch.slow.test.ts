import t from 'tap'
import { until } from '../../helpers/compute.ts'
import { startTestServer } from '../../helpers/server.ts'

// As many simulations as a batch takes.

const server = await startTestServer(t)
const { records } = server.services

t.test('1000 are accepted under one key, and finish', async (t) => {
  const { account, client } = await server.account('pro', 1500)
  const rows = Array.from({ length: 1000 }, (_, index) => `site ${index},46.5,7.5,20,868,1`)
  const body = ['name,tx_lat,tx_lon,tx_height,frequency,max_range', ...rows].join('\n')
  const headers = { 'idempotency-key': 'thousand', 'content-type': 'text/csv' }
  const post = () => client.ask('/api/v1/simulations/batch', { method: 'POST', body, headers })
  const statuses = (await Promise.all([post(), post(), post()])).map(({ status }) => status)
  t.ok(
    statuses.every((status) => status === 201 || status === 409),
    String(statuses),
  )
  const answer = await post()
  t.equal(answer.status, 201)
  const batch = answer.json<{ batch_id: string; credits: number; simulations: { id: string }[] }>()
  t.match([batch.simulations.length, batch.credits], [1000, 1000])
  t.equal(records.simulations(account.id).length, 1000, 'once')
  await until(() => records.credits(account.id).held === 0, 'the end')
  t.equal(records.credits(account.id).balance, 500)
  const heads = records.simulations(account.id, { batch: batch.batch_id, status: 'completed' })
  t.same(
    heads.map(({ id }) => id).reverse(),
    batch.simulations.map(({ id }) => id),
  )
  const { entries, total } = await records.ledger(account.id)
  t.equal(total, 2001)
  const holds = entries.filter(({ type }) => type === 'hold')
  t.same([holds.length, holds.reduce((sum, { amount }) => sum - amount, 0)], [1000, 1000])
})
