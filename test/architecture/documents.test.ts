import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import t from 'tap'
import { headingsOf, linksOf, projectRoot, readProjectFile } from '../helpers/markdown.ts'

// Documents: their links, contents lists and lengths.

const inFolders = await Promise.all(
  ['server', 'kernels', 'storage', 'bench', 'test'].map(async (folder) =>
    (await readdir(join(projectRoot, folder), { recursive: true })).map((file) => join(folder, file)),
  ),
)
const names = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...inFolders.flat()].filter((file) =>
  file.endsWith('.md'),
)
const documents = new Map(
  await Promise.all(names.map(async (name) => [name, await readProjectFile(name)] as const)),
)

/** Longest documents, in lines. */
const limits: Record<string, number> = {
  'README.md': 150,
  'server/README.md': 60,
  'kernels/README.md': 120,
  'bench/README.md': 100,
  'test/README.md': 120,
}
/** Lines from which on a document needs a contents list. */
const LONG = 100

t.test('every link leads to a file, and to a heading in it', async (t) => {
  t.ok(documents.size > 30)
  const broken = [...documents].flatMap(([name, text]) =>
    linksOf(text)
      .filter((link) => {
        const [path = '', anchor] = link.split('#')
        const file = path === '' ? name : join(dirname(name), path)
        if (!existsSync(join(projectRoot, file))) return true
        const target = documents.get(file)
        return anchor !== undefined && !(target && headingsOf(target).some(({ slug }) => slug === anchor))
      })
      .map((link) => `${name}: ${link}`),
  )
  t.same(broken, [])
})

t.test('every source that a document names exists', async (t) => {
  const sources = inFolders.flat().map((name) => `/${name}`)
  const missing = [...documents].flatMap(([name, text]) =>
    name === 'CHANGELOG.md'
      ? []
      : [...text.matchAll(/`([\w./-]+\.tsx?)`/g)]
          .map(([, file = '']) => file)
          .filter((file) => !sources.some((source) => source.endsWith(`/${file.replace(/^(\.\.?\/)+/, '')}`)))
          .map((file) => `${name}: ${file}`),
  )
  t.same(missing, [])
})

t.test('every long document begins with a list of its sections', async (t) => {
  const incomplete = [...documents].flatMap(([name, text]) => {
    const sections = headingsOf(text).filter(({ level }) => level === 2)
    if (name === 'CHANGELOG.md' || text.split('\n').length <= LONG || sections.length < 2) return []
    const listed = linksOf(text.slice(0, text.indexOf('\n## ')))
    return sections.filter(({ slug }) => !listed.includes(`#${slug}`)).map(({ slug }) => `${name}#${slug}`)
  })
  t.same(incomplete, [])
})

for (const [name, limit] of Object.entries(limits)) {
  t.test(`${name} has at most ${limit} lines`, async (t) => {
    t.ok((documents.get(name)?.trimEnd().split('\n').length ?? Number.NaN) <= limit)
  })
}
