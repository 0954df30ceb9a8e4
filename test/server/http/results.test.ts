import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import t from 'tap'
import { simulateToEnd, startTestServer, storedNames } from '../../helpers/server.ts'

const server = await startTestServer(t)
const { client } = await server.account('enterprise')
const id = await simulateToEnd(client)
const path = `/results/${id}.tif`
const whole = await client.get(path)
const etag = String(whole.headers.etag)
const lastModified = String(whole.headers['last-modified'])

t.test('the file is served at both paths', async (t) => {
  t.equal(whole.status, 200)
  t.match(whole.headers, {
    'content-type': 'image/tiff; application=geotiff; profile=cloud-optimized',
    'content-length': String(whole.body.length),
    'content-disposition': `attachment; filename="${id}.tif"`,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    etag: /^"[^"]+"$/,
  })
  t.match(whole.body.subarray(0, 2).toString(), /II|MM/)
  const based = await client.get(`/api/v1${path}`)
  t.same(based.body, whole.body)
  t.equal(based.headers.etag, etag)
  t.same((await client.get(`${path}?layer=visible`)).body, whole.body)
})

t.test('HEAD has the length and no body', async (t) => {
  for (const address of [path, `/api/v1${path}`]) {
    const { status, headers, body } = await client.ask(address, { method: 'HEAD' })
    t.equal(status, 200)
    t.equal(headers['content-length'], String(whole.body.length))
    t.equal(headers.etag, etag)
    t.equal(headers['content-type'], whole.headers['content-type'])
    t.equal(body.length, 0)
  }
  t.equal((await client.ask('/results/sim_unknown.tif', { method: 'HEAD' })).status, 404)
})

t.test('ranges are served', async (t) => {
  const size = whole.body.length
  const partial: [string, number, number][] = [
    ['bytes=0-99', 0, 99],
    ['bytes=10-10', 10, 10],
    [`bytes=100-`, 100, size - 1],
    ['bytes=-16', size - 16, size - 1],
    [`bytes=-${size + 5}`, 0, size - 1],
    [`bytes=0-${size + 5}`, 0, size - 1],
  ]
  for (const [range, start, end] of partial) {
    const answer = await client.get(path, { range })
    t.equal(answer.status, 206, range)
    t.equal(answer.headers['content-range'], `bytes ${start}-${end}/${size}`)
    t.equal(answer.headers['content-length'], String(end - start + 1))
    t.same(answer.body, whole.body.subarray(start, end + 1))
  }
  for (const range of ['bytes=5-4', 'bytes=a-b', 'bytes=-', 'bytes=0-1,4-5', 'items=0-1']) {
    const answer = await client.get(path, { range })
    t.equal(answer.status, 200, `${range} is ignored`)
    t.same(answer.body, whole.body)
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0', 'bytes=99999999999-']) {
    const answer = await client.get(path, { range })
    t.equal(answer.status, 416, range)
    t.equal(answer.json().code, 'range_not_satisfiable')
    t.equal(answer.headers['content-type'], 'application/problem+json')
    t.equal(answer.headers['content-range'], `bytes */${size}`)
  }
})

t.test('conditional requests are honoured', async (t) => {
  const status = async (headers: Record<string, string>) => (await client.get(path, headers)).status
  for (const tags of [etag, '*', `W/${etag}`, `"other", ${etag}`]) {
    const answer = await client.get(path, { 'if-none-match': tags })
    t.equal(answer.status, 304, tags)
    t.equal(answer.headers.etag, etag)
    t.equal(answer.body.length, 0)
  }
  t.equal(await status({ 'if-none-match': '"other"' }), 200)
  t.equal(await status({ 'if-modified-since': lastModified }), 304)
  t.equal(await status({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }), 200)
  t.equal(await status({ 'if-none-match': '"other"', 'if-modified-since': lastModified }), 200)
  t.equal(await status({ range: 'bytes=0-1', 'if-range': etag }), 206)
  t.equal(await status({ range: 'bytes=0-1', 'if-range': lastModified }), 206)
  t.equal(await status({ range: 'bytes=0-1', 'if-range': '"other"' }), 200)
  t.equal(await status({ range: 'bytes=0-1', 'if-range': `W/${etag}` }), 200, 'strong comparison')
  t.equal(await status({ range: 'bytes=0-1', 'if-none-match': etag }), 304)
})

t.test('failed preconditions get 412', async (t) => {
  const ask = async (headers: Record<string, string>, method = 'GET') => {
    const answer = await client.ask(path, { method, headers })
    return answer.status
  }
  const early = 'Thu, 01 Jan 1970 00:00:00 GMT'
  const late = new Date(Date.parse(lastModified) + 1000)
  const refused = await client.get(path, { 'if-match': '"other"', range: 'bytes=0-1' })
  t.equal(refused.status, 412)
  t.equal(refused.json().code, 'precondition_failed')
  t.equal(refused.headers['content-type'], 'application/problem+json')
  t.equal(refused.headers.etag, undefined, 'the answer is not the file')
  t.equal(await ask({ 'if-match': '"other"' }, 'HEAD'), 412)
  t.equal(
    (await client.get(`/api/v1/results/${id}.png`, { 'if-match': etag })).status,
    412,
    'of another file',
  )
  t.equal((await client.get('/results/sim_unknown.tif', { 'if-match': '"other"' })).status, 404)

  for (const tags of [etag, '*', ` * `, `"other", ${etag}`, `W/"other",${etag}`, `"a,b", ${etag}`]) {
    t.equal(await ask({ 'if-match': tags }), 200, tags)
  }
  // Compared strongly; what is no list of tags names none, nor does a tag that only holds the right one.
  const none = [`W/${etag}`, `"other", W/${etag}`, '', ',', etag.slice(1, -1), `"*"`, `"a,${etag.slice(1)}`]
  for (const tags of none) t.equal(await ask({ 'if-match': tags }), 412, tags)

  const since = (date: string) => ask({ 'if-unmodified-since': date })
  t.equal(await since(lastModified), 200)
  t.equal(await since(early), 412)
  for (const ignored of ['nonsense', '-1', '1970', '1970-01-01T00:00:00Z', '']) {
    t.equal(await since(ignored), 200, `${ignored} is no HTTP date`)
  }
  t.equal(await since('Thursday, 01-Jan-70 00:00:00 GMT'), 412, 'as of RFC 850')
  t.equal(await since('Thu Jan  1 00:00:00 1970'), 412, 'as of asctime')

  // RFC 9110, 13.2.2: one after the other.
  t.equal(await ask({ 'if-match': etag, 'if-unmodified-since': early }), 200, 'If-Match makes it void')
  t.equal(await ask({ 'if-match': '"other"', 'if-none-match': etag }), 412)
  t.equal(await ask({ 'if-match': etag, 'if-none-match': etag }), 304)
  t.equal(await ask({ 'if-unmodified-since': early, 'if-none-match': etag }), 412)
  t.equal(await ask({ 'if-unmodified-since': late.toUTCString(), 'if-modified-since': lastModified }), 304)
  t.equal(await ask({ 'if-match': etag, range: 'bytes=0-1' }), 206)
  t.equal(await ask({ 'if-match': '"other"', range: 'bytes=999999999-' }), 412, 'before the range')
  t.equal(await ask({ 'if-match': etag, range: 'bytes=999999999-' }), 416)
})

t.test('simultaneous requests draw the picture once', async (t) => {
  const other = await simulateToEnd(client)
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.get(`/results/${other}.png`)))
  for (const answer of answers) {
    t.equal(answer.status, 200)
    t.equal(answer.headers['content-type'], 'image/png')
    t.equal(answer.headers.etag, answers[0]?.headers.etag)
  }
  const { channels, width, height } = await sharp(answers[0]?.body).metadata()
  t.equal(channels, 4)
  t.ok(width >= 64 && height >= 64)
  t.equal((await client.get(`/results/${other}.png`, { range: 'bytes=0-7' })).status, 206)

  await client.delete(`/api/v1/simulations/${other}`)
  t.equal((await client.get(`/results/${other}.png`)).status, 404)
})

t.test(
  'a picture that finds no space on disk is retried later',
  { skip: !existsSync('/dev/full') },
  async (t) => {
    const other = await simulateToEnd(client)
    const { postMessage } = Worker.prototype
    t.teardown(() => Object.assign(Worker.prototype, { postMessage }))
    // The thread writes to a disk that is full.
    Worker.prototype.postMessage = function (this: Worker, message: { task: { product?: string } }) {
      const { task } = message
      postMessage.call(this, task.product ? { ...message, task: { ...task, path: '/dev/full' } } : message)
    }
    for (const code of ['ENOSPC', 'again']) {
      const answer = await client.get(`/results/${other}.png`)
      t.equal(answer.status, 503, code)
      t.equal(answer.json().code, 'overloaded')
      t.equal(answer.headers['retry-after'], '30')
      t.notMatch(answer.text, /ENOSPC|full|rasters/)
      t.equal((await client.get(`/results/${other}.tif`)).status, 200, 'what is there is served')
    }
    Object.assign(Worker.prototype, { postMessage })
    t.same(await storedNames(server, other), [`${other}.tif`])
    t.equal((await client.get(`/results/${other}.png`)).status, 200)
  },
)

t.test("the preview has the picture's bounds", async (t) => {
  const answer = await client.get(`/api/v1/results/${id}/preview`)
  const { bounds, url, legend } = answer.json<{
    bounds: number[]
    url: string
    legend: { entries: { value: number }[] }
  }>()
  const [west = 0, south = 0, east = 0, north = 0] = bounds
  t.ok(Math.abs(west - 8) < 1e-9 && Math.abs(north - 47) < 1e-9)
  t.ok(Math.abs(east - 8.064) < 1e-9 && Math.abs(south - 46.936) < 1e-9)
  t.same(legend.entries.map(({ value }) => value).sort(), [0, 1, 255, 255])
  const picture = await server.client().get(url.slice(new URL(url).origin.length))
  t.equal(picture.headers['content-type'], 'image/png')
  t.equal((await client.get(`/results/${id}/preview`)).status, 200)
})

t.test('unknown layers get 404', async (t) => {
  for (const file of [`${id}.tif`, `${id}.png`, `${id}/preview`]) {
    for (const layer of ['min_height', '..', 'a/b']) {
      const answer = await client.get(`/results/${file}?layer=${encodeURIComponent(layer)}`)
      t.equal(answer.status, 404)
      t.equal(answer.json().code, 'layer_not_available')
    }
  }
  t.equal((await client.get(`${path}?page=1`)).status, 400)
})
