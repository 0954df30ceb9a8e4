/**
 * Stands in for the compute process. Words in a job's `params.name` say what it does:
 * `hold` goes on until cancelled, `stubborn` goes on even then, `slow` takes 200 ms, `crash` and `crash-once` end the
 * process, `stall` and `freeze-once` say nothing more (the first time), with an event loop that runs or is blocked,
 * `fail:CODE` fails, `needs:BYTES` can't be begun with less memory, `wait:PATH` goes on until there is such a file (`stubborn` as well).
 * A first terrain folder `refuse`, `exit` or `mute` keeps it from starting; `scan:PATH` takes until there is such a file; `exit-after:PATH` lets it start only while there is no such file.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ComputeConfig, ComputeJob, FromCompute, ToCompute } from '../../server/jobs/protocol.ts'
import { openRasters } from '../../storage/objects/open.ts'

const { backend, terrainFolders, store } = JSON.parse(process.argv[2] ?? '{}') as ComputeConfig
const cancelled = new Set<string>()

function say(message: FromCompute): void {
  process.send?.(message)
}

async function run({
  id,
  job: { params },
  memoryBytes,
  rasterDirectory,
  rasterStem = id,
}: ComputeJob): Promise<void> {
  const instructions = String(params.name)
  const awaited = /wait:(\S+)/.exec(instructions)?.[1]
  // A path may hold any word.
  const name = instructions.replace(/wait:\S+/, '')
  // The same for every try.
  const crashed = join(rasterDirectory, `${id.split('-')[0]}.crashed`)
  say({ type: 'progress', id, stage: 'reading_terrain', progress: 0.1 })
  if (name.includes('slow')) {
    for (let step = 1; step <= 10; step++) {
      await pause(20)
      say({ type: 'progress', id, stage: 'computing', progress: step / 10 })
    }
  }
  if (name.includes('crash') && !(name.includes('crash-once') && existsSync(crashed))) {
    say({ type: 'progress', id, stage: 'computing', progress: 0.7 })
    writeFileSync(crashed, '')
    writeFileSync(join(rasterDirectory, `${id}.tif.0123456789ab.part`), 'half a raster')
    // Lets the message out first.
    await pause(20)
    process.kill(process.pid, 'SIGKILL')
  }
  if (name.includes('stall') && !existsSync(crashed)) {
    writeFileSync(crashed, '')
    writeFileSync(join(rasterDirectory, `${id}.tif.0123456789ab.part`), 'half a raster')
    say({ type: 'progress', id, stage: 'computing', progress: 0.6 })
    return
  }
  if (name.includes('freeze') && !existsSync(crashed)) {
    writeFileSync(crashed, '')
    writeFileSync(join(rasterDirectory, `${id}.tif.0123456789ab.part`), 'half a raster')
    await pause(20)
    for (;;);
  }
  const needed = Number(/needs:(\d+)/.exec(name)?.[1] ?? 0)
  if (needed > memoryBytes) return say({ type: 'needs', id, posts: 1234, memoryBytes: needed })
  const failure = /fail:(\w+)/.exec(name)?.[1]
  if (failure) return say({ type: 'failed', id, code: failure, detail: 'Asked to fail.' })

  const isCancelled = () => cancelled.has(id) && !name.includes('stubborn')
  const goesOn = () => (awaited === undefined ? /hold|stubborn/.test(name) : !existsSync(awaited))
  while (goesOn() && !isCancelled()) await pause(5)
  if (cancelled.has(id)) {
    // To stop takes a moment.
    await pause(50)
    return say({ type: 'cancelled', id })
  }
  const path = join(rasterDirectory, `${id}.tif`)
  writeFileSync(path, 'raster')
  if (store) await (await openRasters(store)).putFile(`${rasterStem}.tif`, path)
  say({
    type: 'completed',
    id,
    result: {
      engine: { version: '0', backend: 'fake', device: 'none' },
      terrain: { unknown_share: 0, sources: [], tiles: [] },
      summary: { visible: 1, blocked: 0, unknown: 0, visible_km2: 0, farthest_km: 0 },
      warnings: [],
    },
  })
}

process.on('SIGINT', () => {})
setInterval(() => say({ type: 'alive' }), 50).unref()
process.on('disconnect', () => process.exit())
process.on('message', (message: ToCompute) => {
  if (message.type === 'cancel') cancelled.add(message.id)
  else void run(message.job)
})

const [behaviour = ''] = terrainFolders
const mark = /^exit-after:(.*)$/.exec(behaviour)?.[1]
if (behaviour === 'refuse') {
  say({ type: 'failed', id: '', code: 'backend_unavailable', detail: `no ${backend} here` })
} else if (behaviour === 'exit' || (mark !== undefined && existsSync(mark))) {
  console.error('cannot open the device')
  process.exit(3)
} else if (behaviour !== 'mute') {
  console.log('fake compute')
  say({ type: 'opened', backend, device: `process ${process.pid}` })
  const scanned = /^scan:(.*)$/.exec(behaviour)?.[1]
  while (scanned !== undefined && !existsSync(scanned)) await pause(5)
  say({ type: 'ready' })
}
