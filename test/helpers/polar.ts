/** Simulations near the poles and across the date line, on known ground all around. */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { openDevice } from '../../kernels/device/device.ts'
import { models } from '../../kernels/models.ts'
import { openEngine } from '../../server/compute/engine.ts'
import { simulate } from '../../server/compute/simulate.ts'
import { jobOf } from '../../server/jobs/job.ts'
import type { SimulationParams } from '../../server/requests/simulation.ts'
import { readRaster } from '../../storage/rasters/read.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { putGeotiff } from './tiles.ts'

export interface Place {
  tx_lat: number
  tx_lon: number
  max_range: number
}

/** Tests for each model that it answers in the whole disc around each place. */
export async function answeredAt(t: Test, places: readonly Place[]): Promise<void> {
  const folder = t.testdir()
  for (const [name, northDeg] of [
    ['north.tif', 89.9],
    ['south.tif', -66],
  ] as const) {
    await mkdir(join(folder, 'terrain'), { recursive: true })
    // All around, some kilometres from post to post.
    await putGeotiff(join(folder, 'terrain', name), {
      rows: 240,
      cols: 3601,
      northDeg,
      westDeg: -180,
      latStepDeg: 0.1,
      lonStepDeg: 0.1,
      isPoint: true,
      heightAt: (row, col) => 300 + 80 * Math.sin(row / 3) + 60 * Math.cos((2 * Math.PI * col) / 90),
    })
  }
  await mkdir(join(folder, 'rasters'))
  const terrain = await openTerrain({ folders: [join(folder, 'terrain')] })
  const engine = await openEngine('0', await openDevice('webasm'))
  t.teardown(async () => {
    await engine.models.destroy()
    await engine.device.destroy()
  })

  for (const [name, model] of models) {
    t.test(name, async (t) => {
      const farthestKm =
        model.validity.find(({ parameter }) => parameter === 'max_range')?.maximum ?? Number.POSITIVE_INFINITY
      for (const place of places) {
        const rangeKm = Math.min(place.max_range, farthestKm)
        const params = {
          ...place,
          max_range: rangeKm,
          resolution: 50 * rangeKm,
          model: name,
          tx_height: 200,
          tx_height_mode: 'AGL',
          rx_height: 2,
          rx_height_mode: 'AGL',
          frequency: 900,
          erp: 10,
          ...Object.fromEntries(model.parameters.map((parameter) => [parameter.name, parameter.default])),
          ...(model.takes_k_factor && { k_factor: 4 / 3 }),
          ...(model.kind === 'visibility'
            ? { layers: ['visible'] }
            : {
                output: 'received_power',
                layers: ['value'],
                antenna: {
                  azimuth: 30,
                  tilt: 0,
                  pattern: {
                    type: 'sector',
                    horizontal_beamwidth: 70,
                    vertical_beamwidth: 10,
                    front_to_back: 20,
                  },
                },
              }),
        }
        const job = {
          id: 'polar',
          accountId: 'acc_1',
          job: jobOf(params as unknown as SimulationParams),
          memoryBytes: 2 ** 31,
          rasterDirectory: join(folder, 'rasters'),
        }
        await simulate(job, terrain, engine, {
          onProgress: () => {},
          signal: new AbortController().signal,
          maxPosts: 1e9,
        })
        const { data } = await readRaster(join(folder, 'rasters', 'polar.tif'))
        const answered = data.filter((value) => !Number.isNaN(value) && value !== 255).length
        const inDisc = (Math.PI * (1000 * rangeKm) ** 2) / params.resolution ** 2
        // Towards the pole cells are narrower than at the mast, so there are more; all ground is known.
        t.ok(
          answered > 0.9 * inDisc,
          `latitude ${place.tx_lat}, ${rangeKm} km: ${answered} of about ${inDisc.toFixed(0)}`,
        )
      }
    })
  }
}
