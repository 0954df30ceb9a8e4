import { once } from 'node:events'
import { readdir, truncate } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { diskBytes } from '../../../storage/files/disk-space.ts'
import { orIfMissing } from '../../../storage/files/system-errors.ts'
import { until } from '../../helpers/compute.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

// Products of several accounts at the same time, in the threads that all of them share. A map waits for the ground under
// it, which is withheld here: so it holds its place for as long as a test wants.

const server = await startTestServer(t)
const request = { ...validRequest, tx_lat: 46.97, tx_lon: 8.03, max_range: 2 }
const ring = [
  [8, 46.9],
  [8.06, 46.9],
  [8.06, 47],
  [8, 46.9],
]
const polygon = { polygon: { type: 'Polygon', coordinates: [ring] } }

async function accountWithResult() {
  const made = await server.account('enterprise')
  return { ...made, id: await simulateToEnd(made.client, request) }
}

/** Withholds the ground until the end of the test, or until it is given: none. */
function withholdGround(t: Test) {
  const { relief } = server.services
  const { tile } = relief
  let give = () => {}
  const given = new Promise<undefined>((resolve) => {
    give = () => resolve(undefined)
  })
  const ground = { count: 0, give }
  relief.tile = () => {
    ground.count++
    return given
  }
  t.teardown(() => {
    relief.tile = tile
    give()
  })
  return ground
}

t.test('what two accounts request and hang up on does not hold up a third', async (t) => {
  const ground = withholdGround(t)
  const [other, ...two] = [await accountWithResult(), await accountWithResult(), await accountWithResult()]
  const refused: Promise<unknown>[] = []
  const leaving = two.map(({ apiKey, id }) => {
    const client = server.client(apiKey)
    refused.push(t.rejects(client.get(`/results/${id}.png?style=map`)))
    return { client, id }
  })
  await until(() => ground.count === 2, 'two maps')
  for (const { client, id } of leaving) {
    for (let n = 0; n < 20; n++) refused.push(t.rejects(client.post(`/results/${id}/stats`, polygon)))
  }
  // They have arrived when answers that are requested after them have.
  for (const { client } of two) t.equal((await client.get('/api/v1/credits')).status, 200)
  const statuses: number[] = []
  void other.client.get(`/results/${other.id}.geojson`).then(({ status }) => statuses.push(status))
  for (const { client } of leaving) client.close()
  await until(() => statuses.length > 0, 'the answer to the third')
  t.same(statuses, [200])
  await Promise.all(refused)
  t.notOk(
    server.log.some((line) => line.includes('request failed with an internal error')),
    'nor is it a fault',
  )
  ground.give()
})

t.test('accounts take turns, whoever came first with however much', async (t) => {
  const ground = withholdGround(t)
  const [other, ...two] = [await accountWithResult(), await accountWithResult(), await accountWithResult()]
  const ended: string[] = []
  const all = two.map(({ client, id }) => client.get(`/results/${id}.png?style=map`))
  await until(() => ground.count === 2, 'two maps')
  const ask = async ({ client, id }: typeof other) => {
    t.equal((await client.post(`/results/${id}/stats`, polygon)).status, 200)
    ended.push(id)
  }
  const many = two.flatMap((account) => Array.from({ length: 20 }, () => ask(account)))
  for (const { client } of two) t.equal((await client.get('/api/v1/credits')).status, 200)
  const third = ask(other)
  await other.client.get('/api/v1/credits')
  ground.give()
  await third
  t.ok(ended.length < 15, `${ended.length} of 41 have ended`)
  await Promise.all([...all, ...many])
})

async function tokenOf({ client, id }: Awaited<ReturnType<typeof accountWithResult>>): Promise<string> {
  const made = await client.post(`/api/v1/simulations/${id}/shares`, {})
  return new URL(made.json<{ url: string }>().url).hash.slice('#share='.length)
}

t.test('what is made twice at the same time is counted once', async (t) => {
  const ground = withholdGround(t)
  const made = await accountWithResult()
  const { results, records } = server.services
  const { account_id: accountId = '' } = records.simulation(made.id) ?? {}
  await until(() => results.usedBytes(accountId) > 0, 'the raster to be counted')
  const beforeBytes = results.usedBytes(accountId)
  const token = await tokenOf(made)
  const path = `/results/${made.id}.png?style=map`
  const [leaver, visitor] = [server.client(token), server.client(token)]
  const [left, kept] = [t.rejects(leaver.get(path)), made.client.get(path)]
  await until(() => ground.count === 2, 'two maps')
  leaver.close()
  await left
  const waiting = visitor.get(path)
  ground.give()
  const answers = [await kept, await waiting]
  t.same(
    answers.map(({ status }) => status),
    [200, 200],
  )
  t.equal(results.usedBytes(accountId) - beforeBytes, diskBytes(answers[0].body.length))
})

t.test('visitors who do not read large products that are not kept get no more of them made', async (t) => {
  const made = await accountWithResult()
  const token = await tokenOf(made)
  const { results } = server.services
  const { keepProduct } = results
  t.teardown(() => {
    results.keepProduct = keepProduct
  })
  let [begun, answered] = [0, 0]
  // All of them are made before the second is sent.
  results.keepProduct = async () => {
    const before = begun++
    await until(() => answered >= before, 'the answers before')
    for (const name of await readdir(results.workFolder)) {
      // Others, refused meanwhile, remove theirs.
      await orIfMissing(truncate(join(results.workFolder, name), 40 * 2 ** 20), undefined)
    }
    return false
  }
  const statuses = await Promise.all(
    [1, 2, 5, 10, 20, 50, 100, 200].map(async (toleranceM) => {
      const asking = httpsRequest(`${server.origin}/results/${made.id}.geojson?tolerance_m=${toleranceM}`, {
        headers: { authorization: `Bearer ${token}` },
        rejectUnauthorized: false,
        agent: false,
      })
      t.teardown(() => asking.destroy())
      const [response]: IncomingMessage[] = await once(asking.end(), 'response')
      answered++
      return response.statusCode
    }),
  )
  t.equal(statuses.filter((status) => status === 503).length, 6, 'one fits, a second is begun')
})

for (const kind of ['share', 'signed address'] as const) {
  t.test(`visitors by a ${kind} take none of the places of its account`, async (t) => {
    const ground = withholdGround(t)
    const { client, id } = await accountWithResult()
    const path = kind === 'share' ? `/api/v1/simulations/${id}/shares` : `/results/${id}/signed-url`
    const made = kind === 'share' ? await client.post(path, {}) : await client.get(path)
    const { hash, search } = new URL(made.json<{ url: string }>().url)
    const visitor = server.client(kind === 'share' ? hash.slice('#share='.length) : undefined)
    const visit = (ending: string) =>
      visitor.get(`/results/${id}${ending}${ending.includes('?') ? search.replace('?', '&') : search}`)
    const map = visit('.png?style=map')
    await until(() => ground.count === 1, 'a map')
    let isAnswered = false
    const waiting = visit('.kmz').then(({ status }) => {
      isAnswered = true
      return status
    })
    const statuses: number[] = []
    for (const ending of ['.geojson', '.kmz', '/stats']) {
      void client.get(`/results/${id}${ending}`).then(({ status }) => statuses.push(status))
    }
    await until(() => statuses.length === 3, 'answers to the account')
    t.same(statuses, [200, 200, 200])
    t.equal(isAnswered, false)
    ground.give()
    t.same([(await map).status, await waiting], [200, 200])
  })
}
