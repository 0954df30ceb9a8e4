/**
 * ITM against NTIA's own examples: both modes with all intermediates, tables of percentages, area.csv. On the device,
 * which has no area mode: the losses over NTIA's profile as published, and every path along it against the plain
 * function.
 */

import { type ItmResult, itmPointToPoint } from '../../../kernels/models/itm/itm.ts'
import { itmModel } from '../../../kernels/models/itm/model.ts'
import type { Profile } from '../../../kernels/models/itm/path-ground.ts'
import { ITM_MODES } from '../../../kernels/models/itm/reference-attenuation.ts'
import type { ItmParameters } from '../../../kernels/models/itm/settings.ts'
import type { ReferenceSet, Tolerance, Value } from './comparison.ts'
import { itmArea } from './itm-area.ts'
import { hasItm, type ItmCase, itmCases } from './itm-files.ts'
import type { RayJob, RayLosses } from './rays.ts'

/** Half of the last digit that is printed. */
function printed(maximum: number): Tolerance {
  return { maximum, why: 'half of the last digit that NTIA prints: the printed values are the same' }
}

const code: Tolerance = { maximum: 0, why: 'a code, no measure' }

/** What NTIA prints, by its own names: units, our value, and how well it has to agree. */
const QUANTITIES: Record<string, { unit: string; of: (result: ItmResult) => number; tolerance: Tolerance }> =
  {
    'Basic Transmission Loss': { unit: 'dB', of: ({ lossDb }) => lossDb, tolerance: printed(0.05) },
    'Free Space': { unit: 'dB', of: ({ freeSpaceDb }) => freeSpaceDb, tolerance: printed(0.05) },
    A_ref__db: { unit: 'dB', of: ({ referenceDb }) => referenceDb, tolerance: printed(0.05) },
    d__km: { unit: 'km', of: ({ path }) => path.distanceM / 1000, tolerance: printed(0.0005) },
    theta_hzn_tx: { unit: 'mrad', of: ({ path }) => 1000 * path.txAngle, tolerance: printed(0.0005) },
    theta_hzn_rx: { unit: 'mrad', of: ({ path }) => 1000 * path.rxAngle, tolerance: printed(0.0005) },
    d_hzn_tx__meter: { unit: 'm', of: ({ path }) => path.txHorizonM, tolerance: printed(0.5) },
    d_hzn_rx__meter: { unit: 'm', of: ({ path }) => path.rxHorizonM, tolerance: printed(0.5) },
    h_e_tx__meter: { unit: 'm', of: ({ path }) => path.txEffectiveM, tolerance: printed(0.05) },
    h_e_rx__meter: { unit: 'm', of: ({ path }) => path.rxEffectiveM, tolerance: printed(0.05) },
    N_s: { unit: 'N-units', of: ({ path }) => path.refractivity, tolerance: printed(0.05) },
    delta_h__meter: { unit: 'm', of: ({ path }) => path.deltaHM, tolerance: printed(0.05) },
    'Mode of Propagation': { unit: '1', of: ({ mode }) => ITM_MODES.indexOf(mode), tolerance: code },
    'ITM Warning Flags': { unit: '1', of: ({ warningFlags }) => warningFlags, tolerance: code },
  }

const ON_DEVICE = 'loss over the profile on the device (dB)'
const ALONG = 'along the profile against plain (dB)'
const ALONG_DB = 0.005

function named(name: string): string {
  return `${name} (${QUANTITIES[name].unit})`
}

export const itmSet: ReferenceSet = {
  name: 'itm',
  isIn: hasItm,
  plain: (dir) => itmCases(dir).flatMap(ofCase),
  device: async (dir, { rays }) => {
    const values: Value[] = []
    for (const { from, asked, published } of itmCases(dir)) {
      if (asked.profile) values.push(...(await onDevice(rays, from, asked, published)))
    }
    return values
  },
  tolerances: {
    ...Object.fromEntries(
      Object.entries(QUANTITIES).map(([name, { tolerance }]) => [named(name), tolerance]),
    ),
    [ON_DEVICE]: {
      maximum: 0.05 + ALONG_DB,
      why: 'half of the last digit that NTIA prints, and what float32 takes',
    },
    [ALONG]: {
      maximum: ALONG_DB,
      why: 'float32 on the device: ten times the greatest error seen over 28 000 paths of all kinds, a twentieth of what is promised',
    },
  },
  notes: ['itm: area mode has no form on the device.'],
}

function ofCase({ from, asked, published }: ItmCase): Value[] {
  const result = asked.profile ? itmPointToPoint(asked.profile, asked.parameters) : itmArea(asked.parameters)
  return Object.entries(QUANTITIES).flatMap(([name, { of }]) => {
    const want = published.get(name)
    return want === undefined ? [] : [{ quantity: named(name), from, want, got: of(result) }]
  })
}

async function onDevice(
  rays: RayLosses,
  from: string,
  { profile, parameters }: { profile: Profile; parameters: ItmParameters },
  published: Map<string, number>,
): Promise<Value[]> {
  const { heightsM, spacingM } = profile
  const lossesDb = await rays.along(itmRay(profile, parameters))
  const last = heightsM.length - 1
  const want = published.get('Basic Transmission Loss') as number
  const values: Value[] = [{ quantity: ON_DEVICE, from, want, got: lossesDb[last] }]
  for (let step = 1; step <= last; step++) {
    const path = { heightsM: Array.from(heightsM).slice(0, step + 1), spacingM }
    values.push({
      quantity: ALONG,
      from: `${from} step ${step}`,
      want: itmPointToPoint(path, parameters).lossDb,
      got: lossesDb[step],
    })
  }
  return values
}

/** ITM along one profile; of a receiver that does not follow the ground `rxHeightM` is above the datum. */
export function itmRay(
  { heightsM, spacingM }: Profile,
  parameters: ItmParameters,
  receiverFollowsGround = true,
): RayJob {
  const { frequencyMhz, rxHeightM, txHeightM } = parameters
  return {
    model: itmModel,
    parameters,
    heightsM,
    spacingM,
    txAntennaM: heightsM[0] + txHeightM,
    frequencyMhz,
    rxHeightM,
    receiverFollowsGround,
    kFactor: 4 / 3,
    txLatDeg: 0,
  }
}
