/** `--preset`: a usual radio under the request that flags and a body make. */

import { models } from '../../../kernels/models.ts'
import { commonFor } from '../../requests/over.ts'
import { type Preset, presets } from '../../requests/presets.ts'
import { UsageError } from '../errors.ts'
import { nearest } from './nearest.ts'

/** Models that know no power take none of its figures. */
const ofPower = [
  'tx_power_dbm',
  'tx_gain_dbi',
  'tx_loss_db',
  'rx_gain_dbi',
  'rx_loss_db',
  'rx_sensitivity_dbm',
]

export function presetNamed(name: string): Preset {
  const found = presets().find((one) => one.name === name.toLowerCase())
  if (found) return found
  const names = presets().map((one) => one.name)
  throw new UsageError(
    `There is no preset "${name}": nearest are ${nearest(name, names).join(', ')}. coverage presets lists all ${names.length}.`,
  )
}

/** What is no model is for the service to refuse. */
function knowsPower(name: unknown): boolean {
  return models.get(String(name))?.output.includes('received_power') ?? true
}

/** What the request says wins. */
export function withPreset(name: string, body: Record<string, unknown>): Record<string, unknown> {
  const { body: ofPreset } = presetNamed(name)
  const unwanted = knowsPower(body.model) ? [] : ofPower
  const kept = Object.entries(commonFor(ofPreset, body)).filter(([field]) => !unwanted.includes(field))
  return { ...Object.fromEntries(kept), ...body }
}
