import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { projectRoot, readProjectFile, tableOf } from '../helpers/markdown.ts'

// The words of the field: those of the glossaries are used, those given up are not.

/** Words given up, each with what to write instead. */
const replacements: Record<string, string> = {
  way: 'path, direction or method',
  ways: 'paths, directions or methods',
  piece: 'batch, segment or chunk',
  pieces: 'batches, segments or chunks',
  asker: 'requester',
  askers: 'requesters',
  pace: 'estimator, rate or speed',
  family: 'mosaic',
  families: 'mosaics',
  seam: 'boundary or gap',
  seams: 'boundaries or gaps',
  shelf: 'entry',
  shelves: 'entries',
  heard: 'received',
  told: 'given, reported or stated',
  sight: 'line of sight',
  behind: 'after or next',
  least: 'minimum',
  most: 'maximum',
}
/** As part of a longer term these words stay: `lineOfSight`, `atLeast`, `atMost`. */
const wordBefore: Record<string, string> = { sight: 'of', least: 'at', most: 'at' }

/** Identifiers that stay although a part of them is given up. */
const allowed: Record<string, string> = {
  family: "the field of Node's addresses: IPv4 or IPv6",
  familyOf: "gives the family of an address as Node's net module names it",
  isBehindProxy: 'a service behind a proxy: the usual expression',
}

/** Phrases given up in comments and documents. */
const phrases: [RegExp, string][] = [
  [/\bstraight ways?\b/gi, 'direct ray'],
  [/\bpieces? of\b/gi, 'batch of, segment of or part of'],
  [/\baskers?\b/gi, 'requester'],
  [/\b(shelf|shelves)\b/gi, 'entry'],
  [/\bseams?\b/gi, 'boundary or gap'],
  [/\bpaces?\b/gi, 'estimator, rate or speed'],
]

const folders = ['kernels', 'storage', 'server', 'bench', 'test']
const self = 'test/architecture/vocabulary.test.ts'

interface Source {
  file: string
  identifiers: { name: string; end: number }[]
  comments: { text: string; line: number }[]
  lineAt(position: number): number
}

const files = (
  await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(projectRoot, folder), { recursive: true })).map((file) => join(folder, file)),
    ),
  )
).flat()
const sources = await Promise.all(
  files.filter((file) => /(?<!\.d)\.tsx?$/.test(file) && file !== self).map(readSource),
)
const readmes = files.filter((file) => file.endsWith('.md'))

async function readSource(file: string): Promise<Source> {
  const text = await readProjectFile(file)
  const tree = ts.createSourceFile(file, text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  })
  // By the text alone: a source that is kept must not keep its tree.
  const lineAt = (position: number) => text.slice(0, position).split('\n').length
  const identifiers: Source['identifiers'] = []
  const comments = new Map<number, Source['comments'][number]>()
  // Nodes share their ends, and each place is looked at once.
  const looked = [ts.getLeadingCommentRanges, ts.getTrailingCommentRanges].map((find) => ({
    find,
    places: new Set<number>(),
  }))
  const look = (position: number) => {
    for (const { find, places } of looked) {
      if (places.has(position)) continue
      places.add(position)
      for (const { pos, end } of find(text, position) ?? []) {
        comments.set(pos, {
          text: text.slice(pos, end),
          line: tree.getLineAndCharacterOfPosition(pos).line + 1,
        })
      }
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      identifiers.push({ name: node.text, end: node.end })
    }
    // Comments before a node, beside it, after the last one of a block, and in an empty block.
    look(node.pos)
    if (ts.isBlock(node)) look(node.getStart(tree) + 1)
    look(node.end)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return { file, identifiers, comments: [...comments.values()], lineAt }
}

/** The words of an identifier: `lineOfSightM` is line, of, sight, m. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
}

/** By name: most stand in many places. */
const knownNames = new Map<string, string[]>()

function givenUpIn(name: string): string[] {
  const known = knownNames.get(name)
  if (known) return known
  const found = wordsOf(name).filter(
    (word, index, words) =>
      Object.hasOwn(replacements, word) && !(index > 0 && wordBefore[word] === words[index - 1]),
  )
  knownNames.set(name, found)
  return found
}

function phrasesIn(place: string, text: string, firstLine: number): string[] {
  return phrases.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map((match) => {
      const line = firstLine + text.slice(0, match.index).split('\n').length - 1
      return `${place}:${line}: "${match[0]}" in text, use ${instead}`
    }),
  )
}

t.test('identifiers are split into their words', async (t) => {
  t.same(wordsOf('#lineOfSightM'), ['line', 'of', 'sight', 'm'])
  t.same(wordsOf('MAXIMUM_GeoTIFFBytes'), ['maximum', 'geo', 'tiff', 'bytes'])
  t.same(givenUpIn('lineOfSight'), [])
  t.same(givenUpIn('atLeast'), [])
  t.same(givenUpIn('leastMs'), ['least'])
  t.same(givenUpIn('isInSight'), ['sight'])
})

t.test('no identifier has a word that was given up', async (t) => {
  t.ok(sources.length > 400)
  const found = sources.flatMap(({ file, identifiers, lineAt }) =>
    identifiers
      .filter(({ name }) => !Object.hasOwn(allowed, name))
      .flatMap(({ name, end }) =>
        givenUpIn(name).map(
          (word) => `${file}:${lineAt(end)}: ${name}, use ${replacements[word]} for "${word}"`,
        ),
      ),
  )
  t.same([...new Set(found)], [])
})

t.test('every exception is still needed', async (t) => {
  const names = new Set(sources.flatMap(({ identifiers }) => identifiers.map(({ name }) => name)))
  t.same(
    Object.keys(allowed).filter((name) => !names.has(name)),
    [],
  )
})

t.test('comments and documents have no phrase that was given up', async (t) => {
  const inComments = sources.flatMap(({ file, comments }) =>
    comments.flatMap(({ text, line }) => phrasesIn(file, text, line)),
  )
  const inReadmes = await Promise.all(
    readmes.map(async (file) => phrasesIn(file, await readProjectFile(file), 1)),
  )
  t.ok(sources.reduce((sum, { comments }) => sum + comments.length, 0) > 2000)
  t.same([...inComments, ...inReadmes.flat()], [])
})

for (const readme of readmes) {
  const text = await readProjectFile(readme)
  const start = text.indexOf('\n## Glossary\n')
  if (start < 0) continue
  const folder = dirname(readme)
  t.test(`every word of ${folder}'s glossary is used in its code`, async (t) => {
    const [, section = ''] = text.slice(start).split(/^## Glossary$/m)
    const title = /^\|\s*(\w+)/m.exec(section)?.[1] ?? ''
    const terms = tableOf(section, title).map(([term = '']) => term.replaceAll('`', ''))
    t.ok(terms.length > 5)
    const used = usedIn(folder)
    t.same(
      terms.filter((term) => !used.includes(` ${term.toLowerCase()} `)).map((term) => `${readme}: ${term}`),
      [],
    )
  })
}

/** All words of a folder's identifiers and comments between blanks, plurals as singulars too. */
function usedIn(folder: string): string {
  const texts = new Set(
    sources
      .filter(({ file }) => file.startsWith(`${folder}/`))
      .flatMap(({ identifiers, comments }) => [
        ...identifiers.map(({ name }) => name),
        ...comments.map(({ text }) => text),
      ]),
  )
  const joined = [...texts].map((text) => wordsOf(text).join(' ')).join(' | ')
  const singulars = joined.replace(/\b(\w+?)(ies|s)\b/g, (_, stem, end) =>
    end === 'ies' ? `${stem}y` : stem,
  )
  return ` ${joined} | ${singulars} `
}

t.test('glossaries are found', async (t) => {
  const texts = await Promise.all(readmes.map(async (file) => [file, await readProjectFile(file)] as const))
  const withGlossary = texts
    .filter(([, text]) => text.includes('\n## Glossary\n'))
    .map(([file]) => dirname(file))
  for (const folder of ['kernels', 'server', 'storage/terrain', 'storage/records'])
    t.ok(withGlossary.includes(folder), folder)
})
