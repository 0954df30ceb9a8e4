import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import type { Test } from 'tap'
import { freePort } from './service-process.ts'

const PASSWORD = 'only-for-tests'

/** Why tests that need Redis are skipped; `false`: it is there. */
export const noRedis = isInstalled() ? false : 'redis-server is not installed'

export interface LocalRedis {
  url: string
  /** A client of the test's own. */
  client: Redis
  process: ChildProcess
  /** After `process` was killed: on the same port and files. */
  startAgain(): Promise<void>
}

/** A Redis of the test's own, with a password, that keeps what it is given. */
export async function startRedis(t: Test, settings: readonly string[] = []): Promise<LocalRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'coverage-redis-'))
  const port = await freePort()
  const url = `redis://:${PASSWORD}@127.0.0.1:${port}`
  const start = () =>
    spawn(
      'redis-server',
      [
        ...['--port', String(port), '--bind', '127.0.0.1', '--requirepass', PASSWORD, '--dir', folder],
        ...['--save', '', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction', ...settings],
      ],
      { stdio: 'ignore' },
    )
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
  client.on('error', () => {})
  const redis: LocalRedis = {
    url,
    client,
    process: start(),
    async startAgain() {
      redis.process = start()
      await client.ping()
    },
  }
  await client.ping()
  t.teardown(async () => {
    client.disconnect()
    const ended = new Promise((resolve) => redis.process.once('exit', resolve))
    if (redis.process.kill('SIGKILL')) await ended
    await rm(folder, { recursive: true, force: true })
  })
  return redis
}

function isInstalled(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
