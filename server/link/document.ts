/** Link requests in the API document: one schema per model, with examples. */

import type { Model } from '../../kernels/model.ts'
import { pathLossModels } from '../../kernels/models.ts'
import { defaultLinkModel } from '../config/defaults.ts'
import { requestByModel } from '../requests/by-model.ts'
import { type Example, examplePositions, examplesByModel } from '../requests/examples.ts'
import { exampleProfile, LinkRequest } from './schemas.ts'

const locationFields = ['resolution', 'latitude']

export const RequestByModel = requestByModel({
  request: LinkRequest,
  models: pathLossModels,
  defaultModel: defaultLinkModel,
  takes: (field: string, model: Model) =>
    !locationFields.includes(field) || (model.kind === 'path_loss' && model.uses_location === true),
  also: {
    oneOf: [
      { description: 'Link between two positions', required: ['tx_lat', 'tx_lon', 'rx_lat', 'rx_lon'] },
      { description: 'Link over a given terrain profile', required: ['profile'] },
    ],
  },
})

const ofRadio = { tx_height: 30, frequency: 868, erp: 10, rx_height: 10, rx_sensitivity_dbm: -110 }

export const requestExamples: Record<string, Example> = {
  ...examplesByModel(pathLossModels, {
    tx_lat: examplePositions.txLatDeg,
    tx_lon: examplePositions.txLonDeg,
    rx_lat: examplePositions.rxLatDeg,
    rx_lon: examplePositions.rxLonDeg,
    ...ofRadio,
  }),
  profile: {
    summary: 'Link over a given terrain profile',
    value: { ...ofRadio, model: defaultLinkModel, profile: exampleProfile },
  },
}
