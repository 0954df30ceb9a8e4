import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The project's folder. */
export const projectRoot = join(import.meta.dirname, '../../..')

export function readProjectFile(path: string): Promise<string> {
  return readFile(join(projectRoot, path), 'utf8')
}

/** The rows of the first table after a heading whose first column has this title: the texts of their cells. */
export function tableOf(markdown: string, title: string): string[][] {
  const lines = markdown.split('\n')
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const head = lines.findIndex((line) => line.startsWith('|') && cellsOf(line)[0] === title)
  if (head < 0) throw new Error(`Expected a table with a column ${title}.`)
  const end = lines.findIndex((line, index) => index > head && !line.startsWith('|'))
  return lines.slice(head + 2, end).map(cellsOf)
}

/** What stands in backquotes in a cell. */
export function codesIn(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}
