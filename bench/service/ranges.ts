/** Byte ranges of results stored in a folder or bucket: throughput, processor time, memory of the service. */

import { once } from 'node:events'
import { mkdir, open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Agent, get } from 'node:https'
import { join } from 'node:path'
import { openRasters } from '../../storage/objects/open.ts'
import type { StoreLocation } from '../../storage/objects/types.ts'
import { openRecords } from '../../storage/records/records.ts'
import { LocalBucket } from '../frame/local-bucket.ts'
import { integer } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { makeReport, type Row, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { newKey, newSimulation } from './local-server.ts'
import { memoryOf, processorSecondsOf, resetPeak } from './process-memory.ts'
import { ServerProcess } from './server-process.ts'

const MIB = 2 ** 20
const RANGE_MIB = 16

export const part = definePart({
  about: `Reads a large result through GET with Range, from a folder and from a bucket of s3rver in a process of its own: at once,
then in ranges of ${RANGE_MIB} MiB. Reports the throughput, the processor time of the service per GiB, and the growth of its
resident memory.`,
  help: `  --mib N  size of the result (1024)`,
  options: { mib: { type: 'string', default: '1024' } },
  async measure(values) {
    const mib = integer('--mib', values.mib, RANGE_MIB, 8192)
    const rows = await inTemporaryFolder(async (folder) => {
      const shared = join(folder, 'shared')
      await mkdir(shared)
      const ofFolder = await onStore(join(folder, 'a'), { kind: 'folder', folder: shared }, {}, mib)
      const bucket = await LocalBucket.start(join(folder, 'bucket'))
      try {
        return [...ofFolder, ...(await onStore(join(folder, 'b'), bucket.location, bucket.env, mib))]
      } finally {
        await bucket.stop()
      }
    })
    return makeReport('none: nothing is computed', rows, [
      'The client, the service and s3rver share the processors; TLS between client and service, none to s3rver.',
      'A put into a folder on the same disk is a rename.',
    ])
  },
})

async function onStore(
  dataDir: string,
  location: StoreLocation,
  env: Record<string, string>,
  mib: number,
): Promise<Row[]> {
  const terrainDir = join(dataDir, 'terrain')
  await mkdir(terrainDir, { recursive: true })
  const store = location.kind === 'folder' ? location.folder : `s3://${location.bucket}/${location.prefix}`
  Object.assign(process.env, env, { RASTER_STORE: store })
  const { id, apiKey } = await completedSimulation(dataDir)
  const uploadS = await putRaster(dataDir, location, `${id}.tif`, mib)
  const server = await ServerProcess.start({ DATA_DIR: dataDir, TERRAIN_DIR: terrainDir })
  try {
    const name = location.kind
    const ask = (from: number, to: number) => received(server, `/results/${id}.tif`, apiKey, from, to)
    await ask(0, MIB - 1)
    const atOnce = await measured(server, name, 'one range', mib, () => ask(0, mib * MIB - 1))
    const inParts = await measured(server, name, `ranges of ${RANGE_MIB} MiB`, mib, async () => {
      for (let from = 0; from < mib; from += RANGE_MIB) {
        await ask(from * MIB, Math.min(from + RANGE_MIB, mib) * MIB - 1)
      }
    })
    return [rowOf(name, 'put, MiB/s', [mib / uploadS]), ...atOnce, ...inParts]
  } finally {
    await server.stop()
    process.env.RASTER_STORE = ''
    process.env.S3_ENDPOINT = ''
  }
}

/** Record of a completed simulation that was never computed. */
async function completedSimulation(dataDir: string): Promise<{ id: string; apiKey: string }> {
  const records = await openRecords(join(dataDir, 'records'))
  const apiKey = await newKey(records)
  const id = await newSimulation(records, apiKey, { name: 'bench', model: 'los', layers: ['visible'] })
  await records.complete(id, {
    engine: { version: '0', backend: 'none', device: 'none' },
    terrain: { unknown_share: 0, sources: [], tiles: [] },
    summary: { visible: 0, blocked: 0, unknown: 0, visible_km2: 0, farthest_km: 0 },
    warnings: [],
  })
  await records.close()
  return { id, apiKey }
}

/** Stores a raster; resolves with the upload time in seconds. */
async function putRaster(
  dataDir: string,
  location: StoreLocation,
  name: string,
  mib: number,
): Promise<number> {
  const path = join(dataDir, name)
  const file = await open(path, 'w')
  const chunk = Buffer.alloc(MIB, 'not a raster, as nobody looks into it ')
  for (let count = 0; count < mib; count++) await file.write(chunk)
  await file.sync()
  await file.close()
  const store = await openRasters(location)
  const startMs = performance.now()
  await store.putFile(name, path)
  const seconds = (performance.now() - startMs) / 1000
  await store.close()
  return seconds
}

async function measured(
  { pid }: ServerProcess,
  name: string,
  how: string,
  mib: number,
  work: () => Promise<void>,
): Promise<Row[]> {
  await resetPeak(pid)
  const before = await memoryOf(pid)
  const processorS = await processorSecondsOf(pid)
  const startMs = performance.now()
  await work()
  const seconds = (performance.now() - startMs) / 1000
  const usedS = (await processorSecondsOf(pid)) - processorS
  const after = await memoryOf(pid)
  return [
    rowOf(name, `${how}, MiB/s`, [mib / seconds]),
    rowOf(name, `${how}, processor seconds a GiB`, [(usedS * 1024) / mib]),
    ...(before && after
      ? [
          rowOf(name, `${how}, resident before, MiB`, [before.residentMiB]),
          rowOf(name, `${how}, rise of the peak, MiB`, [after.peakMiB - before.residentMiB]),
        ]
      : []),
  ]
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Requests a byte range and discards its content. */
async function received(
  { origin, certificate }: ServerProcess,
  path: string,
  apiKey: string,
  from: number,
  to: number,
): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, range: `bytes=${from}-${to}` }
  const request = get(`${origin}${path}`, { headers, agent, ca: certificate })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let bytes = 0
  for await (const chunk of response) bytes += (chunk as Buffer).length
  if (response.statusCode !== 206 || bytes !== to - from + 1) {
    throw new Error(`Expected 206 and ${to - from + 1} bytes, got ${response.statusCode} and ${bytes}.`)
  }
}
