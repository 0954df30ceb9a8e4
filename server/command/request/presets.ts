/** Option `--preset`: default radio values for fields missing from flags and body. */

import { models } from '../../../kernels/models.ts'
import { commonFor } from '../../requests/over.ts'
import { type Preset, presets } from '../../requests/presets.ts'
import { UsageError } from '../errors.ts'
import { nearest } from './nearest.ts'

/** Preset fields that only path-loss models use. */
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
    `Unknown preset "${name}". Similar presets: ${nearest(name, names).join(', ')}. List of all ${names.length}: coverage presets.`,
  )
}

function knowsPower(name: unknown): boolean {
  return models.get(String(name))?.output.includes('received_power') ?? true
}

/** Adds preset values to a request; fields of the request take precedence. */
export function withPreset(name: string, body: Record<string, unknown>): Record<string, unknown> {
  const { body: ofPreset } = presetNamed(name)
  const unwanted = knowsPower(body.model) ? [] : ofPower
  const kept = Object.entries(commonFor(ofPreset, body)).filter(([field]) => !unwanted.includes(field))
  return { ...Object.fromEntries(kept), ...body }
}
