import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import t from 'tap'
import { projectRoot } from '../../helpers/markdown.ts'
import { startTestServer } from '../../helpers/server.ts'

// What is sent to a browser that opens the page.

const folder = join(projectRoot, 'build/page')
const maximumScriptBytes = 554_000
/** What a browser waits for before it draws anything. */
const maximumFirstBytes = 112_000
const server = await startTestServer(t)
const client = server.client()
const html = await client.get('/')
const addresses = [...html.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)

t.test('the page has a strict policy and loads nothing but its own files', async (t) => {
  t.match(html, { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
  const policy = new Map(
    String(html.headers['content-security-policy'])
      .split('; ')
      .map((rule): [string, string] => [rule.split(' ')[0] ?? '', rule.split(' ').slice(1).join(' ')]),
  )
  t.equal(policy.get('default-src'), "'none'")
  for (const name of ['script-src', 'style-src', 'worker-src', 'connect-src']) {
    t.equal(policy.get(name), "'self'", name)
  }
  t.equal(policy.get('require-trusted-types-for'), "'script'")
  t.notMatch(html.text, /<style|style=|<script>|\son\w+=/)
  t.ok(addresses.length >= 3)
  for (const address of addresses) t.match(address, /^\/(page\/[\w-]+\.\w+|docs)$/)
})

t.test(
  'files are kept for ever, as their names say what is in them; the page is asked for each time',
  async (t) => {
    t.equal(html.headers['cache-control'], 'no-cache')
    const again = await client.get('/', { 'if-none-match': String(html.headers.etag) })
    t.equal(again.status, 304)
    for (const name of await readdir(folder)) {
      if (name === 'index.html' || extname(name) === '.br') continue
      const path = `/page/${name}`
      t.match(name, /-[0-9A-Z]{8}\.(js|css|svg|json)$/)
      const packed = await client.get(path, { 'accept-encoding': 'br' })
      t.match(packed, { status: 200, headers: { 'content-encoding': 'br' } }, path)
      t.match(packed.headers['cache-control'], /max-age=31536000, immutable/)
      t.ok(brotliDecompressSync(packed.body).equals(await readFile(join(folder, name))), path)
      t.ok(
        packed.body.equals(await readFile(join(folder, `${name}.br`))),
        'as it was compressed when it was built',
      )
      t.equal((await client.get(path, { 'if-none-match': String(packed.headers.etag) })).status, 200)
    }
    t.equal((await client.get('/page/index.html')).status, 404)
    t.equal((await client.get('/page/../package.json')).status, 404)
  },
)

t.test('scripts are small, and the map is none of the first', async (t) => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js.br'))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  const all = sizes.reduce((sum, size) => sum + size, 0)
  t.ok(all > 100_000 && all < maximumScriptBytes, `${all} bytes of scripts`)
  const first = addresses.find((address) => address.endsWith('.js')) ?? ''
  const loaded = new Set<string>()
  const load = async (name: string): Promise<void> => {
    if (loaded.has(name)) return
    loaded.add(name)
    const text = await readFile(join(folder, name), 'utf8')
    // Those that it imports at once; `import("./x.js")` is for later.
    const imported = [...text.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g)].map(
      ([, other = '']) => other,
    )
    await Promise.all(imported.map(load))
  }
  await load(first.replace('/page/', ''))
  const bytes = await Promise.all(
    [...loaded].map(async (name) => (await stat(join(folder, `${name}.br`))).size),
  )
  const sum = bytes.reduce((total, size) => total + size, 0)
  t.ok(sum < maximumFirstBytes, `${sum} bytes at first`)
})
