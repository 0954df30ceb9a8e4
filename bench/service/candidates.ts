/** Time of a search among many candidate sites, compared with a batch of simulations of some sites. */

import { setTimeout as sleep } from 'node:timers/promises'
import { integer } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { makeReport, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { wideTerrain } from '../ground/wide-terrain.ts'
import { deviceOf, onService, type Service } from './finished-result.ts'

/** Maximum ratio of the time per candidate to the time per single simulation. */
const MAXIMUM_RATIO = 0.5
/** Half the side lengths, in degrees, of the area that contains the candidates. */
const AREA = { latDeg: 0.13, lonDeg: 0.2 }
/** Low-discrepancy points in a plane are the multiples of these numbers, modulo 1. */
const SPREAD = { lat: 0.6180339887, lon: 0.7548776662 }
const SITE = { tx_height: 30, frequency: 868, max_range: 30, resolution: 90 }
/** Polls within 300 requests a minute, the limit of the plan. */
const POLL_MS = 500

export const part = definePart({
  about: `Line of sight over 30 km of synthetic ground of one arc second with cells of 90 m, through the service: a search among candidates
in an area of 29 by 30 km, alternating with a batch of single simulations of some of them. Reports the time from POST to
completed per candidate and per simulation, and the ratio of each pair.`,
  help: `  --candidates N  candidates per search (200)
  --singles N     simulations per batch (100)
  --rounds N      pairs (3)`,
  options: {
    candidates: { type: 'string', default: '200' },
    singles: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
  },
  async measure(values) {
    const count = integer('--candidates', values.candidates, 2, 10_000)
    const singles = integer('--singles', values.singles, 1, count)
    const rounds = integer('--rounds', values.rounds, 1, 20)
    return inTemporaryFolder((dataDir) =>
      onService(dataDir, 1, async (service) => {
        // Warm-up: starts threads and hashes files.
        const body = { batch: (await singleMs(service, 0, Math.min(6, singles))).batchId }
        const network = await service.clients[0].json<{ id: string }>('/api/v1/networks', {
          method: 'POST',
          body,
        })
        const [single, candidate, ratios]: number[][] = [[], [], []]
        for (let round = 0; round < rounds; round++) {
          const { ms } = await singleMs(service, round * singles, singles)
          const candidateMs = await searchMs(service, network.id, count)
          single.push(ms)
          candidate.push(candidateMs)
          ratios.push(candidateMs / ms)
        }
        return makeReport(await deviceOf(service), [
          rowOf(`${singles} simulations`, 'one, ms', single),
          rowOf(`${count} candidates`, 'one, ms', candidate),
          rowOf(`${count} candidates`, "a candidate's time over a simulation's", ratios, MAXIMUM_RATIO),
        ])
      }),
    )
  },
})

function placeOf(at: number) {
  return {
    lat: wideTerrain.latDeg + AREA.latDeg * (2 * ((at * SPREAD.lat) % 1) - 1),
    lon: wideTerrain.lonDeg + AREA.lonDeg * (2 * ((at * SPREAD.lon) % 1) - 1),
  }
}

/** Time in ms per simulation of a batch whose simulations share one lattice of cells. */
async function singleMs({ clients: [client] }: Service, from: number, count: number) {
  const simulations = Array.from({ length: count }, (_, at) => {
    const { lat, lon } = placeOf(from + at)
    return { ...SITE, tx_lat: lat, tx_lon: lon }
  })
  const startMs = performance.now()
  const { batch_id: batchId } = await client.json<{ batch_id: string }>('/api/v1/simulations/batch', {
    method: 'POST',
    body: { simulations, grid: 'first' },
  })
  const pending = `/api/v1/simulations?batch=${batchId}&status=pending&limit=1`
  while ((await client.json<{ total: number }>(pending)).total > 0) await sleep(POLL_MS)
  return { ms: (performance.now() - startMs) / count, batchId }
}

/** Time per candidate of a search for three further sites. */
async function searchMs({ clients: [client] }: Service, network: string, count: number): Promise<number> {
  const features = Array.from({ length: count }, (_, at) => {
    const { lat, lon } = placeOf(at)
    return { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lon, lat] } }
  })
  const startMs = performance.now()
  const { id } = await client.json<{ id: string }>(`/api/v1/networks/${network}/search`, {
    method: 'POST',
    body: { candidates: { type: 'FeatureCollection', features }, sites: 3 },
  })
  for (;;) {
    const search = await client.json<{ status: string }>(`/api/v1/searches/${id}`)
    if (search.status === 'completed') return (performance.now() - startMs) / count
    if (search.status !== 'pending') throw new Error(`A search failed: ${JSON.stringify(search)}`)
    await sleep(POLL_MS)
  }
}
