import { Type } from 'typebox'
import { NetworkRecord } from '../networks/schemas.ts'
import { SimulationRecord } from './schemas.ts'

export const RecordOfAny = Type.Union([SimulationRecord, NetworkRecord], {
  title: 'AnyRecord',
  description: 'Simulation or network',
})
