/** Schemas of simulation requests and recorded parameters for the API document, by model, with examples. */

import type { Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import { defaultModel } from '../config/defaults.ts'
import { paramsByModel, requestByModel } from '../requests/by-model.ts'
import { examplePositions, examplesByModel } from '../requests/examples.ts'
import type { Field } from '../requests/field.ts'
import { simulationFields } from '../requests/fields.ts'
import { alwaysFields, SimulationRequest } from '../requests/simulation.ts'

export const RequestByModel = requestByModel({
  request: SimulationRequest,
  models,
  defaultModel,
  takes,
})

export const ParamsByModel = paramsByModel('SimulationParams', RequestByModel, alwaysFields)

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

function takes(name: string, model: Model): boolean {
  const field: Field | undefined = simulationFields[name as keyof typeof simulationFields]
  return field?.takes?.(model, 'simulation') !== false
}
