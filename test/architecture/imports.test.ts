import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize, relative } from 'node:path'
import t, { type Test } from 'tap'

// The rules of the README's table of folders, over the sources.

const root = join(import.meta.dirname, '../../..')
const folders = ['server', 'kernels', 'storage', 'bench', 'test']

const sources = new Map<string, string>()
for (const folder of folders) {
  for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && /\.tsx?$/.test(path))
      sources.set(relative(root, path), await readFile(path, 'utf8'))
  }
}

/** Files that each file imports. */
const imports = new Map(
  [...sources].map(([file, text]) => [
    file,
    [...text.matchAll(/(?:from|import|import\() ?'(\.{1,2}\/[^']+\.tsx?)'/g)].map(([, path = '']) =>
      normalize(join(dirname(file), path)),
    ),
  ]),
)
const edges = [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to })))

function forbid(t: Test, from: RegExp, to: RegExp): void {
  const found = edges.filter((edge) => from.test(edge.from) && to.test(edge.to))
  t.same(found, [], `${from.source} imports nothing of ${to.source}`)
}

t.test('the sources are found', async (t) => {
  t.ok(sources.size > 400)
  t.ok(edges.length > 1500)
})

t.test('folders import as the table says', async (t) => {
  forbid(t, /^kernels\//, /^(server|storage|bench|test)\//)
  forbid(t, /^storage\//, /^(server|kernels|bench|test)\//)
  forbid(t, /^server\//, /^(bench|test)\//)
  forbid(t, /^bench\//, /^test\//)
  forbid(t, /^server\/compute\//, /^server\/(?!compute\/|config\/)/)
  forbid(t, /^server\/dispatch\//, /^server\/(?!dispatch\/|compute\/|config\/|queues\/)/)
  forbid(
    t,
    /^server\/(http|access|config)\//,
    /^server\/(simulations|results|products|link|antennas|accounts|terrain|service|requests|payments|admin|demo|command|webhooks)\//,
  )
  // What runs in a browser asks as any client does.
  forbid(t, /^server\/page\/browser\//, /^(?!server\/page\/browser\/|server\/client\/requests\.ts$)/)
  forbid(t, /^server\/(?!page\/browser\/)/, /^server\/page\/browser\//)
  forbid(t, /^kernels\/profiles\//, /^kernels\/models\//)
  forbid(t, /^kernels\/models\/([^/]+)\//, /^kernels\/models\.ts$/)
})

t.test('there are no import cycles', async (t) => {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[][] = []
  function visit(file: string, path: string[]): void {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file])
      return
    }
    state.set(file, 'open')
    for (const target of imports.get(file) ?? []) visit(target, [...path, file])
    state.set(file, 'done')
  }
  for (const file of sources.keys()) visit(file, [])
  t.same(cycles, [])
})

t.test('no two folders import each other, but a folder and one inside it', async (t) => {
  const between = new Set(edges.map(({ from, to }) => `${dirname(from)} ${dirname(to)}`))
  const mutual = [...between].filter((pair) => {
    const [one = '', other = ''] = pair.split(' ')
    const isInside = one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
    return one < other && !isInside && between.has(`${other} ${one}`)
  })
  t.same(mutual, [])
})

t.test('shared helpers exist once', async (t) => {
  const whereIs = (pattern: RegExp) =>
    [...sources].flatMap(([file, text]) =>
      /^(server|kernels|storage|bench)\//.test(file) && pattern.test(text) ? [file] : [],
    )
  t.same(whereIs(/import \{[^}]*\brename\b[^}]*\} from 'node:fs/), ['storage/files/atomic-file.ts'])
  t.same(whereIs(/function isLoopback\b/), ['storage/network/loopback.ts'])
})

t.test('a model is named by its own folder alone', async (t) => {
  const { models } = await import('../../kernels/models.ts')
  const named: string[] = []
  for (const [file, text] of sources) {
    if (!/^(server|kernels)\//.test(file) || file.startsWith('kernels/models')) continue
    if (file === 'server/config/defaults.ts' || file.startsWith('server/demo/')) continue
    for (const name of models.keys()) if (text.includes(`'${name}'`)) named.push(`${file}: ${name}`)
  }
  t.same(named, [])
})
