/** Parts of response schemas shared by simulations and links. */

import { object, quantity, text } from '../http/schemas/common.ts'

export const TerrainSource = object('TerrainSource', 'Source of terrain data', {
  name: text('Name of the terrain data source', 'SRTM HGT file'),
  attribution: text('Attribution of the terrain data', 'SRTM data courtesy of the U.S. Geological Survey'),
})

export const HigherGround = object(
  'HigherGround',
  'Highest ground within 300 m of the transmitter, if more than 5 m above the ground at the transmitter; otherwise, or if unknown, null',
  {
    lat: quantity('degrees', 'Latitude, WGS 84', -35.2712),
    lon: quantity('degrees', 'Longitude, WGS 84', 149.1569),
    ground_m: quantity('metres', 'Ground height at this point', 842.6),
    distance_m: quantity('metres', 'Distance from the transmitter', 184),
  },
)
