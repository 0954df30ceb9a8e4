/** Output file of `--out`: format by file extension, written atomically. */

import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { link, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { nodeFileNames, replaceFile } from '../../../storage/files/atomic-file.ts'
import { Failure, MISUSED, UsageError } from '../errors.ts'
import { safe } from '../terminal/text.ts'
import { type Call, note } from './call.ts'

const formats = ['tif', 'png', 'kmz', 'geojson', 'qml'] as const
export type Format = (typeof formats)[number]

export interface FreePath {
  path: string
  mayReplace: boolean
}
export interface Target extends FreePath {
  format: Format
}

/** Checks before computing that the output file can be written. */
export function targetOf(path: string, mayReplace = false, advice?: string): Target {
  const ending = extname(path).slice(1).toLowerCase()
  const format = formats.find((known) => known === ending || (known === 'tif' && ending === 'tiff'))
  if (format === undefined) {
    throw new UsageError(
      `Expected --out with one of ${formats.map((each) => `.${each}`).join(', ')}, got "${path}".`,
    )
  }
  return { ...freePath(path, mayReplace, advice), format }
}

/** Checks that a file of any format can be written. */
export function freePath(path: string, mayReplace = false, advice?: string): FreePath {
  checkFolder(dirname(path))
  const there = lstatSync(path, { throwIfNoEntry: false })
  if (there && !mayReplace) throw isThere(path, advice)
  if (there?.isDirectory()) throw new Failure('file_exists', `${path} is a folder.`, MISUSED)
  return { path, mayReplace }
}

export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Failure('folder_not_writable', `${folder} can't be created (${code}).`, MISUSED)
  }
}

/** Checks that a folder exists and is writable. */
function checkFolder(folder: string): void {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder) throw new Failure('folder_missing', `Folder ${folder} not found.`, MISUSED)
  try {
    // Only a test write reveals a read-only file system.
    rmdirSync(mkdtempSync(join(folder, '.writable-')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Failure('folder_not_writable', `${folder} is not writable (${code}).`, MISUSED)
  }
}

/** Calls `write` with a temporary path in the target's folder, then renames the temporary file. */
export async function writeTarget(
  { path, mayReplace }: FreePath,
  write: (temporaryPath: string) => Promise<void>,
): Promise<void> {
  const names = { ...nodeFileNames, ...(!mayReplace && { rename: moveToFree }) }
  await replaceFile(path, write, { names, isDurable: false })
}

/** Writes text to the file of `--out`, if the flag is set, and prints a note. */
export async function saveText(call: Call, target: FreePath | undefined, text: string): Promise<void> {
  if (target === undefined) return
  await writeTarget(target, (temporaryPath) => writeFile(temporaryPath, text))
  note(call, `${safe(target.path)} was written.`)
}

/** Moves a file without replacing an existing file, even a file created in the meantime. */
async function moveToFree(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || existsSync(to)) throw isThere(to)
    // Fallback for file systems without hard links.
    return nodeFileNames.rename(from, to)
  }
  await rm(from)
}

function isThere(path: string, advice = '--force replaces the file'): Failure {
  return new Failure('file_exists', `${path} already exists: ${advice}.`, MISUSED)
}
