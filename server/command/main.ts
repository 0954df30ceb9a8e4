/** Entry point of `coverage`: connects the command to the terminal and sets the exit status. */

import { once } from 'node:events'
import { chdir } from 'node:process'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Settings } from '../config/settings.ts'
import { FAILED, INTERRUPTED } from './errors.ts'
import { run } from './run.ts'
import type { Io } from './terminal/io.ts'

const { stdin, stdout, stderr } = process
const handlers = new Set<() => void>()
/** Input lines that arrived together with an earlier line; the next calls return these lines. */
const linesAhead: string[] = []

async function readLine(isHidden = false): Promise<string> {
  const ahead = linesAhead.shift()
  if (ahead !== undefined) return ahead
  // Discards the echo that readline writes in terminal mode, such as a password.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface(isHidden ? { input: stdin, output, terminal: true } : { input: stdin })
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  lines.on('line', (line) => linesAhead.push(line))
  await Promise.race([once(lines, 'line'), once(lines, 'close')])
  lines.close()
  return linesAhead.shift() ?? ''
}

const io: Io = {
  out: (text) => stdout.write(text),
  err: (text) => stderr.write(text),
  outIsTerminal: stdout.isTTY === true,
  errIsTerminal: stderr.isTTY === true,
  inIsTerminal: stdin.isTTY === true,
  get columns() {
    return stdout.columns ?? stderr.columns
  },
  env: process.env,
  readInput: () => buffer(stdin),
  readLine,
  onInterrupt(handler) {
    handlers.add(handler)
    return () => handlers.delete(handler)
  },
}

let isLost = false
stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // The process that reads the pipe has closed the pipe, so the command ends.
  if (code === 'EPIPE') process.exit(0)
  if (isLost) return
  isLost = true
  stderr.write(`Writing to standard output failed: ${message}\n`, () => process.exit(FAILED))
})
stderr.on('error', () => {})

let interrupts = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A second Ctrl-C exits at once, without waiting for handlers of the first.
    if (++interrupts > 1 || handlers.size === 0) process.exit(INTERRUPTED)
    for (const handler of handlers) handler()
  })
}

// npm runs scripts in the project folder, but paths (except `admin` data) are relative to the user's folder.
const settings = new Settings(process.env)
const typedIn = settings.read('INIT_CWD', '', String)
const isAdmin = process.argv[2] === 'admin'
if (!isAdmin && typedIn !== '' && settings.read('npm_lifecycle_event', '', String) === 'coverage')
  chdir(typedIn)

const status = await run(process.argv.slice(2), io)
// Explicit exit, because threads and open connections would delay the end; output is flushed first.
whenWritten(stdout, () =>
  // A failed write sets `isLost` before setImmediate runs.
  whenWritten(stderr, () => setImmediate(() => process.exit(isLost && status === 0 ? FAILED : status))),
)

/** Calls `then` once output is flushed. Without pending output nothing is written, to avoid errors of a full disk. */
function whenWritten(stream: NodeJS.WriteStream, then: () => void): void {
  if (stream.writableLength === 0) then()
  else stream.write('', then)
}
