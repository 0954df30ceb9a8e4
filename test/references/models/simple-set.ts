/** Free space, two-ray and Hata against the values that ns-3's own tests expect. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PathLossModel } from '../../../kernels/model.ts'
import { freeSpaceModel } from '../../../kernels/models/free-space/model.ts'
import type { HATA_CITY_SIZES } from '../../../kernels/models/hata/hata.ts'
import { hataModel } from '../../../kernels/models/hata/model.ts'
import { twoRayModel } from '../../../kernels/models/two-ray/model.ts'
import { cellsOf, type ReferenceSet, type Value } from './comparison.ts'
import type { RayLosses } from './rays.ts'

const POWERS = 'ns3_friis_tworay_logdistance.csv'
const LOSSES = 'ns3_hata_cost231_p1411.csv'

const FREE_SPACE = 'free_space (dB)'
const TWO_RAY = 'two_ray (dB)'
const HATA = 'hata (dB)'
const COST231 = 'hata above 1500 MHz (dB)'

/** What ns-3 leaves out of Hata's gain of a mobile's height in a large city, (12), where it computes COST 231. */
const NS3_OMISSION_DB = 4.97

interface SimpleCase {
  quantity: string
  from: string
  want: number
  model: PathLossModel
  parameters: unknown
  frequencyMhz: number
  distanceKm: number
  txM: number
  rxM: number
}

const nsTolerance = '0.1 dB as the file gives it'

export const simpleSet: ReferenceSet = {
  name: 'simple',
  isIn: (dir) => existsSync(join(dir, 'simple', POWERS)) && existsSync(join(dir, 'simple', LOSSES)),
  plain: (dir) => casesOf(dir).map((asked) => ({ ...asked, got: plainLossDb(asked) })),
  device: async (dir, { rays }) => {
    const values: Value[] = []
    for (const asked of casesOf(dir)) values.push({ ...asked, got: await deviceLossDb(asked, rays) })
    return values
  },
  tolerances: {
    [FREE_SPACE]: {
      maximum: 0.1,
      why: "ITU-R P.525 rounds the constant to 92.4 dB, ns-3's λ makes it 92.448",
    },
    [TWO_RAY]: { maximum: 0.1, why: 'as free space before the breakpoint' },
    [HATA]: { maximum: 0.1, why: nsTolerance },
    [COST231]: { maximum: 0.1, why: nsTolerance },
  },
  notes: [
    `simple: ns-3 leaves ${NS3_OMISSION_DB} dB of Hata's mobile height gain out of COST 231 in a large city; its value is compared with that put back.`,
    'simple: P.1411 and log-distance are models that are not here; their rows are not compared.',
  ],
}

function casesOf(dir: string): SimpleCase[] {
  return [...powerCases(join(dir, 'simple', POWERS)), ...lossCases(join(dir, 'simple', LOSSES))]
}

/** Rows of a file by the names in its first line. */
function records(path: string): Record<string, string>[] {
  const [names = [], ...rows] = cellsOf(readFileSync(path, 'utf8')).filter((cells) => cells.length > 1)
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])))
}

function powerCases(path: string): SimpleCase[] {
  const quantities: Record<string, [string, PathLossModel]> = {
    free_space: [FREE_SPACE, freeSpaceModel],
    two_ray_ground: [TWO_RAY, twoRayModel],
  }
  return records(path).flatMap((row) => {
    const known = quantities[row.model ?? '']
    if (known === undefined) return []
    return {
      quantity: known[0],
      from: `${POWERS} ${row.model} ${row.horizontal_dist_m} m`,
      want: 10 * Math.log10(Number(row.tx_power_w) / Number(row.rx_power_w)),
      model: known[1],
      parameters: {},
      frequencyMhz: Number(row.f_hz) / 1e6,
      distanceKm: Number(row.horizontal_dist_m) / 1000,
      txM: Number(row.h_tx_m),
      rxM: Number(row.h_rx_m),
    }
  })
}

function lossCases(path: string): SimpleCase[] {
  return records(path).flatMap((row) => {
    const isCost231 = row.model === 'cost231_hata'
    if (!isCost231 && row.model !== 'okumura_hata') return []
    const city = row.city as keyof typeof HATA_CITY_SIZES
    const omitted = isCost231 && city === 'large' ? NS3_OMISSION_DB : 0
    return {
      quantity: isCost231 ? COST231 : HATA,
      from: `${LOSSES} ${row.model} ${row.environment} ${city}`,
      want: Number(row.loss_db) + omitted,
      model: hataModel,
      parameters: hataModel.parse({ environment: row.environment, city_size: city }),
      frequencyMhz: Number(row.f_mhz),
      distanceKm: Number(row.dist_m) / 1000,
      txM: Number(row.h_base_m),
      rxM: Number(row.h_mobile_m),
    }
  })
}

function plainLossDb({ model, parameters, frequencyMhz, distanceKm, txM, rxM }: SimpleCase): number {
  const path = {
    distancesM: Float64Array.of(0, 1000 * distanceKm),
    heightsM: new Float64Array(2),
    frequencyMhz,
    txHeightM: txM,
    rxHeightM: rxM,
    kFactor: 4 / 3,
    latitudeDeg: 0,
    squareM: 100,
  }
  return model.lossOverPath(path, parameters).lossDb
}

/** One step of flat ground. */
async function deviceLossDb(asked: SimpleCase, rays: RayLosses): Promise<number> {
  const losses = await rays.along({
    model: asked.model,
    parameters: asked.parameters,
    heightsM: new Float32Array(2),
    spacingM: asked.distanceKm * 1000,
    frequencyMhz: asked.frequencyMhz,
    kFactor: 4 / 3,
    txAntennaM: asked.txM,
    txLatDeg: 0,
    rxHeightM: asked.rxM,
    receiverFollowsGround: true,
  })
  return losses[1] as number
}
