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

/** What stands in backquotes in a cell. */
export function codesIn(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}
