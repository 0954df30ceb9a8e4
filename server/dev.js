/**
 * `npm run dev`: runs the service, rebuilt and restarted when a source changes. `node --watch` would restart
 * once per written file, and miss files that only the compute process reads; the compiler reports when all
 * files are written. Plain JavaScript, because this file runs before anything is built.
 */

import { spawn } from 'node:child_process'
import { existsSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildAssembly } from './build.js'

const root = join(import.meta.dirname, '..')
const compilerPath = join(root, 'node_modules/typescript/bin/tsc')
const pageSources = join(root, 'server/page/browser')
const bundlerPath = join(root, 'server/page/bundle.js')
const serverPath = join(root, 'build/server/main.js')

let server
let isEnding = false
let restarting = Promise.resolve()

function ended(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', resolve))
}

async function restart() {
  server?.kill('SIGTERM')
  await ended(server)
  if (!isEnding && buildAssembly()) server = spawn(process.execPath, [serverPath], { stdio: 'inherit' })
}

// The page is bundled separately, and the server reads the bundle at startup.
const hasPage = existsSync(bundlerPath)
const bundle = () =>
  hasPage ? ended(spawn(process.execPath, [bundlerPath], { stdio: 'inherit' })) : undefined
let saving
if (hasPage) {
  watch(pageSources, { recursive: true }, () => {
    clearTimeout(saving)
    // Editors may write a file in several steps.
    saving = setTimeout(() => {
      restarting = restarting.then(bundle).then(restart)
    }, 100)
  })
}

// An outdated bundle is deleted, as `coverage` also works without one.
rmSync(join(root, 'build/command'), { recursive: true, force: true })

const compiler = spawn(process.execPath, [compilerPath, '-p', root, '--watch', '--preserveWatchOutput'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
createInterface(compiler.stdout).on('line', (line) => {
  if (line.trim() !== '') console.error(line)
  if (line.includes('Found 0 errors')) restarting = restarting.then(bundle).then(restart)
})
compiler.once('exit', (code) => {
  if (!isEnding) end(code ?? 1)
})

async function end(status) {
  if (isEnding) return
  isEnding = true
  compiler.kill('SIGTERM')
  server?.kill('SIGTERM')
  clearTimeout(saving)
  await restarting
  await Promise.all([ended(compiler), ended(server)])
  process.exit(status)
}

// Handlers are never removed: Ctrl-C arrives twice, for the process group and through npm.
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
