import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The project's folder. */
export const projectRoot = join(import.meta.dirname, '../../..')

export function readProjectFile(path: string): Promise<string> {
  return readFile(join(projectRoot, path), 'utf8')
}

/** Rows of all tables whose first column has this title: the texts of their cells. */
export function tableOf(markdown: string, title: string): string[][] {
  const lines = markdown.split('\n')
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const rows = lines.flatMap((line, head) => {
    if (!line.startsWith('|') || cellsOf(line)[0] !== title) return []
    const end = lines.findIndex((other, index) => index > head && !other.startsWith('|'))
    return lines.slice(head + 2, end < 0 ? undefined : end).map(cellsOf)
  })
  if (rows.length === 0) throw new Error(`Expected a table with a column ${title}.`)
  return rows
}

/** Headings outside of code, with the anchors that GitHub gives them. */
export function headingsOf(markdown: string): { level: number; slug: string }[] {
  return [...withoutCode(markdown).matchAll(/^(#+) (.+)$/gm)].map(([, marks = '', title = '']) => ({
    level: marks.length,
    slug: title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  }))
}

/** Targets of the links to other files and headings of the project. */
export function linksOf(markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '')
}

/** What stands in backquotes in a cell. */
export function codesIn(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}
