#!/usr/bin/env node
/**
 * `coverage`: one command for everything that an operator runs. It builds what is out of date and then is the program
 * that was asked for, in this process, so that signals and exit status are that program's own. Plain JavaScript, as it
 * runs before anything is built.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfStale } from './build.js'

const root = join(import.meta.dirname, '..')

/** Each a program under `build/`, and what `--help` says of it. */
const commands = {
  serve: {
    program: 'server/main.js',
    does: 'run the service; what it reads from the environment: server/README.md',
  },
  admin: { program: 'server/admin/main.js', does: 'accounts, keys, terrain: coverage admin --help' },
  backup: {
    program: 'server/operating/backup.js',
    does: 'a copy of DATA_DIR, also while the service runs: coverage backup FOLDER',
  },
  demo: {
    program: 'server/demo/main.js',
    does: 'the service with a simulation on made-up terrain: coverage demo --help',
  },
}

const usage = `Usage: coverage COMMAND …

${Object.entries(commands)
  .map(([name, { does }]) => `  ${name.padEnd(9)} ${does}`)
  .join('\n')}

  --help     this text
  --version  the version`

/** Exit status of wrong usage. */
const misused = 2

const [name = '', ...rest] = process.argv.slice(2)
if (name === '--help' || name === 'help') console.log(usage)
else if (name === '--version')
  console.log(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
else if (!Object.hasOwn(commands, name)) {
  console.error(name === '' ? usage : `coverage has no command ${name}.\n\n${usage}`)
  process.exitCode = misused
} else if (name === 'serve' && rest.length > 0) {
  // It would be a mistake to start a server for someone who asks for help.
  if (rest[0] === '--help') console.log(usage)
  else {
    console.error(`coverage serve takes no arguments, got ${rest.join(' ')}.\n\n${usage}`)
    process.exitCode = misused
  }
} else if (!buildIfStale()) process.exitCode = 1
else {
  const program = join(root, 'build', commands[name].program)
  process.argv = [process.execPath, program, ...rest]
  await import(pathToFileURL(program).href)
}
