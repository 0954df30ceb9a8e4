import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { CompressedText } from '../../../server/http/compressed.ts'
import { startTestServer } from '../../helpers/server.ts'

const paths = [
  '/',
  '/openapi.json',
  '/docs',
  '/docs/start.js',
  '/docs/swagger-ui.css',
  '/docs/swagger-ui-bundle.js',
]
const large = paths.filter((path) => !/\/$|docs$|start/.test(path))
const server = await startTestServer(t, { env: { CORS_ORIGINS: 'https://maps.example' } })
const client = server.client()

/** What a client says it takes, and what it gets. */
const cases: [string | undefined, string | undefined][] = [
  [undefined, undefined],
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['deflate', undefined],
  ['identity', undefined],
  ['identity;q=0', undefined],
]
const unpack = { br: brotliDecompressSync, gzip: gunzipSync } as Record<string, (bytes: Buffer) => Buffer>

t.test('texts are compressed as the client accepts', async (t) => {
  for (const path of paths) {
    const plain = await client.get(path)
    const tags = new Map<string | undefined, unknown>()
    for (const [accepted, encoding] of cases) {
      const name = `${path} for ${accepted}`
      const sent = accepted === undefined ? {} : { 'accept-encoding': accepted }
      const { status, headers, body } = await client.get(path, sent)
      t.equal(status, 200, name)
      t.equal(headers['content-encoding'], encoding, name)
      t.equal(headers['content-length'], String(body.length), name)
      t.same(String(headers.vary).split(', ').sort(), ['Accept-Encoding', 'Origin'], name)
      t.equal(headers['content-type'], plain.headers['content-type'], name)
      t.ok((unpack[encoding ?? '']?.(body) ?? body).equals(plain.body), `${name}: the same text`)
      if (encoding && large.includes(path)) t.ok(body.length < plain.body.length / 3, name)
      tags.set(encoding, headers.etag)

      const head = await client.ask(path, { method: 'HEAD', headers: sent })
      t.equal(head.body.length, 0, `HEAD ${name}`)
      for (const header of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary']) {
        t.equal(head.headers[header], headers[header], `${header} of HEAD ${name}`)
      }
    }
    t.equal(new Set(tags.values()).size, 3, `${path}: a tag for each encoding`)
  }
})

t.test('unchanged files are not sent again', async (t) => {
  for (const path of paths) {
    const gzip = { 'accept-encoding': 'gzip' }
    const { headers } = await client.get(path, gzip)
    const etag = String(headers.etag)
    t.match(etag, /^"[^"]+"$/)
    const again = await client.get(path, { ...gzip, 'if-none-match': etag })
    t.equal(again.status, 304, path)
    t.equal(again.body.length, 0)
    t.match(again.headers, { etag, vary: /Accept-Encoding/ })
    t.equal((await client.get(path, { 'if-none-match': etag })).status, 200, 'other bytes have another tag')
    t.equal((await client.get(path, { ...gzip, 'if-match': '"other"' })).status, 412)
  }
})

t.test('what was compressed beforehand is sent as it is, each encoding under a tag of its own', async (t) => {
  const text = Buffer.from('a text '.repeat(99))
  const before = brotliCompressSync(text)
  const made = new CompressedText('text/plain', text, before)
  const [br, gzip, identity] = await Promise.all(
    (['br', 'gzip', 'identity'] as const).map((one) => made.as(one)),
  )
  t.equal(br?.bytes, before)
  t.same(gunzipSync(gzip?.bytes ?? ''), text)
  t.equal(identity?.bytes, text)
  t.equal(new Set([br?.etag, gzip?.etag, identity?.etag]).size, 3)
  const other = new CompressedText('text/plain', Buffer.from('a text'))
  t.not((await other.as('gzip')).etag, gzip?.etag)
  t.same(brotliDecompressSync((await other.as('br')).bytes), Buffer.from('a text'))
})
