import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openStore } from '../../storage/objects/open.ts'
import { S3Store } from '../../storage/objects/s3/s3-store.ts'
import type { ObjectStore } from '../../storage/objects/types.ts'
import { openBucket, refuse } from '../helpers/bucket.ts'
import { until } from '../helpers/compute.ts'
import { keepCollecting } from '../helpers/garbage.ts'

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

async function fileOf(t: Test, bytes: number): Promise<{ path: string; content: Buffer }> {
  const content = randomBytes(bytes)
  const path = join(t.testdir({}), 'r.tif')
  await writeFile(path, content)
  return { path, content }
}

t.test('what fails once is tried again', async (t) => {
  const { path, content } = await fileOf(t, 2 * partBytes)
  const failed = new Set<string>()
  bucket.fault = ({ method, path: asked }, response) => {
    const key = `${method} ${asked}`
    if (failed.has(key)) return false
    failed.add(key)
    return refuse(response, 503, 'SlowDown')
  }
  await store.putFile('sim_a.tif', path)
  t.ok(content.equals((await store.readWhole('sim_a.tif')) ?? Buffer.alloc(0)))
  await store.remove('sim_a.tif')
})

/** An object of so many bytes, opened. */
async function opened(bytes: number, of: ObjectStore = store) {
  await of.putBytes('sim_a.tif', randomBytes(bytes))
  const object = await of.open('sim_a.tif')
  if (object === undefined) throw new Error('Expected an object.')
  return object
}

t.test(
  'a store that stays silent or drips is given up at the time limit, whatever is collected',
  async (t) => {
    keepCollecting(t)
    const { path } = await fileOf(t, 2 * partBytes)
    const object = await opened(1000)
    const limited = new S3Store(bucket.location, { answerMs: 60_000, shortMs: 1000, partMs: 1000 })
    t.teardown(() => limited.close())
    const dripped = await limited.open('sim_a.tif')
    const code = 'store_unavailable'

    bucket.fault = ({ method }) => method !== 'DELETE'
    await t.rejects(limited.stat('sim_a.tif'), { code, message: /time limit/ })
    await t.rejects(limited.putBytes('sim_b.tif', Buffer.from('x')), { code, message: /time limit/ })
    await t.rejects(limited.putFile('sim_b.tif', path), { code, message: /time limit/ }, 'as it begins')
    bucket.fault = ({ path }) => path.includes('partNumber=2')
    await t.rejects(limited.putFile('sim_b.tif', path), { code, message: /time limit/ }, 'a part')
    t.same(await bucket.uploads(), [])

    let ended = 0
    bucket.fault = ({ method }, response) => {
      if (method !== 'GET') return false
      response.writeHead(206, { 'content-length': object.bytes })
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => {
        clearInterval(timer)
        ended++
      })
      return true
    }
    await t.rejects(async () => dripped?.read(0, 1000), { code, message: /time limit/ })
    await t.rejects(limited.readWhole('sim_a.tif'), { code, message: /time limit/ })
    await until(() => ended === 2, 'the end of the requests')
  },
)
