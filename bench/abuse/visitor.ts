/** A visitor requests a shared result at the full rate limit while the owner uses the same result. */

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../test/references/random.ts'
import { HttpsClient } from '../frame/https-client.ts'
import { integer } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { latencyRow, makeReport, type Row, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { deviceOf, finished, onService, resultRequest, type Service } from '../service/finished-result.ts'
import { type Layer, pathOf, tileAt } from '../service/map-tiles.ts'
import { memoryOf } from '../service/process-memory.ts'

const MILLIONS = 4
const AT_ONCE = 16
const OWNER_EVERY_MS = 2000
const TOLERATED_MIB = 20
const TOLERATED_FILES = 200
const BLOCK_BYTES = 4096
const MIB = 2 ** 20
const SEED = 2026

export const part = definePart({
  about: `A visitor with ten shares of one result requests its products as fast as responses and rate limits allow: tiles inside and outside, polygons
of every tolerance, size and level, maps, Google Earth, values. The owner requests a product every ${OWNER_EVERY_MS / 1000} s. Passes if the disk holds at
most ${TOLERATED_FILES} files and ${TOLERATED_MIB} MiB more at the end and every request of the owner was answered with 200.`,
  help: ``,
  options: { minutes: { type: 'string', default: '10' } },
  async measure({ minutes }) {
    const durationMs = 60_000 * integer('--minutes', minutes, 1, 600)
    return inTemporaryFolder((dataDir) =>
      onService(dataDir, 1, async (service) =>
        makeReport(await deviceOf(service), await measure(service, durationMs)),
      ),
    )
  },
})

async function measure(service: Service, durationMs: number): Promise<Row[]> {
  const { clients, dataDir, server } = service
  const [owner] = clients
  const { id } = await finished(owner, {
    ...resultRequest('free_space', MILLIONS),
    layers: ['value', 'class'],
    rx_sensitivity_dbm: -90,
  })
  const layer = await owner.json<Layer>(`/results/${id}/tiles.json`)
  const visitors: HttpsClient[] = []
  for (let count = 0; count < 10; count++) {
    const { url } = await owner.json<{ url: string }>(`/api/v1/simulations/${id}/shares`, {
      method: 'POST',
      body: {},
    })
    const { certificate, origin } = server
    visitors.push(new HttpsClient(origin, { apiKey: url.split('#share=')[1], certificate }))
  }
  const rasters = join(dataDir, 'rasters')
  const before = await usageOf(rasters)
  const answers = new Map<number, number>()
  const ownersMs: number[] = []
  const refused: string[] = []
  const endMs = performance.now() + durationMs
  const addresses = addressesOf(id, layer)
  const visit = async () => {
    while (performance.now() < endMs) {
      const { value } = addresses.next()
      const visitor = visitors[Math.floor(Math.random() * visitors.length)]
      const { status, headers } = await visitor.ask(value as string)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      // Waits at most 1 s, so that the visitor is ready when the next rate window begins.
      if (status === 429) await sleep(Math.min(1000, 1000 * Number(headers['retry-after'])))
    }
  }
  const own = async () => {
    const products = ownProducts(id, layer)
    while (performance.now() < endMs) {
      const path = products.next().value as string
      const startMs = performance.now()
      const { status } = await owner.ask(path)
      ownersMs.push(performance.now() - startMs)
      if (status !== 200) refused.push(`${status} ${path}`)
      await sleep(OWNER_EVERY_MS)
    }
  }
  await Promise.all([...Array.from({ length: AT_ONCE }, visit), own()])
  const after = await usageOf(rasters)
  const memory = await memoryOf(server.pid)
  for (const visitor of visitors) visitor.close()
  if (refused.length > 0) console.error(refused.slice(0, 10).join('\n'))
  return [
    rowOf('disk', 'files more', [after.files - before.files], TOLERATED_FILES),
    rowOf('disk', 'MiB more, in blocks of 4 KiB', [(after.bytes - before.bytes) / MIB], TOLERATED_MIB),
    ...[...answers].sort().map(([status, count]) => rowOf('visitor', `answers ${status}`, [count])),
    latencyRow('owner', 'a product every two seconds, ms', ownersMs),
    rowOf('owner', 'requests not answered with 200', [refused.length], 0),
    ...(memory ? [rowOf('service', 'resident, MiB', [memory.residentMiB])] : []),
  ]
}

/** Endless sequence of distinct tile URLs: the worst case for a cache. */
function* addressesOf(id: string, layer: Layer): Generator<string> {
  const random = seededRandom(SEED)
  const whole = (below: number) => Math.floor(random() * below)
  for (let count = 0; ; count++) {
    const result = `/results/${id}`
    const tile = tileOf(layer, random)
    const elsewhere = `${10 + whole(12)}/${whole(1000)}/${whole(1000)}.png`
    const [lat, lon] = [47 + random(), 9 + random()]
    yield* [
      `${result}/tiles/${tile}`,
      `${result}/values/${tile}`,
      `${result}/tiles/${elsewhere}`,
      `${result}/values/${elsewhere}`,
      `${result}/tiles/${tile}?layer=class`,
      `${result}/value?lat=${lat}&lon=${lon}`,
    ]
    if (count % 20 === 0)
      yield `${result}.geojson?tolerance_m=${whole(1000)}&levels=${-120 + whole(20)},${-90 + whole(20)}`
    if (count % 20 === 5) yield `${result}.geojson?max_bytes=${100_000 + whole(9_000_000)}`
    if (count % 20 === 10)
      yield `${result}.geojson?levels=${-120 + whole(60)}&max_bytes=${10 ** (5 + whole(2))}`
    if (count % 100 === 15) yield `${result}.kmz`
    if (count % 100 === 55) yield `${result}.png?style=map`
    if (count % 100 === 75) yield `${result}/stats`
  }
}

function* ownProducts(id: string, layer: Layer): Generator<string> {
  const random = seededRandom(SEED + 1)
  for (;;) {
    yield `/results/${id}/tiles/${tileOf(layer, random)}`
    yield `/results/${id}.png`
    yield `/results/${id}/stats`
    yield `/results/${id}.geojson`
  }
}

/** Random tile of the result, from six levels coarser than its cells to four levels finer. */
function tileOf({ bounds, maxzoom }: Layer, random: () => number): string {
  const [west, south, east, north] = bounds
  const z = Math.max(0, maxzoom + 4 - Math.floor(11 * random()))
  return pathOf(tileAt(west + random() * (east - west), south + random() * (north - south), z))
}

/** Number of files below a folder, and size in bytes of their disk blocks. */
async function usageOf(folder: string): Promise<{ files: number; bytes: number }> {
  let [files, bytes] = [0, 0]
  for (const name of await readdir(folder, { recursive: true })) {
    const stats = await stat(join(folder, name)).catch(() => undefined)
    if (!stats?.isFile()) continue
    files++
    bytes += Math.ceil(stats.size / BLOCK_BYTES) * BLOCK_BYTES
  }
  return { files, bytes }
}
