#!/usr/bin/env node
/**
 * `coverage`: the command for users and operators. Builds what is outdated, then runs the program in this
 * process, so that signals and exit status are those of the program. Plain JavaScript, because this file runs
 * before anything is built.
 */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfStale, runningFolders } from './build.js'

const root = join(import.meta.dirname, '..')

/** Operator programs by name, with paths under `build/`; all other commands are in `server/command`. */
const programs = {
  serve: 'server/main.js',
  backup: 'server/operating/backup.js',
  demo: 'server/demo/main.js',
  compute: 'server/nodes/main.js',
}

/** Minimum limit of open files: with fewer, Node cannot even load the modules of a program. */
const servers = ['serve', 'demo', 'compute']
const fewestOpenFiles = (command) => (servers.includes(command) ? 256 : 64)

/** Limit of open files, already raised by Node as far as allowed; infinite if the system reports no limit. */
function openFilesLimit() {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return Number(limit ?? Number.POSITIVE_INFINITY)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Exit status for wrong usage. */
const misused = 2

const [name = '', ...rest] = process.argv.slice(2)
const isOperators = Object.hasOwn(programs, name)
const isMistaken = name === 'serve' && rest.length > 0 && rest.join(' ') !== '--help'
if (name === '--version') {
  // Equivalent of standard-streams.ts, which may not be compiled yet.
  process.stdout.on('error', ({ code, message }) => {
    if (code === 'EPIPE') return
    process.exitCode = 1
    console.error(`Writing to standard output failed: ${message}`)
  })
  console.log(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
} else if (isMistaken) {
  // A mistyped request must not start a server.
  console.error(`Usage: coverage COMMAND …\n\ncoverage serve takes no arguments, got ${rest.join(' ')}.`)
  process.exitCode = misused
} else if (openFilesLimit() < fewestOpenFiles(name)) {
  console.error(
    `coverage ${name} requires a limit of at least ${fewestOpenFiles(name)} open files, but the limit is ${openFilesLimit()} (ulimit -n).`,
  )
  process.exitCode = 1
} else if (!buildIfStale(false, runningFolders)) process.exitCode = 1
else {
  const bundled = join(root, 'build/command/main.js')
  // Kernels for GPUs do not run from the bundle; see bundle.js.
  const namesBackend = rest.some((word) => /^--backend(=|$)/.test(word))
  const isBundled = existsSync(bundled) && !namesBackend
  const users = isBundled ? bundled : join(root, 'build/server/command/main.js')
  const program = isOperators ? join(root, 'build', programs[name]) : users
  const words = isOperators ? rest : [name, ...rest].filter((_, at) => at > 0 || name !== '')
  process.argv = [process.execPath, program, ...words]
  await import(pathToFileURL(program).href)
}
