import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { TerrainCache, type TerrainCacheOptions } from '../../server/nodes/ground/cache.ts'
import type { GroundList, TerrainFile } from '../../storage/terrain/ground/types.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { until } from '../helpers/compute.ts'
import { keepCollecting } from '../helpers/garbage.ts'
import { startTestServer } from '../helpers/server.ts'
import { putHgt } from '../helpers/tiles.ts'
import { seededRandom } from '../references/random.ts'

// The cache of a node, before a server that behaves as badly as it is asked to, and before the service itself.

const never = new AbortController().signal
const random = seededRandom(11)
const token = 'rcnode_test'
const code = 'ground_unavailable'

/** Bytes that nothing else has, as a file of a list. */
function made(name: string, bytes: number): { file: TerrainFile; content: Buffer } {
  const content = Buffer.from(Uint8Array.from({ length: bytes }, () => Math.floor(256 * random())))
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { file: { name, sha256, bytes, folder: 0 }, content }
}

function listOf(...files: TerrainFile[]): GroundList {
  return { folders: 1, sources: [], files, remote: [] }
}

type Answering = (request: IncomingMessage, response: ServerResponse, content: Buffer) => unknown

/** Sends what was asked for. */
const rightly: Answering = ({ headers: { range } }, response, content) => {
  const [, first] = /^bytes=(\d+)-/.exec(range ?? '') ?? []
  const start = Number(first ?? 0)
  const total = content.length
  response.writeHead(first === undefined ? 200 : 206, {
    'content-length': total - start,
    ...(first !== undefined && { 'content-range': `bytes ${start}-${total - 1}/${total}` }),
  })
  response.end(content.subarray(start))
}

/** A server of terrain files; what the next requests get stands in `answers`, then they get the file. */
async function serverOf(t: Test, ...files: { file: TerrainFile; content: Buffer }[]) {
  const asked: { sha256: string; range: string | undefined; ifRange: string | undefined }[] = []
  const answers: Answering[] = []
  let open = 0
  const counts = { maximumOpen: 0 }
  const http = createServer((request, response) => {
    counts.maximumOpen = Math.max(counts.maximumOpen, ++open)
    response.on('close', () => open--)
    const sha256 = request.url?.replace('/nodes/terrain/', '') ?? ''
    const { range, 'if-range': ifRange, authorization } = request.headers
    asked.push({ sha256, range, ifRange: ifRange as string | undefined })
    const content = files.find(({ file }) => file.sha256 === sha256)?.content
    if (authorization !== `Bearer ${token}`) response.writeHead(401).end()
    else if (content === undefined) response.writeHead(404).end()
    else (answers.shift() ?? rightly)(request, response, content)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    http.closeAllConnections()
    return new Promise((resolve) => http.close(resolve))
  })
  const apiUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`
  const folder = t.testdir()
  const cacheOf = (options: Partial<TerrainCacheOptions> = {}) => {
    const cache = new TerrainCache({ folder, maximumBytes: 1e9, apiUrl, token, retryDelayMs: 1, ...options })
    t.teardown(() => cache.close())
    return cache
  }
  return { asked, answers, counts, folder, cacheOf }
}

/** Ends the connection once so many bytes have come to the client's disk. */
const cutAfter =
  (bytes: number, part: string): Answering =>
  async (request, response, content) => {
    const [, first = '0'] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? []
    const start = Number(first)
    response.writeHead(start === 0 ? 200 : 206, {
      'content-length': content.length - start,
      ...(start > 0 && { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` }),
    })
    response.write(content.subarray(start, start + bytes))
    await until(() => existsSync(part) && statSync(part).size === start + bytes, 'the bytes')
    response.destroy()
  }

t.test('the token is checked: one that is refused ends it, an API node that is away does not', async (t) => {
  const { cacheOf } = await serverOf(t)
  await cacheOf().checkAccess(() => t.fail('it waited'), never)
  const refused = cacheOf({ token: 'rcnode_wrong' }).checkAccess(() => {}, never)
  await t.rejects(refused, { code, reason: 'unauthorized' })
  const controller = new AbortController()
  const reasons: string[] = []
  const away = cacheOf({ apiUrl: 'http://127.0.0.1:9/' }).checkAccess((reason) => {
    reasons.push(String(reason))
    if (reasons.length === 3) controller.abort()
  }, controller.signal)
  await t.rejects(away, { name: 'AbortError' })
  t.match(reasons, [/ECONNREFUSED/, /ECONNREFUSED/, /ECONNREFUSED/])
})

t.test(
  'an API node that stays silent or drips is asked again after the time limit, whatever is collected',
  async (t) => {
    keepCollecting(t)
    const one = made('a.hgt', 5000)
    const { answers, asked, cacheOf } = await serverOf(t, one)
    const silent: Answering = () => {}
    const dripping: Answering = (_request, response, content) => {
      response.writeHead(200, { 'content-length': content.length })
      let sent = 0
      const timer = setInterval(() => response.write(content.subarray(sent, ++sent)), 20)
      response.on('close', () => clearInterval(timer))
    }
    answers.push(silent, dripping)
    const cache = cacheOf({ timeouts: { headersMs: 60_000, idleMs: 60_000, totalMs: 500 } })
    const held = await cache.acquire(listOf(one.file), never)
    t.ok(one.content.equals(await readFile(held.terrain.files[0]?.path ?? '')))
    t.match(asked, [{ range: undefined }, { range: undefined }, { range: /^bytes=[1-9]/ }])
    await held.release()
  },
)

t.test('files are fetched once and lie under their hash', async (t) => {
  const [one, two] = [made('N46E007.hgt', 70_000), made('12/2149/1430.png', 3000)]
  const prj = made('grid.prj', 200)
  const grid = made('grid.asc', 5000)
  const { asked, folder, cacheOf } = await serverOf(t, one, two, grid, prj)
  const cache = cacheOf()
  const list = listOf(one.file, two.file, { ...grid.file, companions: [prj.file] })
  const { terrain, release } = await cache.acquire(list, never)
  t.same(
    terrain.files.map(({ path }) => path),
    list.files.map(({ name, sha256 }) => join(folder, sha256, name)),
  )
  t.match(terrain, { folders: 1, files: [one.file, two.file, { companions: [{ name: 'grid.prj' }] }] })
  for (const [i, { content }] of [one, two, grid].entries()) {
    t.ok((await readFile(terrain.files[i].path)).equals(content))
  }
  t.ok((await readFile(terrain.files[2].companions?.[0]?.path ?? '')).equals(prj.content))
  t.equal(asked.length, 4)
  await release()
  await release()
  await (await cache.acquire(list, never)).release()
  await (await cacheOf().acquire(list, never)).release()
  t.equal(asked.length, 4, 'nor after a restart')
})

t.test('a cut connection goes on where it broke off, also in another process', async (t) => {
  const one = made('N46E007.hgt', 90_000)
  const { asked, answers, folder, cacheOf } = await serverOf(t, one)
  const part = join(folder, `${one.file.sha256}.part`)
  answers.push(cutAfter(30_000, part), cutAfter(20_000, part))
  const { terrain } = await cacheOf().acquire(listOf(one.file), never)
  t.ok((await readFile(terrain.files[0].path)).equals(one.content))
  t.same(
    asked.map(({ range }) => range),
    [undefined, 'bytes=30000-89999', 'bytes=50000-89999'],
  )
  t.equal(asked[1].ifRange, `"${one.file.sha256}"`)

  const other = made('N47E007.hgt', 90_000)
  const second = await serverOf(t, other)
  const silent: Answering = () => {}
  second.answers.push(cutAfter(40_000, join(second.folder, `${other.file.sha256}.part`)), silent)
  const stopping = new AbortController()
  const begun = second.cacheOf().acquire(listOf(other.file), stopping.signal)
  await until(() => second.asked.length === 2, 'the second request')
  stopping.abort(new Error('stop'))
  await t.rejects(begun, { message: 'stop' })
  await second.cacheOf().acquire(listOf(other.file), never)
  t.match(second.asked.at(-1), { range: 'bytes=40000-89999' })
})

t.test('other bytes than those of the list are refused and removed', async (t) => {
  const one = made('N46E007.hgt', 9000)
  const { asked, answers, folder, cacheOf } = await serverOf(t, one)
  const wrong: Answering = (_, response, content) =>
    response.writeHead(200).end(content.map((byte) => byte ^ 1))
  const cache = cacheOf()
  answers.push(wrong)
  await t.rejects(cache.acquire(listOf(one.file), never), { code, reason: 'wrong_bytes' })
  t.same(await readdir(folder), [])
  answers.push((_, response, content) => response.writeHead(200).end(Buffer.concat([content, content])))
  await t.rejects(cache.acquire(listOf(one.file), never), { code, reason: 'wrong_bytes' })
  t.equal((await readdir(folder)).filter((name) => !name.endsWith('.part')).length, 0)
  // What a crash tore is not the server's fault: it is fetched anew.
  await writeFile(join(folder, `${one.file.sha256}.part`), Buffer.alloc(5000))
  const { terrain } = await cache.acquire(listOf(one.file), never)
  t.ok((await readFile(terrain.files[0].path)).equals(one.content))
  t.same(
    asked.slice(-2).map(({ range }) => range),
    ['bytes=5000-8999', undefined],
  )
  for (const own of [
    { name: '../x.hgt' },
    { name: '..' },
    { name: '/etc/x.hgt' },
    { name: 'a/b.hgt' },
    { sha256: `../${'a'.repeat(61)}` },
    { bytes: 0 },
  ]) {
    await t.rejects(
      cache.acquire(listOf({ ...one.file, ...own }), never),
      /The list of terrain files is not valid/,
    )
  }
})

t.test('what the API node refuses is said, what it can not do now is tried again', async (t) => {
  const one = made('N46E007.hgt', 9000)
  const { asked, answers, cacheOf } = await serverOf(t, one)
  const list = listOf(one.file)
  await t.rejects(cacheOf({ token: 'other' }).acquire(list, never), { code, reason: 'unauthorized' })
  t.equal(asked.length, 1)
  await t.rejects(cacheOf().acquire(listOf(made('x.hgt', 9).file), never), { code, reason: 'missing' })
  await t.rejects(cacheOf({ maximumBytes: 8999 }).acquire(list, never), { code, reason: 'too_large' })
  t.equal(asked.length, 2)
  const status =
    (code: number, headers = {}): Answering =>
    (_, response) =>
      response.writeHead(code, headers).end()
  answers.push(status(429, { 'retry-after': '0' }), status(503), status(500), (_, response) =>
    response.destroy(),
  )
  await cacheOf().acquire(list, never)
  t.equal(asked.length, 7)

  const other = await serverOf(t, one)
  other.answers.push(...Array.from({ length: 8 }, () => status(503)))
  await t.rejects(other.cacheOf().acquire(list, never), { reason: 'unreachable', message: /503/ })
  const redirect = status(302, { location: '/elsewhere' })
  other.answers.push(...Array.from({ length: 8 }, () => redirect))
  await t.rejects(other.cacheOf().acquire(list, never), { reason: 'unreachable', message: /redirects/ })
})

t.test('jobs share downloads, which end when nobody waits any more', async (t) => {
  const files = Array.from({ length: 6 }, (_, i) => made(`N4${i}E007.hgt`, 4000))
  const { asked, answers, counts, cacheOf } = await serverOf(t, ...files)
  const cache = cacheOf({ parallel: 2 })
  const held: (() => void)[] = []
  const later: Answering = (request, response, content) => {
    held.push(() => rightly(request, response, content))
  }
  answers.push(...files.map(() => later))
  const list = listOf(...files.map(({ file }) => file))
  const leaving = new AbortController()
  const jobs = [cache.acquire(list, never), cache.acquire(list, leaving.signal), cache.acquire(list, never)]
  await until(() => held.length === 2, 'two downloads')
  leaving.abort(new Error('left'))
  await t.rejects(jobs[1], { message: 'left' })
  const answering = setInterval(() => held.shift()?.(), 5)
  t.teardown(() => clearInterval(answering))
  await Promise.all([jobs[0], jobs[2]])
  t.equal(asked.length, 6, 'each once')
  t.equal(counts.maximumOpen, 2)

  const last = made('N50E007.hgt', 4000)
  const alone = await serverOf(t, last)
  let isClosed = false
  alone.answers.push((_, response) => {
    response.on('close', () => {
      isClosed = true
    })
  })
  const leavingToo = new AbortController()
  const waiting = alone.cacheOf().acquire(listOf(last.file), leavingToo.signal)
  await until(() => alone.asked.length === 1, 'the request')
  leavingToo.abort(new Error('left'))
  await t.rejects(waiting, { message: 'left' })
  await until(() => isClosed, 'the end of the request')
})

t.test('the same bytes under two names are fetched once', async (t) => {
  const one = made('N00W020.hgt', 4000)
  const { asked, cacheOf } = await serverOf(t, one)
  const { terrain } = await cacheOf().acquire(listOf(one.file, { ...one.file, name: 'N00W021.hgt' }), never)
  t.equal(asked.length, 1)
  for (const { path } of terrain.files) t.ok((await readFile(path)).equals(one.content))
})

t.test('the least recently used files make room, those in use never', async (t) => {
  const files = Array.from({ length: 5 }, (_, i) => made(`N4${i}E007.hgt`, 1000))
  const { asked, folder, cacheOf } = await serverOf(t, ...files)
  const cache = cacheOf({ maximumBytes: 3000 })
  const of = (...indexes: number[]) => listOf(...indexes.map((i) => files[i].file))
  const isHere = (i: number) =>
    stat(join(folder, files[i].file.sha256)).then(
      () => true,
      () => false,
    )
  const here = async () =>
    (await Promise.all(files.map((_, i) => isHere(i)))).flatMap((is, i) => (is ? [i] : []))
  const first = await cache.acquire(of(0, 1), never)
  await (await cache.acquire(of(2), never)).release()
  t.same(await here(), [0, 1, 2])
  const third = await cache.acquire(of(3), never)
  t.same(await here(), [0, 1, 3], 'the one that is not in use went, though it is younger')
  // No room until a job ends; what comes later waits too.
  let order = ''
  const waiting = cache.acquire(of(2, 4), never).then((held) => {
    order += 'a'
    return held
  })
  const next = cache.acquire(of(3), never).then((held) => {
    order += 'b'
    return held
  })
  await new Promise((resolve) => setTimeout(resolve, 30))
  t.equal(order, '')
  t.same(await here(), [0, 1, 3])
  await first.release()
  await Promise.all([waiting, next])
  t.equal(order.length, 2)
  t.same(await here(), [2, 3, 4])
  await third.release()
  await (await waiting).release()
  await (await next).release()
  // A process that starts knows which were used last.
  const { utimes } = await import('node:fs/promises')
  for (const [i, second] of [
    [2, 300],
    [3, 100],
    [4, 200],
  ])
    await utimes(join(folder, files[i].file.sha256), second, second)
  await (await cacheOf({ maximumBytes: 3000 }).acquire(of(0), never)).release()
  t.same(await here(), [0, 2, 4])
  const before = asked.length
  const small = cacheOf({ maximumBytes: 1000 })
  await (await small.acquire(of(0), never)).release()
  t.same(await here(), [0], 'a smaller bound holds from the start')
  t.equal(asked.length, before)
})

t.test('one that waits for room and leaves lets the next in', async (t) => {
  const files = Array.from({ length: 3 }, (_, i) => made(`N4${i}E007.hgt`, 1000))
  const { cacheOf } = await serverOf(t, ...files)
  const cache = cacheOf({ maximumBytes: 2000 })
  const first = await cache.acquire(listOf(files[0].file), never)
  const leaving = new AbortController()
  const large = cache.acquire(listOf(files[1].file, files[2].file), leaving.signal)
  const small = cache.acquire(listOf(files[1].file), never)
  leaving.abort(new Error('left'))
  await t.rejects(large, { message: 'left' })
  await (await small).release()
  await first.release()
})

t.test('a file that was damaged on this disk is found out and fetched again', async (t) => {
  const one = made('N46E007.hgt', 4000)
  const { asked, cacheOf } = await serverOf(t, one)
  const cache = cacheOf()
  const { terrain, release } = await cache.acquire(listOf(one.file), never)
  await writeFile(terrain.files[0].path, Buffer.alloc(4000))
  await cache.verify(terrain)
  await release()
  const again = await cache.acquire(listOf(one.file), never)
  t.ok((await readFile(again.terrain.files[0].path)).equals(one.content))
  t.equal(asked.length, 2)
})

t.test('from the service itself, over TLS with its certificate', async (t) => {
  const folder = t.testdir()
  await putHgt(join(folder, 'terrain/N46E007.hgt'), (row, col) => (row * col) % 500)
  const source = await openTerrain({ folders: [join(folder, 'terrain')] })
  const { origin, services } = await startTestServer(t, { terrain: source })
  const { node_token } = await services.records.createNodeToken('node')
  const ca = await readFile(join(services.config.dataDir, 'tls/cert.pem'), 'utf8')
  const own = { folder: join(folder, 'cache'), maximumBytes: 1e9, apiUrl: origin, retryDelayMs: 1 }
  const list = await services.groundFiles.filesIn({
    southDeg: 46.4,
    northDeg: 46.5,
    westDeg: 7.4,
    eastDeg: 7.5,
  })
  const trusting = new TerrainCache({ ...own, token: node_token, ca })
  const { terrain } = await trusting.acquire(list, never)
  const expected = await readFile(join(folder, 'terrain/N46E007.hgt'))
  t.ok((await readFile(terrain.files[0].path)).equals(expected))
  await trusting.close()
  const stranger = new TerrainCache({ ...own, folder: join(folder, 'other'), token: node_token })
  await t.rejects(stranger.acquire(list, never), { reason: 'unreachable', message: /CERT|SELF_SIGNED/ })
  await stranger.close()
  const keyless = new TerrainCache({ ...own, folder: join(folder, 'third'), token: 'rcov_x', ca })
  await t.rejects(keyless.acquire(list, never), { code, reason: 'unauthorized' })
  await keyless.close()
})
