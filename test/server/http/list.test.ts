import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Answer, Client } from '../../helpers/client.ts'
import { EventStream } from '../../helpers/event-stream.ts'
import { simulateToEnd, startTestServer, storedNames, validRequest } from '../../helpers/server.ts'

const server = await startTestServer(t)

interface List {
  simulations: { id: string; status: string; created_at: string; terrain: object | null }[]
  total: number
}

const idsOf = (answer: Answer) => answer.json<List>().simulations.map(({ id }) => id)

/** The address of a relation in `Link`, as a path. */
function linked(answer: Answer, rel: string): string | undefined {
  const address = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(String(answer.headers.link))?.[1]
  return address === undefined ? undefined : address.slice(new URL(address).origin.length)
}

async function makeSeven(client: Client): Promise<string[]> {
  const ids: string[] = []
  for (let count = 0; count < 7; count++) ids.unshift(await simulateToEnd(client))
  return ids
}

const { client } = await server.account('enterprise')
const stranger = await server.account()
await simulateToEnd(stranger.client)
const ids = await makeSeven(client)

t.test('all simulations of the account are listed, newest first, without tiles', async (t) => {
  const answer = await client.get('/api/v1/simulations')
  t.same(idsOf(answer), ids)
  t.equal(answer.json<List>().total, 7)
  t.equal(answer.headers.link, undefined)
  t.notMatch(answer.text, /"tiles"/)
  t.match(answer.json<List>().simulations[0]?.terrain, { sources: [{ name: 'flat' }] })
})

t.test('pages by offset link to the next and the previous one', async (t) => {
  const first = await client.get('/api/v1/simulations?limit=3&offset=0')
  t.same(idsOf(first), ids.slice(0, 3))
  t.equal(linked(first, 'prev'), undefined)
  const second = await client.get(linked(first, 'next') ?? '')
  t.same(idsOf(second), ids.slice(3, 6))
  const third = await client.get(linked(second, 'next') ?? '')
  t.same(idsOf(third), ids.slice(6))
  t.equal(linked(third, 'next'), undefined)
  t.same(idsOf(await client.get(linked(third, 'prev') ?? '')), ids.slice(3, 6))
  const fromSecond = await client.get('/api/v1/simulations?limit=3&offset=1')
  t.same(idsOf(await client.get(linked(fromSecond, 'prev') ?? '')), ids.slice(0, 1))
  t.equal(third.json<List>().total, 7)
  t.same(idsOf(await client.get('/api/v1/simulations?offset=100')), [])
})

t.test('pages by id do not shift when simulations are added', async (t) => {
  const other = await server.account('enterprise')
  const before = await makeSeven(other.client)
  const first = await other.client.get('/api/v1/simulations?limit=3')
  await simulateToEnd(other.client)
  const second = await other.client.get(linked(first, 'next') ?? '')
  t.same(idsOf(second), before.slice(3, 6))
  t.same(idsOf(await other.client.get(`/api/v1/simulations?after=${before[6]}`)), [])
  t.equal((await other.client.get(`/api/v1/simulations?after=${ids[0]}`)).status, 400, "another's id")
  t.equal((await other.client.get(`/api/v1/simulations?after=${before[0]}&offset=1`)).status, 400)
})

t.test('pages continue when the last simulation of a page is deleted', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'coverage-list-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const env = { DATA_DIR: folder }
  const before = await startTestServer(t, { env })
  const { client, apiKey } = await before.account('enterprise')
  const other = await before.account('enterprise')
  const ids = await makeSeven(client)
  const foreign = await makeSeven(other.client)
  const first = await client.get('/api/v1/simulations?limit=2&status=completed')
  const next = linked(first, 'next') ?? ''
  t.match(next, `after=${ids[1]}`)
  t.equal((await client.delete(`/api/v1/simulations/${ids[1]}`)).status, 204)
  t.same(idsOf(await client.get(next)), ids.slice(2, 4))
  t.equal((await client.get(`/api/v1/simulations?after=${ids[1]}`)).status, 400, 'an id that is not there')

  // All of the page and some of the next; the page that is empty then keeps its position too.
  for (const id of [ids[0], ids[2], ids[3]]) await client.delete(`/api/v1/simulations/${id}`)
  const second = await client.get(next)
  t.same(idsOf(second), ids.slice(4, 6))
  t.same(idsOf(await client.get(linked(second, 'next') ?? '')), ids.slice(6))

  // A cursor is good for whoever got it, and as it was given.
  t.equal((await other.client.get(next)).status, 400, "another's")
  const [, id = '', sealed = ''] = /after=([^.&]+)\.([\w-]+)/.exec(next) ?? []
  const stream = await EventStream.open(before.origin, `/api/v1/status/${ids[5]}/events`, apiKey)
  const [final] = await stream.rest()
  const forged = [
    String(final?.id),
    `${foreign[1]}.${sealed}`,
    `${id}.`,
    `${id}.${sealed.slice(0, -4)}`,
    `${id}.${[...sealed].reverse().join('')}`,
    `.${sealed}`,
    `${id}.${sealed}.${sealed}`,
    '.',
  ]
  for (const after of forged) {
    const answer = await client.get(`/api/v1/simulations?after=${after}`)
    t.match(answer.json(), { status: 400, errors: [{ parameter: 'after' }] }, after)
  }
  const shown = Buffer.from(sealed, 'base64url').readUIntBE(0, 6)
  t.ok(shown > 1000, 'how many simulations there are of all accounts is not to be read from it')

  await before.stopServer()
  const after = await startTestServer(t, { env })
  const again = after.client(apiKey)
  t.same(idsOf(await again.get(next)), ids.slice(4, 6), 'and it outlives a restart')
})

t.test(
  'a simulation is renamed: record, products and streams have the new name, whoever else has its id',
  async (t) => {
    const owner = await server.account('enterprise')
    const id = await simulateToEnd(owner.client)
    const path = `/api/v1/simulations/${id}`
    const stream = await EventStream.open(server.origin, '/api/v1/events', owner.apiKey)
    const before = await owner.client.get(`/results/${id}.geojson`)
    const { results } = server.services
    const bytes = results.usedBytes(owner.account.id)
    const renamed = await owner.client.ask(path, { method: 'PATCH', body: { name: 'Höhe' } })
    t.match(renamed.json(), { id, status: 'completed', params: { name: 'Höhe' } })
    t.same(await storedNames(server, `${id}.products/`), [], 'products of the old name are gone')
    t.ok(results.usedBytes(owner.account.id) < bytes)
    t.match(await stream.next(['progress', 'completed']), {
      event: 'renamed',
      data: { params: { name: 'Höhe' } },
    })
    t.same((await owner.client.ask(path, { method: 'PATCH', body: { name: 'Höhe' } })).json(), renamed.json())
    t.same((await owner.client.get(`/api/v1/status/${id}`)).json(), renamed.json())
    const after = await owner.client.get(`/results/${id}.geojson`)
    t.match(after.text, '"Höhe"')
    t.not(after.headers.etag, before.headers.etag)
    const { client: other } = await server.account('enterprise')
    t.equal((await other.ask(path, { method: 'PATCH', body: { name: 'mine' } })).status, 404)
    for (const body of [{}, { name: 'x'.repeat(201) }, { name: 'x', model: 'los' }]) {
      t.equal((await owner.client.ask(path, { method: 'PATCH', body })).status, 400, JSON.stringify(body))
    }
    stream.close()
  },
)

t.test('filters apply to the total and stay in the links', async (t) => {
  server.compute.held = true
  const pending = (await client.post('/api/v1/simulate', validRequest)).json<{ id: string }>()
  t.same(idsOf(await client.get('/api/v1/simulations?status=pending')), [pending.id])
  const completed = await client.get('/api/v1/simulations?status=completed&model=los&limit=2')
  t.equal(completed.json<List>().total, 7)
  t.match(linked(completed, 'next'), /status=completed&model=los|model=los.*status=completed/)
  t.equal((await client.get('/api/v1/simulations?status=failed')).json<List>().total, 0)
  server.compute.release()

  const [, , third] = (await client.get('/api/v1/simulations')).json<List>().simulations
  const at = third?.created_at ?? ''
  const before = await client.get(`/api/v1/simulations?created_before=${at}`)
  t.equal(idsOf(before)[0], third?.id, 'inclusive')
  const after = await client.get(`/api/v1/simulations?created_after=${at}`)
  t.equal(idsOf(after).at(-1), third?.id)
  const zoned = encodeURIComponent(at.replace('Z', '+00:00'))
  t.same(idsOf(await client.get(`/api/v1/simulations?created_after=${zoned}`)), idsOf(after))
})
