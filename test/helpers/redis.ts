import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { RedisServer } from '../../bench/frame/redis-server.ts'

/** Why tests that need Redis are skipped; `false`: it is there. */
export const noRedis = isInstalled() ? false : 'needs Redis (Debian package redis-server)'

/** A Redis of the test's own, until it ends. */
export async function startRedis(t: Test, settings: readonly string[] = []): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'coverage-redis-'))
  const redis = await RedisServer.make(folder, settings)
  t.teardown(async () => {
    await redis.remove()
    await rm(folder, { recursive: true, force: true })
  })
  await redis.start()
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
