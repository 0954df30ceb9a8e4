import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from './markdown.ts'

/** Path of a file of `test/data`; SOURCES.md there says where each comes from. */
export function testData(...names: string[]): string {
  return join(projectRoot, 'test/data', ...names)
}

/** Rows of a table without its heading. */
export async function csvRows(path: string): Promise<string[][]> {
  const [, ...lines] = (await readFile(path, 'utf8')).trim().split(/\r?\n/)
  return lines.map((line) => line.split(','))
}
