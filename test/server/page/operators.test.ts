import { readdir, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { writeBasemap } from '../../helpers/pmtiles.ts'
import { startTestServer, validRequest } from '../../helpers/server.ts'

// What an operator adds to the page: a map below its own, and places.

const style = 'https://tiles.example/style.json?key=of-the-operator'
const hostile = '<img src=x onerror=alert(1)>'
const path = join(t.testdir(), 'places.geojson')
const geometry = { type: 'Point', coordinates: [8.94, 47.37] }
const features = [{ type: 'Feature', properties: { name: hostile, more: 1 }, geometry }]
await writeFile(path, JSON.stringify({ type: 'FeatureCollection', features }))

t.test('a basemap opens the policy for its hosts, and for nothing else', async (t) => {
  const env = { BASEMAP_STYLE: style, BASEMAP_ORIGINS: 'https://glyphs.example' }
  const server = await startTestServer(t, { env })
  const { headers, text } = await server.client().get('/')
  const policy = String(headers['content-security-policy']).split('; ')
  t.ok(policy.includes("connect-src 'self' https://tiles.example https://glyphs.example"))
  t.same(
    policy.filter((rule) => rule.includes('example')).map((rule) => rule.split(' ')[0]),
    ['connect-src'],
  )
  t.notMatch(text, 'tiles.example', 'who has no key does not read where the style is')

  const { client } = await server.account('pro')
  t.same((await client.get('/api/v1/basemap')).json(), { style })
  const { id } = (await client.post('/api/v1/simulate', validRequest)).json<{ id: string }>()
  const { url } = (await client.post(`/api/v1/simulations/${id}/shares`, {})).json<{ url: string }>()
  const guest = server.client(new URL(url).hash.replace('#share=', ''))
  t.same((await guest.get('/api/v1/basemap')).json(), { style })
  t.equal((await guest.get('/api/v1/places')).status, 401)
  t.equal((await server.client().get('/api/v1/basemap')).status, 401)
})

t.test('places are read by key, as text', async (t) => {
  const server = await startTestServer(t, { env: { PLACES: path } })
  t.equal((await server.client().get('/api/v1/places')).status, 401)
  const { client } = await server.account('free')
  t.same((await client.get('/api/v1/places')).json(), {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry, properties: { name: hostile } }],
  })
  t.same((await client.get('/api/v1/basemap')).json(), { style: null })
  const { headers } = await server.client().get('/')
  t.match(headers['content-security-policy'], "connect-src 'self';")
})

t.test("the operator's own map is read by range, by key or share", async (t) => {
  const path = join(t.testdir(), 'map.pmtiles')
  await writeBasemap(path)
  const server = await startTestServer(t, { env: { BASEMAP: path } })
  const { client } = await server.account('pro')
  const { style, archive } = (await client.get('/api/v1/basemap')).json<{ style: null; archive: string }>()
  t.equal(style, null)
  const { id } = (await client.post('/api/v1/simulate', validRequest)).json<{ id: string }>()
  const { url } = (await client.post(`/api/v1/simulations/${id}/shares`, {})).json<{ url: string }>()
  const guest = server.client(new URL(url).hash.replace('#share=', ''))
  const { headers } = await client.ask(archive, { method: 'HEAD' })
  t.equal((await client.get(archive, { 'if-none-match': String(headers.etag) })).status, 304)
  const descriptors = await readdir('/proc/self/fd').catch(() => [])
  const open = await Promise.all(descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')))
  t.notOk(open.includes(path), 'what sends nothing of the file leaves it closed')
  for (const one of [client, guest]) {
    const part = await one.get(archive, { range: 'bytes=0-6' })
    t.match(part, { status: 206, text: 'PMTiles', headers: { 'content-type': 'application/vnd.pmtiles' } })
    t.equal((await one.get(archive, { 'if-none-match': String(part.headers.etag) })).status, 304)
  }
  t.equal((await server.client().get(archive)).status, 401)
  t.match((await server.client().get('/')).headers['content-security-policy'], "connect-src 'self';")
  await writeFile(path, 'other')
  t.match(await client.get(archive), { status: 200, text: 'other' }, 'a file that is replaced')
})
