import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Test } from 'tap'
import { projectRoot } from './markdown.ts'

export interface NodeProcess {
  process: ChildProcess
  /** What it logged. */
  lines: string[]
  /** Settles when it takes jobs. */
  ready: Promise<void>
  /** Settles when it has ended. */
  ended: Promise<unknown>
}

/** A compute node as `npm run compute` runs it, in the folder `dataDir` of its own. */
export async function startNodeProcess(
  t: Test,
  dataDir: string,
  env: Record<string, string>,
): Promise<NodeProcess> {
  await mkdir(dataDir, { recursive: true })
  const child = spawn(process.execPath, [join(projectRoot, 'build/server/nodes/main.js')], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const lines: string[] = []
  createInterface(child.stderr).on('line', (line) => lines.push(line))
  const ready = new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).once('line', () => resolve())
    void ended.then((code) => reject(new Error(`The node ended with ${code}: ${lines.slice(-5).join('\n')}`)))
  })
  // Who kills it while it starts does not wait for it.
  ready.catch(() => {})
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { process: child, lines, ready, ended }
}
