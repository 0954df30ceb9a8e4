/** Reads NTIA's own examples of ITM 1.4: inputs, printed results, the profile, and the losses of area mode. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLIMATE_NAMES } from '../../../kernels/models/itm/climates.ts'
import type { Profile } from '../../../kernels/models/itm/path-ground.ts'
import { ITM_DEFAULTS, type ItmParameters } from '../../../kernels/models/itm/settings.ts'
import { type Statistics, VARIABILITY_MODES } from '../../../kernels/models/itm/variability.ts'
import { cellsOf } from './comparison.ts'
import { type ItmAreaParameters, SITINGS } from './itm-area.ts'

/** One run of NTIA's program. */
export interface ItmCase {
  /** The file of its results, and the row of a table. */
  from: string
  /** Over a profile, or over a kind of ground. */
  asked:
    | { profile: Profile; parameters: ItmParameters }
    | { profile?: undefined; parameters: ItmAreaParameters }
  /** Published values by NTIA's names; the loss is `Basic Transmission Loss`. */
  published: Map<string, number>
}

/** Inputs by NTIA's names. */
type Inputs = ReadonlyMap<string, string>

const LOSS = 'Basic Transmission Loss'
const FREE_SPACE = 'Free Space'

export function hasItm(dir: string): boolean {
  return existsSync(join(dir, 'itm', 'area.csv')) && existsSync(join(dir, 'itm', 'pfl.txt'))
}

/** All runs under DIR/itm. */
export function itmCases(dir: string): ItmCase[] {
  const text = (file: string) => readFileSync(join(dir, 'itm', file), 'utf8')
  const profile = profileOf(text('pfl.txt'))
  const overProfile = (inputs: Inputs) => ({ profile, parameters: parametersOf(inputs) })
  const overArea = (inputs: Inputs) => ({ parameters: areaParametersOf(inputs) })
  const single = (run: string, askedOf: (inputs: Inputs) => ItmCase['asked']): ItmCase => ({
    from: `o_${run}.txt`,
    asked: askedOf(inputsOf(text(`i_${run}.txt`))),
    published: printed(text(`o_${run}.txt`)),
  })
  return [
    single('p2pcr', overProfile),
    single('p2ptls', overProfile),
    single('areacr', overArea),
    single('areatls', overArea),
    ...reliabilities(text).map((row) => ({ ...row, asked: overProfile(row.inputs) })),
    ...distances(text).map((row) => ({ ...row, asked: overArea(row.inputs) })),
    ...areaRows(text('area.csv')).map((row) => ({ ...row, asked: overArea(row.inputs) })),
  ]
}

type Row = Omit<ItmCase, 'asked'> & { inputs: Inputs }
type Read = (file: string) => string

/** Rows of reliability, columns of confidence. */
function reliabilities(text: Read): Row[] {
  const inputs = inputsOf(text('i_p2pcr_tbl.txt'))
  const confidences = listOf(inputs, 'confidence')
  return tableOf(text('o_p2pcr_tbl.txt')).flatMap(([reliability, ...losses]) =>
    confidences.map((confidence, at) => ({
      from: `o_p2pcr_tbl.txt reliability ${reliability} %, confidence ${confidence} %`,
      inputs: new Map([...inputs, ['reliability', `${reliability}`], ['confidence', confidence]]),
      published: new Map([[LOSS, losses[at]]]),
    })),
  )
}

/** Rows of distance with its loss of free space, columns of confidence. */
function distances(text: Read): Row[] {
  const inputs = inputsOf(text('i_areacr_tbl.txt'))
  const confidences = listOf(inputs, 'confidence')
  return tableOf(text('o_areacr_tbl.txt')).flatMap(([distance, freeSpace, ...losses]) =>
    confidences.map((confidence, at) => ({
      from: `o_areacr_tbl.txt ${distance} km, confidence ${confidence} %`,
      inputs: new Map([...inputs, ['d__km', `${distance}`], ['confidence', confidence]]),
      published: new Map([
        [LOSS, losses[at]],
        [FREE_SPACE, freeSpace],
      ]),
    })),
  )
}

function areaRows(text: string): Row[] {
  const [names = [], ...rows] = cellsOf(text.trim())
  return rows.map((cells, row) => {
    const inputs = new Map(names.map((name, at) => [name, cells[at]]))
    return {
      from: `area.csv row ${row + 1}`,
      inputs,
      published: new Map([[LOSS, Number(inputs.get('A__db'))]]),
    }
  })
}

/** `name,value`; a value may be a list. */
function inputsOf(text: string): Inputs {
  return matches(text, /^([^,]+),(.*)$/)
}

function listOf(inputs: Inputs, name: string): string[] {
  return (inputs.get(name) ?? '').split(',')
}

/** `name  value  (unit)` after the inputs; flags are hexadecimal. */
function printed(text: string): Map<string, number> {
  const results = text.slice(text.indexOf('\nResults'))
  return new Map(
    [...matches(results, /^(\S.*?\S) {2,}(\S+)(?: .*)?$/)].map(([name, value]) => [name, Number(value)]),
  )
}

function matches(text: string, pattern: RegExp): Map<string, string> {
  const found = text.split(/\r?\n/).map((line) => pattern.exec(line))
  return new Map(found.flatMap((groups) => (groups ? [[groups[1].trim(), groups[2].trim()]] : [])))
}

/** The numbers of a table's rows, which stands at the end of the results for several percentages. */
function tableOf(text: string): number[][] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /^\d+(\s+\d+\.\d)+$/.test(line))
    .map((line) => line.split(/\s+/).map(Number))
}

/** The number of steps, their length, the heights. */
function profileOf(text: string): Profile {
  const numbers = text.trim().split(',').map(Number)
  return { heightsM: numbers.slice(2, numbers[0] + 3), spacingM: numbers[1] }
}

function parametersOf(inputs: Inputs): ItmParameters {
  const number = (name: string) => Number(inputs.get(name))
  const mdvar = number('mdvar')
  const percentages = inputs.has('reliability')
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

function areaParametersOf(inputs: Inputs): ItmAreaParameters {
  const siting = (end: string) =>
    SITINGS[Number(inputs.get(`${end}_site_criteria`) ?? inputs.get(`${end}_siting_criteria`))]
  return {
    ...parametersOf(inputs),
    distanceM: 1000 * Number(inputs.get('d__km')),
    deltaHM: Number(inputs.get('delta_h__meter')),
    txSiting: siting('tx'),
    rxSiting: siting('rx'),
  }
}

/** ITM's other way to ask: the time percentage is called reliability and the situation's confidence. */
function confidenceAndReliability(
  confidencePercent: number,
  reliabilityPercent: number,
): Pick<Statistics, 'timePercent' | 'locationPercent' | 'situationPercent'> {
  return { timePercent: reliabilityPercent, locationPercent: 50, situationPercent: confidencePercent }
}
