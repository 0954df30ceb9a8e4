import { Type } from 'typebox'
import { CLUTTER_HEIGHTS_M } from '../../kernels/propagation/clutter.ts'
import { list, object, text, word } from '../http/schemas/common.ts'
import { tileJsonMembers, zoomNumber } from '../terrain/tile-schemas.ts'
import { COVER_COLORS, coverTypes } from './palette.ts'

const CoverColor = object('ClutterColor', 'A color of the tiles', {
  type: word(
    coverTypes,
    `none: bare ground; else as for rx_clutter: ${Object.keys(CLUTTER_HEIGHTS_M).join(', ')}`,
    'trees',
  ),
  color: text('#rrggbbaa', COVER_COLORS.trees),
})

/** TileJSON 3.0.0, extended by the colors of land-cover types. */
export const ClutterTileJson = Type.Object(
  {
    ...tileJsonMembers('clutter', 'Land cover'),
    minzoom: zoomNumber(
      'Lowest zoom level served; lower levels would require reading too many pixels from the files',
      9,
    ),
    maxzoom: zoomNumber('Highest zoom level with more detail than the level below it', 14),
    attribution: text('Attribution; empty if the service has no layers', '© ESA WorldCover project 2021'),
    colors: list(CoverColor, 'Meaning of the colors, from bare ground to the densest clutter'),
  },
  { title: 'ClutterTileJson', description: 'The land cover as map tiles, as TileJSON' },
)
