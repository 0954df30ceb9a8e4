/** Losses around antennas, P.2108-1 and P.2109-2, against values computed from the Recommendations' formulas elsewhere. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Building, buildingEntryDb } from '../../../kernels/propagation/building-entry.ts'
import { heightGainLossDb, statisticalClutterDb } from '../../../kernels/propagation/clutter.ts'
import type { ReferenceSet, Tolerance, Value } from './comparison.ts'

interface EndValues {
  a_h: { frequency_ghz: number; height_m: number; clutter_height_m: number; kind: string; a_h_db: number }[]
  l_ctt: { frequency_ghz: number; distance_km: number; percent: number; l_ctt_db: number }[]
  bel: {
    building: Building
    frequency_ghz: number
    percent: number
    elevation_deg: number
    loss_db: number
  }[]
}

const HEIGHT_GAIN = 'height gain, P.2108 §3.1 (dB)'
const STATISTICAL = 'statistical clutter, P.2108 §3.2 (dB)'
const ENTRY = 'building entry, P.2109 (dB)'
const tolerance: Tolerance = { maximum: 1e-3, why: 'a hundred times the last digit of the file' }

const fileOf = (dir: string) => join(dir, 'ends', 'ends.json')

export const endsSet: ReferenceSet = {
  name: 'ends',
  isIn: (dir) => existsSync(fileOf(dir)),
  plain(dir) {
    const { a_h, l_ctt, bel }: EndValues = JSON.parse(readFileSync(fileOf(dir), 'utf8'))
    const value = (quantity: string, row: number, want: number, got: number): Value => ({
      quantity,
      from: `ends.json row ${row + 1}`,
      want,
      got,
    })
    return [
      ...a_h.map(({ kind, height_m, clutter_height_m, frequency_ghz, a_h_db }, row) => {
        const type = kind === 'open_or_water' ? 'water' : 'urban'
        const got = heightGainLossDb(type, height_m, clutter_height_m, frequency_ghz)
        return value(HEIGHT_GAIN, row, a_h_db, got)
      }),
      ...l_ctt.map(({ distance_km, frequency_ghz, percent, l_ctt_db }, row) =>
        value(STATISTICAL, row, l_ctt_db, statisticalClutterDb(distance_km, frequency_ghz, percent)),
      ),
      ...bel.map(({ building, frequency_ghz, percent, elevation_deg, loss_db }, row) =>
        value(ENTRY, row, loss_db, buildingEntryDb(building, frequency_ghz, percent, elevation_deg)),
      ),
    ]
  },
  tolerances: { [HEIGHT_GAIN]: tolerance, [STATISTICAL]: tolerance, [ENTRY]: tolerance },
  notes: [],
}
