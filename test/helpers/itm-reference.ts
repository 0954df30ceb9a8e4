import { readFileSync } from 'node:fs'
import { type ItmAreaParameters, SITINGS } from '../../kernels/itm/area.ts'
import { CLIMATE_NAMES } from '../../kernels/itm/climates.ts'
import type { ItmResult } from '../../kernels/itm/itm.ts'
import type { Profile } from '../../kernels/itm/path-ground.ts'
import { ITM_MODES } from '../../kernels/itm/reference-attenuation.ts'
import { confidenceAndReliability, ITM_DEFAULTS, type ItmParameters } from '../../kernels/itm/settings.ts'
import { VARIABILITY_MODES } from '../../kernels/itm/variability.ts'
import { sharedPath } from './shared-data.ts'

/** The rows of one of NTIA's files of `name,value` or `name value (unit)`. */
function rows(file: string, separator: RegExp): Map<string, string> {
  const lines = readFileSync(sharedPath('models/itm', file), 'utf8').split(/\r?\n/)
  return new Map(
    lines.flatMap((line) => {
      const found = separator.exec(line)
      return found ? [[found[1].trim(), found[2].trim()] as [string, string]] : []
    }),
  )
}

/** NTIA's inputs, by its own names; a value may be a list. */
export function inputs(file: string): Map<string, string> {
  return rows(file, /^([^,]+),(.*)$/)
}

/** NTIA's printed results, by its own names. */
export function printed(file: string): Map<string, string> {
  return rows(file, /^(\S.*?\S) {2,}(\S+)(?: .*)?$/)
}

/** The table at the end of results for several percentages: the rows' numbers. */
export function printedTable(file: string): number[][] {
  const text = readFileSync(sharedPath('models/itm', file), 'utf8')
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /^\d+(\s+\d+\.\d)+$/.test(line))
    .map((line) => line.split(/\s+/).map(Number))
}

export function readProfile(): Profile {
  const numbers = readFileSync(sharedPath('models/itm/pfl.txt'), 'utf8').trim().split(',').map(Number)
  return { heightsM: numbers.slice(2, numbers[0] + 3), spacingM: numbers[1] }
}

/** NTIA's numbered inputs as parameters. */
export function parametersOf(input: Map<string, string>): ItmParameters {
  const number = (name: string) => Number(input.get(name))
  const mdvar = number('mdvar')
  const percentages = input.has('reliability')
    ? confidenceAndReliability(number('confidence'), number('reliability'))
    : {
        timePercent: number('time'),
        locationPercent: number('location'),
        situationPercent: number('situation'),
      }
  return {
    ...ITM_DEFAULTS,
    txHeightM: number('h_tx__meter'),
    rxHeightM: number('h_rx__meter'),
    frequencyMhz: number('f__mhz'),
    polarization: number('pol') === 1 ? 'vertical' : 'horizontal',
    climate: CLIMATE_NAMES[number('climate') - 1],
    refractivity: number('N_0'),
    permittivity: number('epsilon'),
    conductivitySm: number('sigma'),
    variability: VARIABILITY_MODES[mdvar % 10],
    withoutLocation: mdvar % 20 >= 10,
    withoutSituation: mdvar >= 20,
    ...percentages,
  }
}

export function areaParametersOf(input: Map<string, string>): ItmAreaParameters {
  const siting = (end: string) =>
    SITINGS[Number(input.get(`${end}_site_criteria`) ?? input.get(`${end}_siting_criteria`))]
  return {
    ...parametersOf(input),
    distanceM: 1000 * Number(input.get('d__km')),
    deltaHM: Number(input.get('delta_h__meter')),
    txSiting: siting('tx'),
    rxSiting: siting('rx'),
  }
}

/** A result as NTIA prints it, digit for digit. */
export function asPrinted(result: ItmResult): Record<string, string> {
  const mrad = (angle: number) => (1000 * angle).toFixed(3)
  return {
    'ITM Warning Flags': `0x${result.warningFlags.toString(16).padStart(4, '0')}`,
    'Basic Transmission Loss': result.lossDb.toFixed(1),
    'Free Space': result.freeSpaceDb.toFixed(1),
    d__km: (result.distanceM / 1000).toFixed(3),
    theta_hzn_tx: mrad(result.horizonAngles[0]),
    theta_hzn_rx: mrad(result.horizonAngles[1]),
    d_hzn_tx__meter: result.horizonsM[0].toFixed(0),
    d_hzn_rx__meter: result.horizonsM[1].toFixed(0),
    h_e_tx__meter: result.effectiveHeightsM[0].toFixed(1),
    h_e_rx__meter: result.effectiveHeightsM[1].toFixed(1),
    N_s: result.surfaceRefractivity.toFixed(1),
    delta_h__meter: result.deltaHM.toFixed(1),
    A_ref__db: result.referenceDb.toFixed(1),
    'Mode of Propagation': String(ITM_MODES.indexOf(result.mode)),
  }
}

/** The published cases of area mode: inputs and loss, dB. */
export function areaCases(): { input: Map<string, string>; lossDb: number }[] {
  const [head, ...lines] = readFileSync(sharedPath('models/itm/area.csv'), 'utf8').trim().split(/\r?\n/)
  const names = head.split(',')
  return lines.map((line) => {
    const values = line.split(',')
    return {
      input: new Map(names.map((name, at) => [name, values[at]])),
      lossDb: Number(values[names.indexOf('A__db')]),
    }
  })
}
