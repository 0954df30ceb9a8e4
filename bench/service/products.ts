/** Time to generate each product of a large result for the first time, through the real service. */

import { setTimeout as sleep } from 'node:timers/promises'
import { integers, oneOf, UsageError } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { makeReport, type Row, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { wideTerrain } from '../ground/wide-terrain.ts'
import {
  deviceOf,
  finished,
  forgetProducts,
  onService,
  type ResultModel,
  resultModels,
  resultRequest,
  type Service,
} from './finished-result.ts'
import { type Layer, pathOf, randomTiles, tileAt } from './map-tiles.ts'
import { memoryOf, processorSecondsOf, resetPeak } from './process-memory.ts'

const DEFAULT_MILLIONS = '400'
const RANDOM_TILES = 50
/** Pause in ms, longer than the idle timeout of product threads. */
const IDLE_MS = 12_000
const HEALTH_MS = 25
const SEED = 15

/** URL suffixes of the products of a result; tiles are measured separately. */
const products = ['.geojson', '.kmz', '/stats', '.png', '.png?style=map']
/** Statistics of further views of a path-loss result, summed from the counts that the first view produced. */
const views = ['/stats?sensitivity_dbm=-100', '/stats?sensitivity_dbm=-87&eirp_dbm=20']

export const part = definePart({
  about: `Computes a result through the service, in a process of its own on synthetic terrain, then requests each of its products for the
first time: ${products.join(', ')}, of path loss statistics in other views, a tile,
${RANDOM_TILES} other tiles. Reports time, bytes, resident memory of the service before and
at its peak (Linux only; the compute process idles), its processor time, and the longest GET /health meanwhile.
Product threads have ended before each request.`,
  help: `  --cells 4M,…   sizes in millions of cells (${DEFAULT_MILLIONS}M)
  --model NAME   ${resultModels.join(' or ')}: classes, or received power (${resultModels[0]})
  --product TEXT only products whose address contains TEXT`,
  options: {
    cells: { type: 'string', default: DEFAULT_MILLIONS },
    model: { type: 'string', default: resultModels[0] },
    product: { type: 'string', default: '' },
  },
  async measure(values) {
    const sizes = integers('--cells', values.cells.replaceAll(/(?<=\d)M/g, ''), 1, 400)
    const model = oneOf('--model', values.model, resultModels)
    const chosen = products.filter((ending) => ending.includes(values.product))
    if (chosen.length === 0 && !'/tiles'.includes(values.product)) {
      throw new UsageError(`Expected --product to be a part of ${[...products, '/tiles'].join(', ')}.`)
    }
    return inTemporaryFolder((dataDir) =>
      onService(dataDir, 1, async (service) => {
        const rows: Row[] = []
        for (const millions of sizes) rows.push(...(await sizeRows(service, model, millions, values.product)))
        return makeReport(await deviceOf(service), rows)
      }),
    )
  },
})

async function sizeRows(
  service: Service,
  model: ResultModel,
  millions: number,
  only: string,
): Promise<Row[]> {
  const [client] = service.clients
  const { id, seconds } = await finished(client, resultRequest(model, millions))
  const name = `${model}, ${millions} million cells`
  const tif = await client.ask(`/results/${id}.tif`, { method: 'HEAD' })
  const rows = [
    rowOf(name, 'computed, s', [seconds]),
    rowOf(name, 'GeoTIFF, MB', [Number(tif.headers['content-length']) / 1e6]),
  ]
  const layer = await client.json<Layer>(`/results/${id}/tiles.json`)
  const over = (z: number) => `/tiles/${pathOf(tileAt(wideTerrain.lonDeg, wideTerrain.latDeg, z))}`
  const ofViews = model === 'los' ? [] : views
  const paths = [over(layer.maxzoom), over(layer.maxzoom - 5), ...products, ...ofViews]
  for (const path of paths.filter((one) => one.includes(only))) {
    rows.push(...(await productRows(service, name, `/results/${id}${path}`, path)))
  }
  if ('/tiles'.includes(only)) {
    await forgetProducts(service, id)
    const tiles = randomTiles(layer, RANDOM_TILES, SEED)
    const addresses = tiles.map((tile) => `/results/${id}/tiles/${pathOf(tile)}`)
    for (const kept of ['', ', kept']) {
      const tookMs: number[] = []
      for (const address of addresses) tookMs.push((await ask(service, address)).ms)
      rows.push(rowOf(name, `random tiles${kept}, ms`, tookMs))
    }
  }
  return rows
}

/** First request of a product: time, size, and the service's processor time and memory. */
async function productRows(service: Service, name: string, address: string, path: string): Promise<Row[]> {
  const { pid } = service.server
  await sleep(IDLE_MS)
  await resetPeak(pid)
  const before = await memoryOf(pid)
  const processorBefore = await processorSecondsOf(pid)
  const health = watchHealth(service)
  const { ms, bytes } = await ask(service, address)
  const longestMs = await health.stop()
  const processor = (await processorSecondsOf(pid)) - processorBefore
  const after = await memoryOf(pid)
  return [
    rowOf(name, `${path}, s`, [ms / 1000]),
    rowOf(name, `${path}, MB`, [bytes / 1e6]),
    ...(before && after
      ? [
          rowOf(name, `${path}, processor time, s`, [processor]),
          rowOf(name, `${path}, resident before, MiB`, [before.residentMiB]),
          rowOf(name, `${path}, resident at the peak, MiB`, [after.peakMiB]),
        ]
      : []),
    rowOf(name, `${path}, longest GET /health meanwhile, ms`, [longestMs]),
  ]
}

async function ask({ clients: [client] }: Service, address: string): Promise<{ ms: number; bytes: number }> {
  const startMs = performance.now()
  const answer = await client.ask(address)
  const ms = performance.now() - startMs
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${answer.text.slice(0, 300)}`)
  return { ms, bytes: answer.body.length }
}

/** Polls GET /health; `stop` resolves with the longest latency in ms. */
function watchHealth({ clients: [client] }: Service): { stop(): Promise<number> } {
  let isOn = true
  let longestMs = 0
  const polling = (async () => {
    while (isOn) {
      const startMs = performance.now()
      await client.ask('/health')
      longestMs = Math.max(longestMs, performance.now() - startMs)
      await sleep(HEALTH_MS)
    }
  })()
  return {
    async stop() {
      isOn = false
      await polling
      return longestMs
    },
  }
}
