import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { Downloader, type DownloadOptions } from '../../storage/terrain/remote/downloader.ts'
import type { RemoteError } from '../../storage/terrain/remote/errors.ts'
import { PageStore } from '../../storage/terrain/remote/page-store.ts'
import { PAGE_BYTES, RemoteFile } from '../../storage/terrain/remote/remote-file.ts'
import { startTileServer } from '../helpers/tile-server.ts'

// When a source that answers with errors is left alone for a while.

let asked = 0
const server = createServer(({ url }, response) => {
  asked++
  response.writeHead(url === '/good' ? 200 : 503).end('posts')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
t.teardown(() => server.close())
const { port } = server.address() as AddressInfo

/** `ok`, or why the file could not be had. */
async function fetched(downloader: Downloader, name: string): Promise<string> {
  try {
    return await downloader.fetch(
      `http://127.0.0.1:${port}/${name}`,
      () => undefined,
      async () => 'ok',
    )
  } catch (error) {
    return (error as Error).message
  }
}

t.test('three failed files in a row pause a source; one that succeeds begins the count anew', async (t) => {
  const downloader = new Downloader({ attempts: 1, cooldownMs: 300 })
  for (const name of ['bad', 'bad', 'good', 'bad', 'bad', 'good', 'bad', 'bad', 'bad']) {
    const before = asked
    t.match(await fetched(downloader, name), name === 'good' ? 'ok' : 'answered 503')
    t.equal(asked, before + 1, `${name} is asked for`)
  }
  const before = asked
  t.match(await fetched(downloader, 'good'), 'answered 503', 'why it is left alone')
  t.equal(asked, before, 'and nothing is asked for')
  await setTimeout(400)
  t.equal(await fetched(downloader, 'good'), 'ok')
})

t.test('a file is tried so many times', async (t) => {
  const downloader = new Downloader({ attempts: 3, retryDelayMs: 1 })
  const before = asked
  t.match(await fetched(downloader, 'bad'), 'answered 503')
  t.equal(asked, before + 3)
})

const SIZE_BYTES = 700_000
/** Two pages and a part. */
const content = Buffer.from(Uint8Array.from({ length: SIZE_BYTES }, (_, i) => (i * 31 + (i >> 8)) & 255))

/** Kind and reason of an error of the network. */
const failureOf = (result: Promise<unknown>) =>
  result.then(
    () => 'none',
    ({ failure, message }: RemoteError) => `${failure}: ${message}`,
  )

/** A file of a server, and how it is read. */
async function remoteFile(t: Test, path = '/a.tif') {
  const server = await startTileServer(t)
  server.files.set(path, content)
  const store = new PageStore(t.testdir(), 1e9, t.fail)
  const key = {
    url: `${server.origin}${path}`,
    name: 'a.tif',
    path: 'a.tif',
    bounds: { southDeg: 0, northDeg: 1, westDeg: 0, eastDeg: 1 },
  }
  const open = (isRanged = true, options: DownloadOptions | undefined = { attempts: 2, retryDelayMs: 1 }) =>
    new RemoteFile(key, 'source/a.tif', isRanged, store, new Downloader(options))
  const cached = new RemoteFile(key, 'source/a.tif', true, store, undefined)
  const ranges = () => server.asked.splice(0).map(({ range }) => range)
  return { server, store, open, cached, ranges }
}

t.test('a file is fetched by pages, each once, and goes on where it broke off', async (t) => {
  const { server, open, cached, ranges } = await remoteFile(t)
  const file = open()
  t.match(await failureOf(cached.meta()), 'not_cached')
  const [meta] = await Promise.all([file.meta(), file.meta()])
  t.match(meta, { sizeBytes: SIZE_BYTES, pageBytes: PAGE_BYTES, etag: /^"/ })
  t.same(ranges(), [`bytes=0-${PAGE_BYTES - 1}`], 'one request for both')
  const bytes = file.open(meta)
  t.same(await bytes.read(10, 100), new Uint8Array(content.subarray(10, 110)))
  t.same(await bytes.read(PAGE_BYTES - 3, 3), new Uint8Array(content.subarray(PAGE_BYTES - 3, PAGE_BYTES)))
  t.same(ranges(), [], 'the page came with it')
  server.mischief.set('/a.tif', [{ cutAfterBytes: PAGE_BYTES + 10 }])
  const from = 2 * PAGE_BYTES - 5
  t.same(await bytes.read(from, 10), new Uint8Array(content.subarray(from, from + 10)))
  const last = SIZE_BYTES - 1
  t.same(ranges(), [`bytes=${PAGE_BYTES}-${last}`, `bytes=${2 * PAGE_BYTES}-${last}`])
  const known = cached.open(await cached.meta())
  t.ok(content.equals(await known.read(0, SIZE_BYTES)))
  t.equal((await known.read(SIZE_BYTES, 0)).length, 0)
  await t.rejects(known.read(SIZE_BYTES - 1, 2), /truncated: bytes 699999…700001 are beyond its end/)
  t.same(ranges(), [])
})

t.test('a file that is missing is not asked for again, for a day or an hour', async (t) => {
  for (const [status, hours] of [
    [404, 24],
    [410, 24],
    [403, 1],
  ] as const) {
    const { server, store, open, ranges } = await remoteFile(t)
    server.mischief.set('/a.tif', [{ status }])
    const file = open()
    const beforeMs = Date.now()
    t.equal(await failureOf(file.meta()), `missing: answered ${status}`)
    t.equal(await failureOf(file.meta()), `missing: answered ${status}`)
    t.equal(ranges().length, 1)
    const meta = await store.readMeta('source/a.tif')
    const untilMs = meta && 'untilMs' in meta ? meta.untilMs : 0
    t.ok(Math.abs(untilMs - beforeMs - hours * 3_600_000) < 60_000, `${status}: ${hours} hours`)
  }
})

t.test('what may be better the next time is tried again, the rest is left alone', async (t) => {
  for (const status of [408, 429, 500, 503]) {
    const { server, open, ranges } = await remoteFile(t)
    server.mischief.set('/a.tif', [{ status }])
    t.equal((await open().meta()).sizeBytes, SIZE_BYTES, `${status}`)
    t.equal(ranges().length, 2)
  }
  const { server, open, ranges } = await remoteFile(t)
  const file = open()
  server.mischief.set('/a.tif', [{ status: 400 }])
  t.equal(await failureOf(file.meta()), 'unreachable: answered 400')
  t.equal(await failureOf(file.meta()), 'unreachable: answered 400')
  t.equal(ranges().length, 1, 'for a while')
})

t.test('a server without ranges sends all of it; what it sends is held against what was known', async (t) => {
  const { server, store, open, ranges } = await remoteFile(t)
  const whole = await open(false).meta()
  t.match(whole, { sizeBytes: SIZE_BYTES, pageBytes: SIZE_BYTES })
  t.same(ranges(), [undefined])
  await store.drop('source/a.tif')
  server.mischief.set('/a.tif', ['whole'])
  const file = open()
  const meta = await file.meta()
  t.same(await store.pages('source/a.tif'), [0, 1, 2])
  await rm(join(store.folder, 'source/a.tif/1.page'))
  const changed = Buffer.from(content)
  changed[0] = 255 - (content[0] as number)
  server.files.set('/a.tif', changed)
  t.match(await failureOf(file.open(meta).read(PAGE_BYTES, 10)), /^changed: /)
  t.same(await store.pages('source/a.tif'), [], 'nothing of it is kept')
  server.files.set('/a.tif', Buffer.alloc(0))
  server.mischief.set('/a.tif', ['whole'])
  await t.rejects(open().meta(), /a\.tif: is empty/)
})
