import { CLUTTER_HEIGHTS_M } from '../../kernels/propagation/clutter.ts'
import { list, object, text, word } from '../http/schemas/common.ts'
import { tileJsonMembers, zoomNumber } from '../terrain/tile-schemas.ts'
import { COVER_COLORS, coverTypes } from './palette.ts'

const CoverColor = object('ClutterColor', 'Color of the land cover tiles and its meaning', {
  type: word(
    coverTypes,
    `Clutter type: none for bare ground, or as in rx_clutter: ${Object.keys(CLUTTER_HEIGHTS_M).join(', ')}`,
    'trees',
  ),
  color: text('Color as #rrggbbaa', COVER_COLORS.trees),
})

/** TileJSON 3.0.0, extended by the colors of land-cover types. */
export const ClutterTileJson = object('ClutterTileJson', 'TileJSON of the land cover tiles', {
  ...tileJsonMembers('clutter', 'Land cover'),
  minzoom: zoomNumber(
    'Lowest zoom level served; lower levels would require reading too many pixels from the files',
    9,
  ),
  maxzoom: zoomNumber('Highest zoom level that shows more detail than the level below it', 14),
  attribution: text(
    'Attribution of the land cover layers; empty if the service has no layers',
    '© ESA WorldCover project 2021',
  ),
  colors: list(CoverColor, 'Colors and their meanings, from bare ground to the densest clutter'),
})
