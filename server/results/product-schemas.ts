import { type TSchema, Type } from 'typebox'
import {
  count,
  dimensionless,
  list,
  measure,
  nullable,
  object,
  optional,
  quantity,
  query,
  text,
  word,
} from '../http/schemas/common.ts'
import { Warning } from '../http/schemas/warnings.ts'
import { USUAL_GEOJSON_BYTES } from './product-protocol.ts'
import { languages } from './products/map/phrases.ts'
import { aboutStates, states, ViewedQuery } from './schemas.ts'
import { ResultId } from './share-schemas.ts'
import { COVERED_COLOR } from './views/styles.ts'

export const maximumLevels = 7

const fileQuery = ViewedQuery.properties

export const pictureStyles = ['plain', 'map']

export const PictureQuery = query({
  ...fileQuery,
  ...optional({
    style: Type.Enum(pictureStyles, {
      default: 'plain',
      description:
        'Style of the picture. plain: only the result, transparent, georeferenced by the .pgw file; map: the result over the relief, with range, legend, scale and the request in words',
      examples: ['map'],
    }),
    lang: word(languages, 'Language of the text on the map, English by default; only with style=map', 'de'),
  }),
})

export const GeojsonQuery = query({
  ...fileQuery,
  ...optional({
    levels: text(
      `Contour levels, only for layers of quantities: up to ${maximumLevels} whole numbers, ascending, separated by commas. By default the levels where the picture changes color`,
      '-110,-100,-90',
      { maxLength: 200 },
    ),
    tolerance_m: measure(
      'metres',
      { minimum: 0, maximum: 100_000, examples: [100] },
      'Tolerance of the simplification: 0, or 1, 2 or 5 times a power of ten',
    ),
    max_bytes: count(
      'bytes',
      'Maximum file size: 1, 2 or 5 times a power of ten. The polygons are simplified to fit',
      USUAL_GEOJSON_BYTES,
      {
        minimum: 200_000,
        maximum: 100_000_000,
        default: USUAL_GEOJSON_BYTES,
      },
    ),
  }),
})

const tileIndex = (about: string, example: string) =>
  Type.String({ pattern: '^(0|[1-9][0-9]{0,7})$', maxLength: 8, description: about, examples: [example] })

export const TileParams = Type.Object({
  ...ResultId.properties,
  z: tileIndex('Zoom level of the tile, 0 to 22', '12'),
  x: tileIndex('Column of the tile, counted from the antimeridian', '2149'),
  y: tileIndex('Row of the tile, counted from the north', '1437'),
})

export const PlaceQuery = query({
  ...fileQuery,
  lat: measure('degrees', { minimum: -90, maximum: 90, examples: [-35.27] }, 'Latitude, WGS 84'),
  lon: measure('degrees', { minimum: -180, maximum: 180, examples: [149.1583] }, 'Longitude, WGS 84'),
})

const unit = nullable(text('Unit of the values; null for classes', 'dBm'))

export const Place = object('Place', 'Result at one point', {
  lat: quantity('degrees', 'Latitude, as sent in the request', -35.27),
  lon: quantity('degrees', 'Longitude, as sent in the request', 149.1583),
  value: nullable(quantity("the layer's unit", 'Value of the cell; null if the cell has no value', -93.2)),
  unit,
  state: word(states, aboutStates),
  label: text('Coverage state in words', 'visible'),
  distance_km: quantity(
    'kilometres',
    'Distance from the transmitter; for a network, from the nearest transmitter',
    4.2,
  ),
  azimuth_deg: quantity(
    'degrees',
    'Azimuth from the transmitter to the point, clockwise from north; for a network, from the nearest transmitter',
    123.4,
  ),
})

export const area = (about: string) => quantity('square kilometres', about, 51.2)
const farthest = quantity(
  'kilometres',
  'Distance of the farthest covered cell from the transmitter; 0 if no cell is covered, and for a network',
  9.987,
)

const zoneNames = {
  state: word(states.slice(0, -1), aboutStates),
  label: text('Coverage state in words', 'visible'),
  color: text('Color of the zone in pictures, #rrggbbaa', COVERED_COLOR),
  ...optional({
    value: quantity(dimensionless, 'Raster value of the cells in the zone; only for layers of classes', 1),
    range: Type.Array(nullable(Type.Number({ 'x-unit': "the layer's unit" })), {
      minItems: 2,
      maxItems: 2,
      description:
        'Range of values of the zone, from (inclusive) and to (exclusive); null is an open end. Only for layers of quantities',
      examples: [[-100, -90]],
    }),
  }),
}

export const statsZones = list(
  object('StatsZone', 'Zone: cells of one class, or of one range of values', {
    ...zoneNames,
    cells: count('cells', 'Number of cells in the zone', 51_234),
    km2: area('Area of the zone'),
    share: quantity(dimensionless, "The zone's share of the total area", 0.58),
  }),
  'Zones of the result, as in pictures',
)

const amount = (about: string, example: number) =>
  quantity("the layer's unit, such as people", about, example)

const byLayer = <Sums extends TSchema>(sums: Sums, description: string) =>
  Type.Optional(Type.Record(Type.String(), sums, { description, examples: [{}] }))

const known = (about: string) => nullable(area(about))
const NetworkStatsSite = object(
  'NetworkStatsSite',
  'Area covered by a site, and area covered only by this site; null without a receiver sensitivity',
  {
    number: count(dimensionless, 'Number of the site, as in the best_server layer', 1),
    id: text('ID of the simulation', 'sim_vq7YS5ecugNBEHXOPC7r'),
    name: text('Name of the site in the network', 'Hill repeater'),
    color: text('Color of the site, #rrggbb', '#0072b2'),
    cells: nullable(count('cells', 'Number of cells that the site covers', 51_234)),
    covered_km2: known('Area that the site covers'),
    alone_cells: nullable(count('cells', 'Number of cells that only the site covers', 12_345)),
    alone_km2: known('Area that only the site covers'),
    weight: byLayer(
      object('SiteWeight', 'Sums of the weights from one weight layer', {
        covered: amount('Sum of the weights in cells that the site covers', 30_120.25),
        alone: amount('Sum of the weights in cells that only the site covers', 2210.5),
      }),
      'Sums of the weights, by name of the weight layer',
    ),
  },
)

export const weightZones = {
  total: amount('Sum of all weights within range and within the polygon if given', 41_250.5),
  zones: list(
    object('WeightZone', 'Sum of the weights in the cells of one class or range of values', {
      ...zoneNames,
      weight: amount('Sum of the weights in the cells of the zone', 30_120.25),
      share: quantity(dimensionless, "The zone's share of the sum of all weights", 0.73),
    }),
    'Sums of the weights by zone, as in pictures',
  ),
}

export const weights = byLayer(
  object('Weight', 'Sums of the weights from one weight layer', {
    ...weightZones,
    ...optional({
      attribution: text('Attribution of the weights; absent for points of the request', 'Census 2021'),
    }),
  }),
  'Sums of weights such as people, by name of the weight layer. A pixel counts in the cell and in the polygon that contain its center',
)

export const Stats = object('Stats', 'Area statistics of a result', {
  unit,
  km2: area('Total area within range and within the polygon if given'),
  farthest_km: farthest,
  zones: statsZones,
  sectors: list(
    object('StatsSector', 'Areas in one sector of azimuths from the transmitter', {
      from_deg: quantity('degrees', 'Start azimuth of the sector, clockwise from north', 0),
      to_deg: quantity('degrees', 'End azimuth of the sector, clockwise from north', 10),
      covered_km2: area('Covered area: visible, or received'),
      one_direction_km2: Type.Optional(
        area(
          'Area where only the stronger of the two directions, downlink and uplink, works; only with an uplink',
        ),
      ),
      lacking_km2: area('Area that is not covered, because the path is blocked or the signal too weak'),
      unknown_km2: area('Area of unknown ground'),
      farthest_km: farthest,
    }),
    'Sectors of ten degrees each; absent for a network',
  ),
  ...optional({
    covered_km2: known(
      'Area that at least one site covers (networks only); null without a receiver sensitivity',
    ),
    uncovered_km2: known(
      'Known area that no site covers (networks only); null without a receiver sensitivity',
    ),
    unknown_km2: known(
      'Area that no site covers, but where the result of a site within range is unknown (networks only); null without a receiver sensitivity',
    ),
    out_of_range_km2: area(
      'Area that is out of range of every site, within the polygon or the area of the network',
    ),
    sites: list(NetworkStatsSite, 'Sites of the network in the order of their numbers; only for networks'),
  }),
  weight: weights,
  warnings: Type.Optional(
    list(
      Warning,
      'Warnings about the areas, such as no_cells: the polygon contains no cell of the result, so that all areas are 0',
    ),
  ),
})

const address = (about: string, path: string) =>
  Type.Array(Type.String(), {
    description: about,
    examples: [[`https://localhost:8443/results/sim_vq7YS5ecugNBEHXOPC7r/${path}/{z}/{x}/{y}.png`]],
  })
const zoom = (about: string, example: number) => count(dimensionless, about, example)

export const TileJson: TSchema = object(
  'TileJson',
  'TileJSON 3.0.0 of the result: URLs of the tiles and the meaning of their colors',
  {
    tilejson: text('Version of the TileJSON format', '3.0.0'),
    name: text('Name of the simulation, or its ID', 'Example'),
    description: text('Model and layer of the tiles', 'los, visible'),
    attribution: text('Attribution of the terrain data, as HTML', 'Copernicus GLO-30'),
    scheme: text('Numbering of the tiles: xyz, with y counted from the north', 'xyz'),
    tiles: address('URL templates of the colored tiles, which are partly transparent', 'tiles'),
    minzoom: zoom('Lowest zoom level', 0),
    maxzoom: zoom('Highest zoom level, at which a pixel is no larger than a cell', 13),
    bounds: Type.Array(Type.Number({ 'x-unit': 'degrees' }), {
      description:
        'Bounds of the tiles: west, south, east, north; all longitudes if the result crosses the antimeridian',
      examples: [[8.79, 47.54, 9.06, 47.72]],
    }),
    center: Type.Array(Type.Number({ 'x-unit': 'degrees, and a zoom level' }), {
      description: 'Center of the map: longitude, latitude and zoom level',
      examples: [[149.1583, -35.27, 10]],
    }),
    values: object('ValueTiles', 'Tiles that encode the values of the cells', {
      tiles: address('URL templates of the tiles with values encoded as opaque colors', 'values'),
      encoding: text('Name of the encoding in MapLibre', 'custom'),
      redFactor: quantity(
        "the layer's unit",
        'Factor of the red channel in the value encoding: the value is red · redFactor + green · greenFactor + blue · blueFactor − baseShift',
        655.36,
      ),
      greenFactor: quantity(
        "the layer's unit",
        'Factor of the green channel in the value encoding, see redFactor',
        2.56,
      ),
      blueFactor: quantity(
        "the layer's unit",
        'Factor of the blue channel in the value encoding, see redFactor',
        0.01,
      ),
      baseShift: quantity("the layer's unit", 'Offset of the encoded values, see redFactor', 1000),
      unknown: quantity(
        "the layer's unit",
        'Value of black pixels, which are unknown or out of range',
        -1000,
      ),
      unit,
      resampling: text('Resampling method: values must not be interpolated', 'nearest'),
    }),
    bins: object(
      'BinTiles',
      'Tiles that encode bin numbers, from which every view can be drawn; absent for a network',
      {
        tiles: address(
          'URL templates of the tiles with bin numbers encoded as opaque colors: bin = 256 × green + blue; 0 means out of range',
          'bins',
        ),
        values: Type.Array(nullable(Type.Number({ 'x-unit': "the raster's unit" })), {
          description:
            'Lowest raster value in each bin, starting with bin 1; null for the bin of unknown cells. In every view, all cells of a bin are in the same zone',
          examples: [[null, -1_000_000, -401, -400, -399.85]],
        }),
        link: nullable(
          object(
            'ViewedLink',
            'Default values for viewing a path-loss result, such as the EIRP; null if the layer has no views',
            {
              eirp_dbm: quantity('dBm', 'EIRP of the request', 32.15),
              rx_gain_dbi: quantity('dBi', 'Gain of the receiving antenna minus the loss of its cable', 0),
              lossless: nullable(
                quantity(
                  "the raster's unit",
                  'Value that corresponds to a loss of 0 dB; null if the values are losses',
                  32.15,
                ),
              ),
            },
          ),
        ),
      },
    ),
  },
)
