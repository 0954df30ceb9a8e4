/** What a request means: its fields with the defaults filled in. */

import type { Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import { defaultModel } from '../config/defaults.ts'
import { antennaWithDefaults, asksForPower, withPolarization } from '../requests/antenna-rules.ts'
import { takesGain } from '../requests/model-rules.ts'
import type { SimulationRequest } from './schemas.ts'

type Optional = 'antenna' | 'k_factor' | 'output' | 'rx_gain_dbi' | 'rx_sensitivity_dbm' | 'terrain_spacing'
export type SimulationParams = Required<Omit<SimulationRequest, Optional>> &
  Pick<SimulationRequest, Optional> & { [ownParameter: string]: unknown }

/** The request's fields in the order of the specification, with the defaults filled in; only those the model has. */
export function withDefaults(body: SimulationRequest): SimulationParams {
  const request = withPolarization(body)
  const model = models.get(request.model ?? defaultModel) as Model
  const own = model.parameters.map(({ name, default: value }) => [
    name,
    (request as Record<string, unknown>)[name] ?? value,
  ])
  const ownValues = Object.fromEntries(own)
  const output = request.output ?? (model.kind === 'path_loss' ? model.output[0] : undefined)
  return {
    name: request.name ?? '',
    tx_lat: request.tx_lat,
    tx_lon: request.tx_lon,
    tx_height: request.tx_height,
    tx_height_mode: request.tx_height_mode ?? 'AGL',
    frequency: request.frequency,
    erp: request.erp ?? 1,
    rx_height: request.rx_height ?? 2,
    rx_height_mode: request.rx_height_mode ?? 'AGL',
    model: request.model ?? defaultModel,
    resolution: request.resolution ?? 30,
    max_range: request.max_range,
    ...(request.terrain_spacing !== undefined && { terrain_spacing: request.terrain_spacing }),
    ...(model.takes_k_factor && { k_factor: request.k_factor ?? 4 / 3 }),
    layers: request.layers ?? model.layers.slice(0, 1),
    ...(output !== undefined && { output }),
    ...(takesGain(request, model) && { rx_gain_dbi: request.rx_gain_dbi ?? 0 }),
    ...(request.rx_sensitivity_dbm !== undefined && { rx_sensitivity_dbm: request.rx_sensitivity_dbm }),
    ...(request.antenna && {
      antenna: antennaWithDefaults(request.antenna, ownValues, asksForPower(request, model)),
    }),
    ...ownValues,
  }
}
