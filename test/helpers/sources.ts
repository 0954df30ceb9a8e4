import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize, relative } from 'node:path'
import { projectRoot } from './markdown.ts'

/** Texts of source files, keyed by path from the project's folder. */
export type Sources = ReadonlyMap<string, string>

export interface Import {
  from: string
  to: string
}

/** TypeScript files of some top-level folders. */
export async function readSources(folders: string[]): Promise<Sources> {
  const sources = new Map<string, string>()
  for (const folder of folders) {
    const entries = await readdir(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile() && /\.tsx?$/.test(path))
        sources.set(relative(projectRoot, path), await readFile(path, 'utf8'))
    }
  }
  return sources
}

/** Imports of one file of the project by another, of types too. */
export function importsOf(sources: Sources): Import[] {
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(/(?:from|import|import\() ?'(\.{1,2}\/[^']+\.tsx?)'/g)].map(([, path = '']) => ({
      from,
      to: normalize(join(dirname(from), path)),
    })),
  )
}
