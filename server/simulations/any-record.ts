import { Type } from 'typebox'
import { NetworkRecord } from '../networks/schemas.ts'
import { SimulationRecord } from './schemas.ts'

/** The record of what is asked for, by its id or by a share. */
export const RecordOfAny = Type.Union([SimulationRecord, NetworkRecord], {
  title: 'AnyRecord',
  description: 'A simulation, or a network',
})
