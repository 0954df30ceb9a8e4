/** Parts of response schemas shared by simulations and links. */

import { Type } from 'typebox'
import { object, quantity, text } from '../http/schemas/common.ts'

export const TerrainSource = Type.Object(
  {
    name: text('Terrain data that was read', 'SRTM HGT file'),
    attribution: text('Attribution', 'SRTM data courtesy of the U.S. Geological Survey'),
  },
  { title: 'TerrainSource', description: 'A source of elevation' },
)

export const HigherGround = object(
  'HigherGround',
  'Highest ground within 300 m of the transmitter, if more than 5 m above the ground at the transmitter; null if there is none or if it is unknown',
  {
    lat: quantity('degrees', 'Latitude, WGS 84', -35.2712),
    lon: quantity('degrees', 'Longitude, WGS 84', 149.1569),
    ground_m: quantity('metres', 'Height of the ground there', 842.6),
    distance_m: quantity('metres', 'From the transmitter', 184),
  },
)
