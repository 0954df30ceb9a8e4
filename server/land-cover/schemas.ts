import { Type } from 'typebox'
import { CLUTTER_HEIGHTS_M } from '../../kernels/propagation/clutter.ts'
import { list, object, text, word } from '../http/schemas/common.ts'
import { tileJsonMembers, zoomNumber } from '../terrain/tile-schemas.ts'
import { COVER_COLORS, coverTypes } from './palette.ts'

const CoverColor = object('ClutterColor', 'A color of the tiles', {
  type: word(
    coverTypes,
    `none: nothing stands there; else as for rx_clutter: ${Object.keys(CLUTTER_HEIGHTS_M).join(', ')}`,
    'trees',
  ),
  color: text('#rrggbbaa', COVER_COLORS.trees),
})

/** TileJSON 3.0.0, with the colors. */
export const ClutterTileJson = Type.Object(
  {
    ...tileJsonMembers('clutter', 'Land cover'),
    minzoom: zoomNumber('Farther out a tile has too many pixels of its files to be made', 9),
    maxzoom: zoomNumber('Closer in there is nothing more to be seen', 14),
    attribution: text('Whom to credit; empty: the service has no layers', '© ESA WorldCover project 2021'),
    colors: list(CoverColor, 'What the colors mean, from nothing to the densest'),
  },
  { title: 'ClutterTileJson', description: 'The land cover as map tiles, as TileJSON' },
)
