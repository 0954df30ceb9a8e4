/** Reads the reference profiles and results of P.1812 by ITU-R Study Group 3. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { P1812Options } from '../../../kernels/models/p1812/p1812.ts'
import type { Profile } from '../../../kernels/propagation/profile.ts'
import { cellsOf } from './comparison.ts'

export interface ReferenceProfile extends Profile {
  distancesM: Float64Array
  heightsM: Float64Array
  clutterM: Float64Array
  zones: Float64Array
}

export interface ReferenceCase {
  name: string
  profile: ReferenceProfile
  options: Required<P1812Options>
  /** Published values by the symbol that the log gives them, without its unit. */
  published: Record<string, number>
}

export function hasP1812(dir: string): boolean {
  return existsSync(join(dir, 'p1812', 'validation_results'))
}

/** All cases under DIR/p1812. */
export function p1812Cases(dir: string): ReferenceCase[] {
  const results = join(dir, 'p1812', 'validation_results')
  const profiles = new Map<string, ReferenceProfile>()
  return readdirSync(results)
    .filter((file) => file.endsWith('.csv'))
    .sort()
    .map((file) => {
      const published = readResult(join(results, file))
      const name = file.replace(/_\d+\.csv$/, '')
      const profile =
        profiles.get(name) ?? readProfile(join(dir, 'p1812', 'validation_profiles', `${name}.csv`))
      profiles.set(name, profile)
      return { name: file, profile, options: optionsOf(file, published), published }
    })
}

function readResult(path: string): Record<string, number> {
  const published: Record<string, number> = {}
  for (const [label = '', , , value = ''] of cellsOf(readFileSync(path, 'utf8'))) {
    const symbol = label.replace(/\s*\(.*$/, '')
    // Heights of the smooth earth come twice under one name, before and after they are corrected; the first counts.
    if (symbol !== '' && value !== '' && !Object.hasOwn(published, symbol)) published[symbol] = Number(value)
  }
  return published
}

function readProfile(path: string): ReferenceProfile {
  const lines = cellsOf(readFileSync(path, 'utf8'))
  const begin = lines.findIndex(([first]) => first === '{Begin of Profile}')
  const end = lines.findIndex(([first]) => first === '{End of Profile}')
  if (begin < 0 || end < begin + 4) throw new Error(`${path}: no profile between its begin and end`)
  // The number of points follows the begin.
  const rows = lines.slice(begin + 2, end).map((cells) => cells.map(Number))
  const column = (at: number, factor = 1) =>
    Float64Array.from(rows, (row) => (row[at] ?? Number.NaN) * factor)
  return { distancesM: column(0, 1000), heightsM: column(1), clutterM: column(3), zones: column(4) }
}

function optionsOf(file: string, published: Record<string, number>): Required<P1812Options> {
  const of = (symbol: string): number => {
    const value = published[symbol]
    if (value === undefined || !Number.isFinite(value)) throw new Error(`${file}: no value for ${symbol}`)
    return value
  }
  return {
    frequencyMhz: of('f') * 1000,
    txHeightM: of('htg'),
    rxHeightM: of('hrg'),
    polarization: of('pol') === 2 ? 'vertical' : 'horizontal',
    timePercent: of('p'),
    locationPercent: of('pL'),
    locationDeviationDb: of('sigmaL'),
    refractivityLapse: of('DN'),
    seaLevelRefractivity: of('N0'),
    latitudeDeg: of('phi'),
    txCoastKm: of('dct'),
    rxCoastKm: of('dcr'),
  }
}
