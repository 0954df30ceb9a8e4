import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { openTerrain } from '../../../storage/terrain/terrain.ts'
import { startTestServer } from '../../helpers/server.ts'
import { putHgt } from '../../helpers/tiles.ts'

const around = { southDeg: 46.4, northDeg: 46.6, westDeg: 7.4, eastDeg: 7.6 }

const folder = t.testdir()
const hgt = join(folder, 'N46E007.hgt')
await putHgt(hgt, (row, col) => 500 + ((row * 7 + col * 3) % 100))
const terrain = await openTerrain({ folders: [folder] })
const server = await startTestServer(t, { terrain })
const { records, groundFiles } = server.services
const content = await readFile(hgt)
const sha256 = createHash('sha256').update(content).digest('hex')
const path = `/nodes/terrain/${sha256}`
const { node_token, token } = await records.createNodeToken('node')
const node = server.client(node_token)

t.test('a node fetches a file by its hash, whole and in parts', async (t) => {
  const whole = await node.get(path)
  t.equal(whole.status, 200)
  t.ok(whole.body.equals(content))
  t.match(whole.headers, {
    etag: `"${sha256}"`,
    'accept-ranges': 'bytes',
    'content-type': 'application/octet-stream',
    'content-length': String(content.length),
  })
  const head = await node.ask(path, { method: 'HEAD' })
  t.match(head, { status: 200, headers: { 'content-length': String(content.length), etag: `"${sha256}"` } })
  t.equal(head.body.length, 0)
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 1],
    ['bytes=1000000-2099999', 1_000_000, 2_100_000],
    ['bytes=2884000-', 2_884_000, content.length],
    ['bytes=-2', content.length - 2, content.length],
  ] as const) {
    const part = await node.get(path, { range, 'if-range': `"${sha256}"` })
    t.equal(part.status, 206, range)
    t.ok(part.body.equals(content.subarray(start, end)), range)
  }
  t.equal((await node.get(path, { range: 'bytes=0-9', 'if-range': '"other"' })).status, 200)
  t.equal((await node.get(path, { range: 'bytes=9999999-' })).status, 416)
  t.equal((await node.get(path, { 'if-none-match': `"${sha256}"` })).status, 304)
})

t.test('nothing but files of the terrain can be had', async (t) => {
  await writeFile(join(folder, 'notes.txt'), 'private')
  const notes = createHash('sha256').update('private').digest('hex')
  for (const name of [
    notes,
    'a'.repeat(64),
    sha256.toUpperCase(),
    'N46E007.hgt',
    '..%2fN46E007.hgt',
    '%2e%2e',
  ]) {
    const answer = await node.get(`/nodes/terrain/${name}`)
    t.match(answer.json(), { status: 404, code: 'terrain_file_not_found' }, name)
  }
  t.equal((await node.get('/nodes/terrain')).status, 404)
  t.equal((await node.get('/nodes/')).status, 404)
  t.equal((await node.ask(path, { method: 'DELETE' })).status, 405)
})

t.test('a token of a node alone opens it, and opens nothing else', async (t) => {
  const { apiKey, account, client } = await server.account('enterprise')
  const refused = async (key: string | undefined, code: string) => {
    const answer = await server.client(key).get(path)
    t.equal(answer.status, 401)
    t.match(answer.json(), { code, detail: /node token/ })
  }
  await refused(undefined, 'key_missing')
  await refused(apiKey, 'key_invalid')
  await refused(`${node_token.slice(0, -1)}_`, 'key_invalid')
  await refused(token.token_id, 'key_invalid')
  await refused(token.secret_sha256, 'key_invalid')
  t.equal((await client.get('/nodes/nothing')).status, 401, 'before the path is looked up')

  const { id } = (
    await client.post('/api/v1/simulate', {
      tx_lat: 46.5,
      tx_lon: 7.5,
      tx_height: 20,
      frequency: 868,
      max_range: 1,
    })
  ).json<{ id: string }>()
  for (const other of [
    '/api/v1/credits',
    '/api/v1/keys',
    `/api/v1/status/${id}`,
    '/api/v1/terrain',
    '/api/v1/terrain/tiles/12/2133/1453.png',
    '/api/v1/shared',
    `/results/${id}.tif`,
    `/api/v1/results/${id}.tif`,
  ]) {
    t.equal((await node.get(other)).status, 401, other)
  }
  t.equal((await node.post('/api/v1/simulate', {})).status, 401)
  t.ok(account.id)
})

t.test('a node has a bucket of its own, large enough for a job', async (t) => {
  const { node_token } = await records.createNodeToken('another')
  const fetching = server.client(node_token)
  const answers = await Promise.all(
    Array.from({ length: 80 }, () => fetching.get(path, { range: 'bytes=0-9' })),
  )
  t.same([...new Set(answers.map(({ status }) => status))], [206])
  t.equal(answers[0]?.headers['x-ratelimit-limit'], '6000')
  const left = answers.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
  t.equal(Math.min(...left), 6000 - 80)
})

t.test('a revoked token opens nothing from then on', async (t) => {
  const { node_token, token } = await records.createNodeToken('third')
  const third = server.client(node_token)
  t.equal((await third.get(path)).status, 200)
  await records.revokeNodeToken(token.token_id)
  t.match((await third.get(path)).json(), { status: 401, code: 'key_invalid' })
  t.equal((await node.get(path)).status, 200, 'others do')
})

t.test('a file that is replaced or removed is had as it is, or not at all', async (t) => {
  const [before] = (await groundFiles.filesIn(around)).files
  t.match(before, { name: 'N46E007.hgt', sha256, bytes: content.length, folder: 0 })
  await putHgt(hgt, () => 300)
  t.equal((await node.get(path)).status, 404)
  const other = createHash('sha256')
    .update(await readFile(hgt))
    .digest('hex')
  await rm(hgt)
  t.equal((await node.get(`/nodes/terrain/${other}`)).status, 404)
})
