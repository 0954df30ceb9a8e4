/** Compute node, run as a separate process, that pauses instead of computing and stores a small raster. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Compute, ComputeJob, ComputeOutcome } from '../../server/jobs/protocol.ts'
import { ComputeNode } from '../../server/nodes/node.ts'
import { nodeSlots } from '../../server/nodes/protocol.ts'
import { openMarks, openRasters } from '../../storage/objects/open.ts'

export interface StandInOptions {
  name: string
  url: string
  secret: string
  engineVersion: string
  folder: string
  workDir: string
  /** Pauses in ms, keyed by range in km. */
  pausesMs: Record<string, number>
}

const memoryBytes = 2 ** 30
const raster = Buffer.alloc(4096)
const device = { backend: 'none', device: 'a pause' }
const noGround = { folders: 0, files: [], remote: [], sources: [] }

const { folder, pausesMs, ...options } = JSON.parse(process.argv[2] ?? '{}') as StandInOptions
const store = await openRasters({ kind: 'folder', folder })

async function run(
  { id, job: { params }, rasterDirectory, rasterStem = id }: ComputeJob,
  signal: AbortSignal,
): Promise<ComputeOutcome> {
  try {
    await pause(pausesMs[String(params.max_range)] ?? 0, undefined, { signal })
  } catch {
    return { kind: 'cancelled' }
  }
  const path = join(rasterDirectory, `${id}.tif`)
  await writeFile(path, raster)
  await store.putFile(`${rasterStem}.tif`, path)
  return {
    kind: 'completed',
    result: {
      engine: { version: options.engineVersion, ...device },
      terrain: { unknown_share: 0, sources: [], tiles: [] },
      summary: { visible: 1, blocked: 0, unknown: 0, visible_km2: 0, farthest_km: 0 },
      warnings: [],
    },
  }
}

const compute: Compute = {
  state: 'ready',
  device,
  start: async () => device,
  run: (job, _onProgress, signal) => run(job, signal),
  stop: async () => {},
}

const node = new ComputeNode({
  ...options,
  compute,
  slots: nodeSlots,
  marks: await openMarks({ kind: 'folder', folder }),
  memoryBytes,
  ground: {
    acquire: async () => ({ terrain: noGround, release: async () => {} }),
    checkAccess: async () => {},
    verify: async () => {},
    close: async () => {},
  },
})
process.once('SIGTERM', () => void node.stop().then(() => process.exit(0)))
await node.start()
console.log(options.name)
