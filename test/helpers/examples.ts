import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot, readProjectFile } from './markdown.ts'
import { differences, isLine, type LearnedNames, parseShown } from './shown-json.ts'

/** A command of a README, and what is shown to come of it. */
export interface Command {
  text: string
  /** Lines of comments under it. */
  shown: string[]
}

export interface Example {
  /** Where it stands. */
  name: string
  language: string
  text: string
  commands: Command[]
  /** The answers of all its commands, as a block of their own after it. */
  answers: string | undefined
  /** Why it is not run; the sentence stands before it, for readers too. */
  notRun: string | undefined
}

const fence = /^```(\w*)$/
const marker = /^_Not run by the tests: (.+)_$/

/** The blocks of a README, each with the answers that follow it. */
export function examplesOf(file: string, markdown: string): Example[] {
  const lines = markdown.split('\n')
  const examples: Example[] = []
  let lastEnd = -1
  for (let start = 0; start < lines.length; start++) {
    const language = fence.exec(lines[start] ?? '')?.[1]
    if (language === undefined) continue
    const end = lines.indexOf('```', start + 1)
    const text = lines.slice(start + 1, end).join('\n')
    const before = examples.at(-1)
    if (language === 'text' && before?.language === 'sh' && lastEnd === start - 1) before.answers = text
    else {
      const notRun = marker.exec(lines.slice(0, start).findLast((line) => line !== '') ?? '')?.[1]
      const commands = language === 'sh' ? commandsOf(text) : []
      examples.push({ name: `${file}:${start + 1}`, language, text, commands, answers: undefined, notRun })
    }
    lastEnd = end
    start = end
  }
  return examples
}

function commandsOf(text: string): Command[] {
  const commands: Command[] = []
  let pending = ''
  for (const line of text.split('\n')) {
    if (pending === '' && line.startsWith('# ')) commands.at(-1)?.shown.push(line.slice(2))
    else if (pending !== '' || line.trim() !== '') {
      pending += `${line}\n`
      if (!isWhole(pending)) continue
      commands.push({ text: pending, shown: [] })
      pending = ''
    }
  }
  if (pending !== '') throw new Error(`A command has no end: ${pending}`)
  return commands
}

function isWhole(command: string): boolean {
  if (/\\\n$/.test(command)) return false
  return spawnSync('bash', ['-n'], { input: command }).status === 0
}

/** What differs between shown answers and those that came: JSON by value, other lines each somewhere among what came. */
export function answerDifferences(shown: string, came: string, names: LearnedNames): string[] {
  const expected = partsOf(shown)
  const actual = partsOf(came)
  const found: string[] = []
  const documents = actual.flatMap((part) => ('json' in part ? [part.json] : []))
  const lines = actual.flatMap((part) => ('line' in part ? [part.line] : []))
  for (const part of expected) {
    if ('json' in part) found.push(...differences(part.json, documents.shift(), names))
    else if (!lines.some((line) => isLine(part.line, line, names))) {
      found.push(`${part.line}: is shown, and did not come`)
    }
  }
  return documents.length === 0 ? found : [...found, `${documents.length} answers are not shown`]
}

function partsOf(text: string): ({ json: unknown } | { line: string })[] {
  const parts: ({ json: unknown } | { line: string })[] = []
  let left = text.trim()
  while (left !== '') {
    if (left.startsWith('{')) {
      const { value, end } = parseShown(left)
      parts.push({ json: value })
      left = left.slice(end).trim()
    } else {
      const [line = ''] = left.split('\n', 1)
      parts.push({ line: line.trim() })
      left = left.slice(line.length).trim()
    }
  }
  return parts
}

/** Examples of all documents; of those that start the service first. */
export async function everyExample(): Promise<Example[]> {
  const first = ['README.md', 'server/api.md']
  const found: string[] = []
  for (const folder of ['server', 'kernels', 'storage', 'bench', 'test']) {
    const names = await readdir(join(projectRoot, folder), { recursive: true })
    found.push(...names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name)))
  }
  const examples: Example[] = []
  for (const file of [...first, ...found.filter((file) => !first.includes(file)).sort()])
    examples.push(...examplesOf(file, await readProjectFile(file)))
  return examples
}
