import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import t from 'tap'
import { type Layout, layoutOf } from '../helpers/layout.ts'
import { projectRoot } from '../helpers/markdown.ts'

// Rules of the layout. What stands against a rule is listed in layout.json, which may only shrink: what is new fails, and
// so does what is listed and gone. `LAYOUT=shrink` takes out of the file what is gone.

const listFile = join(projectRoot, 'test/architecture/layout.json')

/** A list as lines, each of which is listed and found, or not. */
function linesOf(list: Layout[keyof Layout]): string[] {
  if (Array.isArray(list)) return [...list]
  return Object.entries(list).flatMap(([key, value]) =>
    Array.isArray(value) ? value.map((one) => `${key} > ${one}`) : [`${key}: ${value}`],
  )
}

/** What was found and is not listed, and what is listed and was not found. */
function difference(found: Layout, listed: Layout, rule: keyof Layout) {
  const [is, may] = [linesOf(found[rule]), linesOf(listed[rule])]
  return { add: is.filter((line) => !may.includes(line)), remove: may.filter((line) => !is.includes(line)) }
}

async function readSources(): Promise<Map<string, string>> {
  const sources = new Map<string, string>()
  for (const folder of ['server', 'kernels', 'storage', 'bench']) {
    for (const entry of await readdir(join(projectRoot, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile() || !/\.tsx?$/.test(path) || path.includes('kernels/simd/assembly/')) continue
      sources.set(relative(projectRoot, path), await readFile(path, 'utf8'))
    }
  }
  return sources
}

const rules: Record<keyof Layout, string> = {
  arrows: 'folders import the folders that are listed',
  parentImports: 'a folder imports of the one above it only its interface',
  modelImports: 'the folder of a model is known to kernels/ only',
  parameters: 'functions have at most six parameters',
  casts: 'casts through unknown are listed',
}

const found = layoutOf(await readSources())
const listed = JSON.parse(await readFile(listFile, 'utf8')) as Layout
const mode = process.env.LAYOUT
if (mode === 'shrink') {
  for (const rule of Object.keys(rules) as (keyof Layout)[]) {
    const added = difference(found, listed, rule).add
    if (added.length === 0) Object.assign(listed, { [rule]: found[rule] })
  }
  await writeFile(listFile, `${JSON.stringify(listed, null, 1)}\n`)
}

for (const [rule, text] of Object.entries(rules) as [keyof Layout, string][]) {
  t.test(text, async (t) => {
    t.ok(linesOf(found[rule]).length > 0, 'something is found')
    const { add, remove } = difference(found, listed, rule)
    t.same(add, [], 'nothing new stands against the rule')
    t.same(remove, [], `nothing is listed that is gone: take it out of ${relative(projectRoot, listFile)}`)
  })
}

t.test('each rule finds what breaks it', async (t) => {
  const made = layoutOf(
    new Map([
      ['server/a/b/one.ts', "import { x } from '../two.ts'\nimport type { T } from '../types.ts'"],
      ['server/a/two.ts', "import { losChoice } from '../../kernels/models/los/choice.ts'"],
      ['storage/three.ts', 'export const three = (JSON.parse(text) as unknown as Three)'],
      [
        'kernels/four.ts',
        `function many(a, b, c, d, e, f, g) {}
        class Four { constructor({ a, b, c, d, e }: Options, f, g) {} }
        const short = (a: number, options: { b: 1; c: 2 }) => {}
        function kernel(this: Kernel, a, b, c, d, e, f, g) {}`,
      ],
    ]),
  )
  t.same(made, {
    arrows: { 'server/a': ['kernels/models/los'], 'server/a/b': ['server/a'] },
    parentImports: ['server/a/b/one.ts > server/a/two.ts'],
    modelImports: ['server/a/two.ts > kernels/models/los/choice.ts'],
    parameters: { 'kernels/four.ts: many': 7, 'kernels/four.ts: Four.constructor': 7 },
    casts: { 'storage/three.ts': 1 },
  })
  const empty = { arrows: {}, parentImports: [], modelImports: [], parameters: {}, casts: {} }
  for (const rule of Object.keys(rules) as (keyof Layout)[]) {
    t.ok(difference(made, empty, rule).add.length > 0, rule)
    t.ok(difference(empty, made, rule).remove.length > 0, rule)
  }
})
