/** Simulation requests and the parameters of records as the document describes them: by model, with examples. */

import type { Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import { defaultModel } from '../config/defaults.ts'
import { paramsByModel, requestByModel } from '../requests/by-model.ts'
import { examplePositions, examplesByModel } from '../requests/examples.ts'
import type { SimulationParams } from './defaults.ts'
import { SimulationRequest } from './schemas.ts'

const ofPower = ['antenna', 'rx_gain_dbi', 'rx_sensitivity_dbm']

export const RequestByModel = requestByModel({
  request: SimulationRequest,
  models,
  defaultModel,
  takes,
})

/** Those that `withDefaults` fills in for every model. */
const filledIn = [
  'name',
  'tx_lat',
  'tx_lon',
  'tx_height',
  'tx_height_mode',
  'frequency',
  'erp',
  'rx_height',
  'rx_height_mode',
  'model',
  'resolution',
  'max_range',
] as const satisfies (keyof SimulationParams)[]

export const ParamsByModel = paramsByModel('SimulationParams', RequestByModel, filledIn)

export const requestExamples = examplesByModel(models, {
  name: 'Example',
  tx_lat: examplePositions.txLatDeg,
  tx_lon: examplePositions.txLonDeg,
  tx_height: 30,
  frequency: 868,
  rx_height: 2,
  resolution: 100,
  max_range: 10,
})

function takes(field: string, model: Model): boolean {
  if (field === 'k_factor') return model.takes_k_factor
  if (field === 'layers') return model.layers.length > 0
  return !ofPower.includes(field) || model.output.includes('received_power')
}
