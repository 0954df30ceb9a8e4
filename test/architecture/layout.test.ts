import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import {
  arrows,
  differences,
  type Findings,
  longParameterLists,
  modelImports,
  mutualPairs,
  parentImports,
  shrunk,
  unknownCasts,
  withModelsAlike,
} from '../helpers/layout-rules.ts'
import { projectRoot, readProjectFile } from '../helpers/markdown.ts'
import { importsOf, readSources } from '../helpers/sources.ts'

/*
 * Rules of the layout over all product code. arrows.json lists which folder may import which, with the models as one,
 * `kernels/models/*`; exceptions.json lists what stands against the other rules. Both may only shrink: what is not listed fails, and so does what is listed and gone.
 * SHRINK_LISTS=1 removes from both what is gone; `npm run format` then formats them.
 */

/** Files of a folder that those inside it may import: what they implement, share or throw. */
const interfaces = [
  'kernels/engines/visibility-job.ts',
  'kernels/model.ts',
  'server/command/errors.ts',
  'server/command/flags.ts',
  'server/http/errors.ts',
  'storage/objects/errors.ts',
  'storage/objects/types.ts',
  'storage/records/errors.ts',
  'storage/terrain/tile.ts',
  'storage/terrain/types.ts',
]

const topLevel: Record<string, RegExp> = {
  server: /^(server|kernels|storage)(\/|$)/,
  kernels: /^kernels(\/|$)/,
  storage: /^storage(\/|$)/,
  bench: /^(server|kernels|storage|bench|test\/references)(\/|$)/,
}

const sources = await readSources(Object.keys(topLevel))
const imports = importsOf(sources)
const foundArrows = arrows(withModelsAlike(imports))
const found: Record<string, Findings> = {
  mutualPairs: mutualPairs(imports, interfaces),
  parentImports: parentImports(imports, interfaces),
  modelImports: modelImports(imports),
  parameters: longParameterLists(sources),
  unknownCasts: unknownCasts(sources),
}

const arrowsFile = 'test/architecture/arrows.json'
const exceptionsFile = 'test/architecture/exceptions.json'
let listedArrows: Findings = JSON.parse(await readProjectFile(arrowsFile))
let exceptions: Record<string, Findings> = JSON.parse(await readProjectFile(exceptionsFile))

if (process.env.SHRINK_LISTS) {
  listedArrows = shrunk(foundArrows, listedArrows)
  exceptions = Object.fromEntries(
    Object.entries(exceptions).map(([rule, listed]) => [rule, shrunk(found[rule] ?? {}, listed)]),
  )
  await writeFile(join(projectRoot, arrowsFile), `${JSON.stringify(listedArrows, null, 2)}\n`)
  await writeFile(join(projectRoot, exceptionsFile), `${JSON.stringify(exceptions, null, 2)}\n`)
}

t.test('the sources are found', async (t) => {
  t.ok(sources.size > 400)
  t.ok(imports.length > 1500)
})

t.test('folders import those that arrows.json lists', async (t) => {
  t.same(differences(foundArrows, listedArrows), [])
})

t.test("arrows.json keeps to the README's table of folders", async (t) => {
  const outside = Object.entries(listedArrows).flatMap(([from, targets]) =>
    (targets as string[])
      .filter((to) => !topLevel[from.split('/')[0] ?? '']?.test(to))
      .map((to) => `${from} → ${to}`),
  )
  t.same(outside, [])
})

const rules: Record<string, string> = {
  mutualPairs: 'no two folders import each other',
  parentImports: "no folder imports its parent's implementation",
  modelImports: 'neither service nor storage imports a single model',
  parameters: 'no function takes more than six parameters',
  unknownCasts: 'nothing is cast through unknown',
}
for (const [rule, title] of Object.entries(rules)) {
  t.test(`${title}, but for what exceptions.json lists`, async (t) => {
    t.same(differences(found[rule] ?? {}, exceptions[rule] ?? {}), [])
  })
}

t.test('every interface is imported from inside its folder', async (t) => {
  const used = Object.values(parentImports(imports, [])).flat()
  t.same(
    interfaces.filter((file) => !used.includes(file)),
    [],
  )
})

t.test('each rule finds what was planted against it', async (t) => {
  const planted = new Map([
    ['server/app.ts', "import { a } from './http/a.ts'"],
    ['server/http/a.ts', "import { app } from '../app.ts'\nimport type { E } from '../errors.ts'"],
    ['storage/a.ts', "import { choice } from '../kernels/models/los/choice.ts'\nx as unknown as Y"],
  ])
  const edges = importsOf(planted)
  t.same(arrows(edges), {
    server: ['server/http'],
    'server/http': ['server'],
    storage: ['kernels/models/los'],
  })
  t.same(mutualPairs(edges, []), { server: ['server/http'] })
  t.same(parentImports(edges, ['server/errors.ts']), { 'server/http': ['server/app.ts'] })
  t.same(modelImports(edges), { 'storage/a.ts': ['kernels/models/los/choice.ts'] })
  t.same(unknownCasts(planted), { 'storage/a.ts': 1 })
})

t.test(
  'a model may import what some model imports, and another model only where that is listed',
  async (t) => {
    const planted = new Map([
      ['kernels/models.ts', "import { a } from './models/a/model.ts'"],
      ['kernels/models/a/model.ts', "import { b } from '../b/b.ts'\nimport { k } from './device/k.ts'"],
      ['kernels/models/b/b.ts', "import { walk } from '../../profiles/walk.ts'"],
    ])
    t.same(arrows(withModelsAlike(importsOf(planted))), {
      kernels: ['kernels/models/*'],
      'kernels/models/*': ['kernels/models/*/device', 'kernels/profiles'],
      'kernels/models/a': ['kernels/models/b'],
    })
  },
)

t.test('parameters are counted with the members of options; kernels are left out', async (t) => {
  const found = longParameterLists(
    new Map([
      [
        'server/a.ts',
        `interface Options { c: 1; d: 1; e: 1; f: 1; g: 1 }
        export function six(this: X, a, b, c, d, e, f) {}
        export function seven(a, b, c, d, e, f, g) {}
        export class A { constructor(a, { b, c, d, e, f, g, h }: Named) {} }
        export const inPlace = (a, b, o: { c: 1; d: 1; e: 1; f: 1; g: 1 }) => 1
        export const named = (a, b, o: Options) => 1
        export type Call = (a, b, c, d, e, f, g) => void
        export function helper(a, b, c, d, e, f, g) {}`,
      ],
      ['kernels/a.ts', 'export function kernel(this: KernelThread, a, b, c, d, e, f, g) {}'],
      ['kernels/b.ts', 'export const pipeline = { kernel, helpers: [helper] }'],
      ['kernels/simd/assembly/a.ts', 'export function sweep(a, b, c, d, e, f, g) {}'],
    ]),
  )
  t.same(found, {
    'server/a.ts:A.constructor': 8,
    'server/a.ts:Call': 7,
    'server/a.ts:inPlace': 7,
    'server/a.ts:named': 7,
    'server/a.ts:seven': 7,
  })
})

t.test('a list that allows too much fails as one that allows too little', async (t) => {
  const found = { a: ['x', 'y'], b: 2, c: 3 }
  t.same(differences(found, found), [])
  t.match(differences(found, { a: ['x', 'y'], b: 2 }), [/^c: 3 where 0 are listed/])
  t.match(differences(found, { a: ['x', 'z'], b: 3, c: 2, d: 1 }), [
    /^a → y: not listed/,
    /^a → z: remove it/,
    /^b: lower it in the list from 3 to 2/,
    /^c: 3 where 2 are listed/,
    /^d: remove it/,
  ])
  t.same(shrunk(found, { a: ['x', 'z'], b: 3, c: 2, d: 1 }), { a: ['x'], b: 2, c: 2 })
})
