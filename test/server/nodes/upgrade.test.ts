/** A rolling upgrade: nodes of an older engine are replaced one by one while simulations run. */

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'tap'
import type { Compute, ComputeOutcome } from '../../../server/jobs/protocol.ts'
import { QueueCompute } from '../../../server/nodes/driver.ts'
import { markOf } from '../../../server/nodes/handshake.ts'
import { ComputeNode } from '../../../server/nodes/node.ts'
import { nodeSlots } from '../../../server/nodes/protocol.ts'
import { openMarks } from '../../../storage/objects/open.ts'
import { until } from '../../helpers/compute.ts'
import { madeJob } from '../../helpers/jobs.ts'
import { noRedis, startRedis } from '../../helpers/redis.ts'

const SECRET = 'a-secret-of-tests-that-is-long-enough'
const MEBIBYTE = 2 ** 20
const JOBS = 80
const PAUSE_MS = 60
const noGround = { folders: 0, files: [], remote: [], sources: [] }
const device = { backend: 'cpu', device: 'a pause' }

/** An engine of this version, which takes its time; `done` hears of each job that it ends. */
function engine(version: string, done: (id: string) => void): Compute {
  return {
    state: 'ready',
    device,
    start: async () => device,
    stop: async () => {},
    async run({ id }, _onProgress, signal): Promise<ComputeOutcome> {
      try {
        await pause(PAUSE_MS, undefined, { signal })
      } catch {
        return { kind: 'cancelled' }
      }
      done(id)
      return {
        kind: 'completed',
        result: {
          engine: { version, ...device },
          terrain: { unknown_share: 0, sources: [], tiles: [] },
          summary: { visible: 1, blocked: 0, unknown: 0, visible_km2: 0, farthest_km: 0 },
          warnings: [],
        },
      }
    },
  }
}

test('nodes of an older and a newer engine side by side', { skip: noRedis }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'coverage-upgrade-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const redis = await startRedis(t)
  const marks = await openMarks({ kind: 'folder', folder })
  const storeMark = await markOf(marks)
  const driver = new QueueCompute({
    url: redis.url,
    secret: SECRET,
    isPending: () => true,
    groundOf: async () => ({ ground: noGround, layers: [] }),
    isStored: async () => true,
    storeMark,
    lookMs: 50,
    deadMs: 600,
  })
  t.teardown(() => driver.stop())
  await driver.start()

  const versions = new Map<string, string>()
  /** Ids of jobs in the queue, as often as an engine ended them. */
  const ended: string[] = []
  const startNode = async (name: string, engineVersion: string) => {
    versions.set(name, engineVersion)
    const node = new ComputeNode({
      name,
      url: redis.url,
      secret: SECRET,
      engineVersion,
      compute: engine(engineVersion, (id) => ended.push(id)),
      slots: nodeSlots,
      memoryBytes: 1024 * MEBIBYTE,
      ground: {
        acquire: async () => ({ terrain: noGround, release: async () => {} }),
        checkAccess: async () => {},
        verify: async () => {},
        close: async () => {},
      },
      workDir: join(folder, name),
      marks,
    })
    t.teardown(() => node.stop())
    await node.start()
    return node
  }

  const old = [await startNode('old-1', '1.0.0'), await startNode('old-2', '1.0.0')]
  const ids = Array.from({ length: JOBS }, () => `sim_${randomBytes(6).toString('hex')}`)
  const outcomes = ids.map((id) => {
    const job = { id, accountId: 'acc_x', job: madeJob(), memoryBytes: MEBIBYTE, rasterDirectory: '/nowhere' }
    return driver.run(job, () => {}, new AbortController().signal)
  })
  for (const [index, node] of old.entries()) {
    const before = ended.length
    await until(() => ended.length >= before + 8, 'some jobs to end')
    await startNode(`new-${index + 1}`, '1.1.0')
    await until(() => (driver.capacity?.slots ?? 0) >= 2 * nodeSlots.slots, 'the new node to be seen')
    await node.stop()
  }

  const ranOn = new Set<string>()
  for (const outcome of await Promise.all(outcomes)) {
    if (outcome.kind !== 'completed') {
      t.fail(`lost: ${JSON.stringify(outcome)}`)
      continue
    }
    const { engine, node } = outcome.result
    t.equal(engine.version, versions.get(node?.name ?? ''), 'the record names the engine of its node')
    ranOn.add(engine.version)
  }
  t.same([...ranOn].sort(), ['1.0.0', '1.1.0'], 'both engines were at work')
  const tries = ended.map((id) => id.split('-')[0])
  t.same(tries.sort(), ids.toSorted(), 'each was computed to its end once')
})
