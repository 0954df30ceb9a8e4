import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { openStore } from '../../storage/objects/open.ts'
import { S3Store } from '../../storage/objects/s3/s3-store.ts'
import { WatchedStream } from '../../storage/objects/s3/watched-stream.ts'
import type { ObjectStore } from '../../storage/objects/types.ts'
import { type BucketRequest, openBucket, refuse } from '../helpers/bucket.ts'
import { until } from '../helpers/compute.ts'

// What a bucket may do to us.

const bucket = await openBucket()
const store = await openStore(bucket.location)
t.teardown(async () => {
  await store.close()
  await bucket.close()
})
t.beforeEach(() => {
  bucket.fault = undefined
  bucket.requests.length = 0
})

const partBytes = 16 * 2 ** 20
const asked = (pattern: RegExp) =>
  bucket.requests.filter(({ method, path }) => pattern.test(`${method} ${path}`))

async function fileOf(t: Test, bytes: number): Promise<{ path: string; content: Buffer }> {
  const content = randomBytes(bytes)
  const path = join(t.testdir({}), 'r.tif')
  await writeFile(path, content)
  return { path, content }
}

t.test('a large file goes in parts, each with a checksum', async (t) => {
  const { path, content } = await fileOf(t, 2 * partBytes + 1000)
  const done: number[] = []
  await store.putFile('sim_a.tif', path, { onProgress: (bytes) => done.push(bytes) })
  const parts = asked(/^PUT .*partNumber=/)
  t.equal(parts.length, 3)
  for (const { headers } of parts) t.match(headers['x-amz-checksum-crc32'], /^[\w+/]{6}==$/)
  t.equal(done.length, 3)
  t.equal(done.at(-1), content.length)
  t.ok(content.equals((await store.readWhole('sim_a.tif')) ?? Buffer.alloc(0)))
  t.same(await bucket.names(), ['a/b/sim_a.tif'], 'below the prefix')
  t.same(await bucket.uploads(), [])
  await store.remove('sim_a.tif')
})

t.test('a small file goes at once, with a checksum', async (t) => {
  const { path } = await fileOf(t, 1000)
  await store.putFile('sim_a.tif', path)
  const [{ headers } = { headers: {} as BucketRequest['headers'] }, ...others] = asked(/^PUT /)
  t.same(others, [])
  t.match(headers['x-amz-checksum-crc32'], /^[\w+/]{6}==$/)
  await store.remove('sim_a.tif')
})

t.test('many objects are removed by one request, or one by one where the store can not', async (t) => {
  const put = async () => {
    for (let n = 0; n < 3; n++) await store.putBytes(`sim_a.products/${n}.png`, Buffer.from('x'))
    bucket.requests.length = 0
  }
  await put()
  await store.removeAll('sim_a.products/')
  t.same(await bucket.names(), [])
  // s3rver trips over itself at times, and is asked again.
  t.ok(asked(/^POST .*\?delete/).length > 0)
  t.same(asked(/^DELETE /), [])
  for (const [status, code] of [
    [501, 'NotImplemented'],
    [400, 'InvalidRequest'],
  ] as const) {
    await put()
    bucket.fault = ({ method }, response) => method === 'POST' && refuse(response, status, code)
    await store.removeAll('sim_a.products/')
    t.same(await bucket.names(), [], code)
    t.equal(asked(/^DELETE /).length, 3, code)
    bucket.fault = undefined
  }
  await put()
  bucket.fault = ({ method }, response) => {
    if (method !== 'POST') return false
    const key = 'a/b/sim_a.products/0.png'
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(
      `<DeleteResult><Error><Key>${key}</Key><Code>AccessDenied</Code><Message>no</Message></Error></DeleteResult>`,
    )
    return true
  }
  await t.rejects(store.removeAll('sim_a.products/'), { code: 'store_unavailable', message: /AccessDenied/ })
  bucket.fault = undefined
  await store.removeAll('sim_a.products/')
})

t.test('an upload that fails or is given up leaves no object and no parts', async (t) => {
  const { path, content } = await fileOf(t, 3 * partBytes)
  bucket.fault = ({ path }, response) =>
    path.includes('partNumber=2') && refuse(response, 403, 'AccessDenied')
  await t.rejects(store.putFile('sim_a.tif', path), { code: 'store_unavailable', message: /AccessDenied/ })
  t.same(await bucket.uploads(), [])

  bucket.fault = undefined
  const giving = new AbortController()
  const onProgress = () => giving.abort(new Error('given up'))
  await t.rejects(store.putFile('sim_a.tif', path, { signal: giving.signal, onProgress }), {
    message: 'given up',
  })
  t.same(await bucket.uploads(), [])
  t.same(await bucket.names(), [])
  t.equal((await readFile(path)).length, content.length, 'the file stays')
})

t.test('an upload whose process died is aborted when it is old', async (t) => {
  const { path } = await fileOf(t, 2 * partBytes)
  bucket.fault = ({ method, path }, response) =>
    (path.includes('partNumber=2') || method === 'DELETE') && refuse(response, 403, 'AccessDenied')
  await t.rejects(store.putFile('sim_a.tif', path))
  bucket.fault = undefined
  t.equal((await bucket.uploads()).length, 1)
  t.equal(await store.removeUnfinished(Date.now() - 60_000), 0, 'it may still run')
  t.equal(await store.removeUnfinished(Date.now() + 60_000), 1)
  t.same(await bucket.uploads(), [])
  bucket.fault = ({ path }, response) => path.includes('uploads') && refuse(response, 501, 'NotImplemented')
  t.equal(
    await store.removeUnfinished(Date.now()),
    0,
    'a store that does not list them has a rule of its own',
  )
})

t.test('a store that refuses, fails or is not there', async (t) => {
  const attempts: Record<string, () => Promise<unknown>> = {
    stat: () => store.stat('sim_a.tif'),
    open: () => store.open('sim_a.tif'),
    readWhole: () => store.readWhole('sim_a.tif'),
    put: () => store.putBytes('sim_a.tif', Buffer.from('x')),
    remove: () => store.remove('sim_a.tif'),
    list: async () => {
      for await (const { name } of store.list('')) t.fail(name)
    },
    ping: () => store.ping(),
    probe: () => store.probe(),
  }
  for (const [status, code] of [
    [403, 'AccessDenied'],
    [500, 'InternalError'],
    [404, 'NoSuchBucket'],
  ] as const) {
    bucket.fault = (_request, response) => refuse(response, status, code)
    for (const [name, attempt] of Object.entries(attempts)) {
      // What is asked by HEAD has no body that could say that it is the bucket.
      if (status === 404 && ['stat', 'open', 'ping'].includes(name)) continue
      await t.rejects(attempt(), { code: 'store_unavailable' }, `${name}: ${status}`)
    }
  }
  bucket.fault = undefined
  const nobody = await openStore({ ...bucket.location, endpoint: 'http://127.0.0.1:1' })
  await t.rejects(nobody.stat('sim_a.tif'), { code: 'store_unavailable', message: /ECONNREFUSED/ })
  await nobody.close()
  const elsewhere = await openStore({ ...bucket.location, bucket: 'no-such-bucket' })
  await t.rejects(elsewhere.probe(), { code: 'store_unavailable', message: /written: NoSuchBucket/ })
  await elsewhere.close()
})

t.test('a store that does not answer is given up, after some attempts', async (t) => {
  const impatient = new S3Store(bucket.location, { answerMs: 100 })
  t.teardown(() => impatient.close())
  await impatient.putBytes('sim_a.tif', Buffer.from('raster'))
  const object = await impatient.open('sim_a.tif')
  bucket.requests.length = 0
  bucket.fault = () => true
  await t.rejects(impatient.stat('sim_a.tif'), { code: 'store_unavailable' })
  t.equal(asked(/^HEAD/).length, 3)
  const read = async () => void (await object?.stream(0, 5))
  await t.rejects(read(), { code: 'store_unavailable' })
  t.equal(asked(/^GET/).length, 3)
})

/** An object of so many bytes, opened. */
async function opened(bytes: number, of: ObjectStore = store) {
  await of.putBytes('sim_a.tif', randomBytes(bytes))
  const object = await of.open('sim_a.tif')
  if (object === undefined) throw new Error('Expected an object.')
  return object
}

t.test('an answer that is cut is an error, and a read into memory is tried once more', async (t) => {
  const object = await opened(1_000_000)
  let cuts = 0
  bucket.fault = ({ method }, response) => {
    if (method !== 'GET' || cuts-- <= 0) return false
    response.writeHead(206, { 'content-length': 1000, 'content-range': 'bytes 0-999/1000000' })
    response.write(Buffer.alloc(10), () => response.destroy())
    return true
  }
  cuts = 1
  t.equal((await object.read(0, 1000)).length, 1000)
  cuts = 2
  await t.rejects(object.read(0, 1000), { code: 'store_unavailable' })
  cuts = 1
  const stream = await object.stream(0, 999)
  await t.rejects(stream.toArray(), { code: 'store_unavailable' })
})

t.test('a store that gives other bytes than those asked for is not believed', async (t) => {
  const object = await opened(1000)
  bucket.fault = ({ method, headers }) => {
    if (method === 'GET') headers.range = undefined
    return false
  }
  await t.rejects(object.read(10, 20), { code: 'store_unavailable' })
})

t.test('a reader that goes ends the request; one that waits holds it back', async (t) => {
  const object = await opened(15 * 2 ** 20)
  let sent = 0
  let isEnded = false
  bucket.fault = ({ method }, response) => {
    if (method !== 'GET') return false
    response.writeHead(206, { 'content-length': object.bytes })
    const chunk = Buffer.alloc(65_536)
    const more = () => {
      while (!response.destroyed && sent < object.bytes) {
        sent += chunk.length
        if (!response.write(chunk)) return void response.once('drain', more)
      }
    }
    response.on('close', () => {
      isEnded = true
    })
    more()
    return true
  }
  const stream = await object.stream(0, object.bytes - 1)
  await new Promise((resolve) => stream.once('readable', resolve))
  // Until nothing moves any more.
  for (let before = -1; before !== sent; await pause(100)) before = sent
  t.ok(sent < object.bytes, 'the rest waits in the store')
  t.equal(isEnded, false)
  stream.destroy()
  await until(() => isEnded, 'the end of the request')
})

t.test('a store that falls silent is given up, a reader that does is waited for', async (t) => {
  const { Readable } = await import('node:stream')
  const silent = new WatchedStream(new Readable({ read() {} }), 50)
  await t.rejects(silent.toArray(), { code: 'store_unavailable', message: /nothing was received/ })
  const body = Readable.from([Buffer.alloc(100_000), Buffer.alloc(100_000)])
  const waiting = new WatchedStream(body, 50)
  await new Promise((resolve) => waiting.once('readable', resolve))
  await pause(200)
  t.equal(
    (await waiting.toArray()).reduce((sum, chunk: Buffer) => sum + chunk.length, 0),
    200_000,
  )
})
