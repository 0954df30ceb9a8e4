/**
 * Builds the project if a source is newer than what was built, and the compiler is there; it is not where only what runs
 * was installed. `--optional`: to have nothing built is no fault. Plain JavaScript, as it runs before anything is built.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const built = join(root, 'build/.tsbuildinfo')
const program = join(root, 'build/server/main.js')
const compiler = join(root, 'node_modules/typescript/bin/tsc')

/** Not in an image, which holds what was built alone. */
const hasSources = existsSync(join(root, 'tsconfig.json'))

/** When the newest source was written. */
function newestMs() {
  let newest = Math.max(
    ...['tsconfig.json', 'package.json'].map((name) => statSync(join(root, name)).mtimeMs),
  )
  for (const room of ['server', 'kernels', 'storage', 'bench', 'test']) {
    if (!existsSync(join(root, room))) continue
    for (const name of readdirSync(join(root, room), { recursive: true })) {
      if (String(name).endsWith('.ts'))
        newest = Math.max(newest, statSync(join(root, room, String(name))).mtimeMs)
    }
  }
  return newest
}

/** Whether what is built may be run; where not, why stands on standard error. */
export function buildIfStale() {
  const isBuilt = existsSync(program)
  // The compiler's note alone would have it write nothing.
  if (!isBuilt) rmSync(built, { force: true })
  if (isBuilt && existsSync(built) && (!hasSources || statSync(built).mtimeMs >= newestMs())) return true
  if (hasSources && existsSync(compiler)) {
    const { status } = spawnSync(process.execPath, [compiler, '-p', root], { stdio: ['inherit', 2, 2] })
    // The compiler leaves its own note alone where nothing has changed.
    if (status === 0) utimesSync(built, new Date(), new Date())
    return status === 0
  }
  if (!isBuilt) console.error('Nothing is built, and the compiler is not installed: run npm ci first.')
  return isBuilt
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const mayLackCompiler = process.argv.includes('--optional') && !existsSync(compiler)
  if (!mayLackCompiler && !buildIfStale()) process.exitCode = 1
}
