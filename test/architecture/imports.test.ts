import t, { type Test } from 'tap'
import { importsOf, readSources } from '../helpers/sources.ts'

// Rules of single files and of what runs where; layout.test.ts has those of folders.

const sources = await readSources(['server', 'kernels', 'storage', 'bench', 'test'])
const edges = importsOf(sources)
const imports = new Map<string, string[]>()
for (const { from, to } of edges) imports.set(from, [...(imports.get(from) ?? []), to])

function forbid(t: Test, from: RegExp, to: RegExp): void {
  const found = edges.filter((edge) => from.test(edge.from) && to.test(edge.to))
  t.same(found, [], `${from.source} imports nothing of ${to.source}`)
}

t.test('the sources are found', async (t) => {
  t.ok(sources.size > 400)
  t.ok(edges.length > 1500)
})

t.test('what runs in a browser is apart from the service', async (t) => {
  // It asks as any client does, reads what is typed as the command line does, and shares names with pictures of maps.
  const shared =
    /^(?!server\/page\/(browser|names)\/|server\/client\/(areas|requests|coordinates|masts|resolution)\.ts$)/
  forbid(t, /^server\/page\/browser\//, shared)
  forbid(t, /^(?!server\/page\/browser\/|test\/)/, /^server\/page\/browser\//)
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
