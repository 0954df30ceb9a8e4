/** Slowdown of other accounts' simulations while the raster of a large network is computed. */

import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../test/references/random.ts'
import { integer } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { makeReport, median, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { wideTerrain } from '../ground/wide-terrain.ts'
import { deviceOf, finished, onService, type Service } from './finished-result.ts'

const OTHERS = 2
/** Side in degrees of the square around the transmitter that contains the sites. */
const SQUARE_DEG = 1.2
const SEED = 33
const POLL_MS = 2000

export const part = definePart({
  about: `The service in a process of its own on synthetic terrain. One account has a network of free-space results of a million cells each and
requests best_server as a whole GeoTIFF; two others run sequential simulations of line of sight over a million cells: alternately
alone, and while that raster is made repeatedly. Reports the times and the ratio of each pair.`,
  help: `  --jobs N     simulations per account and round (40)
  --rounds N   pairs (3)`,
  options: {
    sites: { type: 'string', default: '200' },
    jobs: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '3' },
  },
  async measure(values) {
    const sites = integer('--sites', values.sites, 1, 250)
    const jobs = integer('--jobs', values.jobs, 1, 100)
    const rounds = integer('--rounds', values.rounds, 1, 20)
    return inTemporaryFolder((dataDir) =>
      onService(dataDir, 1 + OTHERS, async (service) => {
        const id = await networkOf(service, sites)
        // Warm-up: starts threads and hashes files.
        await othersS(service, 1)
        const [aloneS, loadedS, ratios]: number[][] = [[], [], []]
        let made = 0
        for (let round = 0; round < rounds; round++) {
          const alone = median(await othersS(service, jobs))
          const making = keepMaking(service, id, made)
          const loaded = median(await othersS(service, jobs))
          made = await making.stop()
          aloneS.push(alone)
          loadedS.push(loaded)
          ratios.push(loaded / alone)
        }
        return makeReport(await deviceOf(service), [
          rowOf('alone', 'a simulation, median of a round, s', aloneS),
          rowOf('with best_server', 'a simulation, median of a round, s', loadedS),
          rowOf('with best_server', 'ratio of each pair', ratios),
          rowOf('with best_server', 'rasters begun', [made]),
        ])
      }),
    )
  },
})

async function networkOf({ clients: [client] }: Service, count: number): Promise<string> {
  const random = seededRandom(SEED)
  const around = (deg: number, stretch: number) => deg + SQUARE_DEG * stretch * (random() - 0.5)
  const simulations = Array.from({ length: count }, () => ({
    ...{ tx_lat: around(wideTerrain.latDeg, 1), tx_lon: around(wideTerrain.lonDeg, 1.4) },
    ...{ tx_height: 30, frequency: 868, model: 'free_space', rx_sensitivity_dbm: -75 },
    ...{ max_range: 15, resolution: 26.6 },
  }))
  const { batch_id } = await client.json<{ batch_id: string }>('/api/v1/simulations/batch', {
    method: 'POST',
    body: { simulations, grid: 'first' },
  })
  const path = `/api/v1/simulations?batch=${batch_id}&status=pending&limit=1`
  while ((await client.json<{ total: number }>(path)).total > 0) await sleep(POLL_MS)
  const body = { batch: batch_id }
  return (await client.json<{ id: string }>('/api/v1/networks', { method: 'POST', body })).id
}

/** Durations in s of the other accounts' simulations, of which each account runs one at a time. */
async function othersS({ clients: [, ...others] }: Service, jobs: number): Promise<number[]> {
  const body = {
    ...{ tx_lat: wideTerrain.latDeg, tx_lon: wideTerrain.lonDeg, tx_height: 30, frequency: 868 },
    ...{ max_range: 15, resolution: 26.6 },
  }
  const lists = await Promise.all(
    others.map(async (client) => {
      const seconds: number[] = []
      for (let job = 0; job < jobs; job++) seconds.push((await finished(client, body)).seconds)
      return seconds
    }),
  )
  return lists.flat()
}

/**
 * Requests network rasters until `stop`, which resolves with the number of all so far, `begun` included; each
 * request has a different view to miss the cache.
 */
function keepMaking({ clients: [client] }: Service, id: string, begun: number): { stop(): Promise<number> } {
  let isOn = true
  const making = (async () => {
    while (isOn) {
      const address = `/results/${id}.tif?layer=best_server&eirp_dbm=${(begun++ % 171) - 50}`
      const answer = await client.ask(address)
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`)
    }
  })()
  return {
    async stop() {
      isOn = false
      await making
      return begun
    },
  }
}
