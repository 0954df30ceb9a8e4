import t from 'tap'
import { type Answer, HttpsClient } from '../../bench/frame/https-client.ts'
import { openRecords } from '../../storage/records/records.ts'
import { CrashService, type MadeAccount } from '../crash/service.ts'
import { until } from '../helpers/compute.ts'
import { seededRandom } from '../references/random.ts'

// The real service is killed while it takes batches and while it computes them: each batch is there whole or not at all,
// a repetition completes it once, and every ledger sums.

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 4)
const SITES = 60
const path = '/api/v1/simulations/batch'

interface Started {
  batch_id: string
  simulations: { id: string }[]
}
interface Listed {
  simulations: { id: string; params: { name: string } }[]
  total: number
}

/** A table whose sites are named after the round. */
function tableOf(round: number): string {
  const rows = Array.from(
    { length: SITES },
    (_, site) => `${round}/${site},${(47.6 + site / 2000).toFixed(4)},8.92,20,868,0.5,100`,
  )
  return ['name,tx_lat,tx_lon,tx_height,frequency,max_range,resolution', ...rows].join('\n')
}

t.test(`no batch is there in part, when the service is killed ${ROUNDS} times`, async (t) => {
  const draw = seededRandom(17)
  const service = await CrashService.make(17)
  t.teardown(() => service.remove())
  const [account] = (await service.makeAccounts([100_000])) as [MadeAccount]
  let client: HttpsClient | undefined
  const start = async () => {
    const address = await service.start()
    if (address === undefined) throw new Error(`It did not start:\n${service.log.join('\n')}`)
    client?.close()
    const { origin, certificate } = address
    client = new HttpsClient(origin, { apiKey: account.apiKey, certificate })
  }
  t.teardown(() => client?.close())
  const ask = async (...input: Parameters<HttpsClient['ask']>) => (client as HttpsClient).ask(...input)
  const post = (round: number) =>
    ask(path, {
      method: 'POST',
      body: tableOf(round),
      headers: { 'content-type': 'text/csv', 'idempotency-key': `round ${round}` },
    })
  const idsOf = async (round: number) => {
    const { simulations } = (await ask('/api/v1/simulations')).json<Listed>()
    return simulations
      .flatMap(({ id, params }) => (params.name.startsWith(`${round}/`) ? [id] : []))
      .reverse()
  }

  await start()
  for (let round = 0; round < ROUNDS; round++) {
    const answering: Promise<Answer | undefined> = post(round).catch(() => undefined)
    // In one round it is killed for sure after the answer, while the batch is computed.
    if (round === 1) await answering
    await new Promise((resolve) => setTimeout(resolve, draw() * 900))
    await service.kill(draw() < 0.5 ? 'server' : 'both')
    const answer = await answering
    await start()
    const found = await idsOf(round)
    const isWhole = found.length === SITES
    t.ok(isWhole || found.length === 0, `${found.length} of ${SITES}, answered ${answer?.status}`)
    if (answer?.status === 201) {
      t.same(
        answer.json<Started>().simulations.map(({ id }) => id),
        found,
      )
    }
    const again = await post(round)
    t.equal(again.status, 201, again.text.slice(0, 300))
    t.equal(again.headers['idempotency-replayed'], isWhole ? 'true' : undefined)
    t.same(
      again.json<Started>().simulations.map(({ id }) => id),
      await idsOf(round),
    )
  }
  const isIdle = async () => {
    const { queue, running } = (await ask('/health')).json<{ queue: number; running: number }>()
    return queue + running === 0
  }
  await until(isIdle, 'the end of all')
  t.equal(await service.stop(), 0)

  const records = await openRecords(service.recordsDir)
  t.teardown(() => records.close())
  const heads = records.simulations(account.id)
  t.equal(heads.length, ROUNDS * SITES)
  t.same([...new Set(heads.map(({ status }) => status))], ['completed'])
  const { entries } = await records.ledger(account.id)
  const { balance, held } = records.credits(account.id)
  t.equal(
    entries.reduce((sum, { amount }) => sum + amount, 0),
    balance,
  )
  t.same([balance, held], [100_000 - ROUNDS * SITES, 0])
  const movements = new Map<string, string[]>()
  for (const { simulation_id = '', type } of entries.reverse()) {
    movements.set(simulation_id, [...(movements.get(simulation_id) ?? []), type])
  }
  for (const { id } of heads) t.same(movements.get(id), ['hold', 'capture'])
})
