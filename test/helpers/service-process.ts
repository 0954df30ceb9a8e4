import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Test } from 'tap'
import { freePort } from '../../bench/frame/free-port.ts'
import { HttpsClient, untilReady } from '../../bench/frame/https-client.ts'

const ownScript = join(import.meta.dirname, `../../server/main${extname(import.meta.filename)}`)

export interface ServiceProcess {
  process: ChildProcess
  port: number
  dataDir: string
  /** The status of an answer; 0 for none. */
  ask(path: string): Promise<number>
  /** SIGTERM, or as the process ends by itself; resolves with its exit code. */
  stop(): Promise<number | null>
}

/** The service in a process of its own, with standard streams as the test wants them; not awaited to be ready. */
export async function startServiceProcess(
  t: Test,
  {
    env = {},
    stdio = 'pipe',
    script = ownScript,
  }: { env?: Record<string, string>; stdio?: StdioOptions; script?: string } = {},
): Promise<ServiceProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'coverage-process-'))
  const port = await freePort()
  const child = spawn(process.execPath, [script], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      TERRAIN_DIR: dataDir,
      KERNEL_BACKEND: 'webasm',
      ...env,
    },
    stdio,
  })
  const client = new HttpsClient(`https://127.0.0.1:${port}`, { connections: 0 })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
    // Its compute process notices a moment later.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  })
  return {
    process: child,
    port,
    dataDir,
    ask: (path) =>
      client.ask(path).then(
        ({ status }) => status,
        () => 0,
      ),
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** The origin of a service, once it is ready. */
export async function serving({ process }: ServiceProcess): Promise<string> {
  const origin = (await listening(process)).replace('listening on ', '')
  await untilReady(origin)
  return origin
}

/** The line that says where it listens. */
export function listening({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (stdout === null) throw new Error('Expected a pipe.')
    createInterface(stdout)
      .once('line', resolve)
      .once('close', () => reject(new Error('It ended.')))
  })
}
