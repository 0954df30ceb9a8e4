/** A part that the answers of simulations and links have in common. */

import { Type } from 'typebox'
import { text } from '../http/schemas/common.ts'

export const TerrainSource = Type.Object(
  {
    name: text('What the ground was read from', 'SRTM HGT file'),
    attribution: text('Whom to credit', 'SRTM data courtesy of the U.S. Geological Survey'),
  },
  { title: 'TerrainSource', description: 'A source of elevation' },
)
