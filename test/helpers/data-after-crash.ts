import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { TestServer } from './server.ts'

/** A copy of the data folder as it would be if the process of the service ended now. */
export async function dataAfterCrash(t: Test, { services }: Pick<TestServer, 'services'>): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'coverage-crash-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  await cp(services.config.dataDir, dataDir, {
    recursive: true,
    filter: (path) => !/\.(lock|sock)$/.test(path),
  })
  return dataDir
}
