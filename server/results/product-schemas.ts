import { type TSchema, Type } from 'typebox'
import {
  count,
  dimensionless,
  list,
  measure,
  nullable,
  object,
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
  style: Type.Optional(
    Type.Enum(pictureStyles, {
      default: 'plain',
      description:
        'plain: the result alone, transparent, placed by .pgw; map: over the relief, with range, legend, scale and the request in words',
      examples: ['map'],
    }),
  ),
  lang: Type.Optional(
    word(languages, 'Language of the text on the map; default: English; only with style=map', 'de'),
  ),
})

export const GeojsonQuery = query({
  ...fileQuery,
  levels: Type.Optional(
    text(
      `Layers of measures only: up to ${maximumLevels} contours, whole numbers, ascending, separated by commas; default: where the picture changes color`,
      '-110,-100,-90',
      { maxLength: 200 },
    ),
  ),
  tolerance_m: Type.Optional(
    measure(
      'metres',
      { minimum: 0, maximum: 100_000, examples: [100] },
      'Tolerance of simplification: 0, or 1, 2 or 5 times a power of ten',
    ),
  ),
  max_bytes: Type.Optional(
    count(
      'bytes',
      'Maximum size; the file is simplified to fit: 1, 2 or 5 times a power of ten',
      USUAL_GEOJSON_BYTES,
      {
        minimum: 200_000,
        maximum: 100_000_000,
        default: USUAL_GEOJSON_BYTES,
      },
    ),
  ),
})

const tileIndex = (about: string, example: string) =>
  Type.String({ pattern: '^(0|[1-9][0-9]{0,7})$', maxLength: 8, description: about, examples: [example] })

export const TileParams = Type.Object({
  ...ResultId.properties,
  z: tileIndex('Zoom level, 0 to 22', '12'),
  x: tileIndex('Column from the antimeridian', '2149'),
  y: tileIndex('Row from the north', '1437'),
})

export const PlaceQuery = query({
  ...fileQuery,
  lat: measure('degrees', { minimum: -90, maximum: 90, examples: [-35.27] }, 'Latitude, WGS 84'),
  lon: measure('degrees', { minimum: -180, maximum: 180, examples: [149.1583] }, 'Longitude, WGS 84'),
})

const unit = nullable(text('Unit of the values; null for classes', 'dBm'))

export const Place = object('Place', 'Value of the result at a place', {
  lat: quantity('degrees', 'As requested', -35.27),
  lon: quantity('degrees', 'As requested', 149.1583),
  value: nullable(quantity("the layer's unit", 'Value of the cell; null where there is none', -93.2)),
  unit,
  state: word(states, aboutStates),
  label: text('In words', 'visible'),
  distance_km: quantity('kilometres', 'From the transmitter, of a network from the nearest one', 4.2),
  azimuth_deg: quantity('degrees', 'Azimuth from there, clockwise from north', 123.4),
})

export const area = (about: string) => quantity('square kilometres', about, 51.2)
const farthest = quantity(
  'kilometres',
  'Distance of the farthest covered cell; 0 where there is none, and of a network',
  9.987,
)

const zoneNames = {
  state: word(states.slice(0, -1), aboutStates),
  label: text('In words', 'visible'),
  color: text('Color in pictures, #rrggbbaa', COVERED_COLOR),
  value: Type.Optional(quantity(dimensionless, 'Value of the cells, in a layer of classes', 1)),
  range: Type.Optional(
    Type.Array(nullable(Type.Number({ 'x-unit': "the layer's unit" })), {
      minItems: 2,
      maxItems: 2,
      description:
        'Range of the cells, in a layer of measures: from, inclusive, to, exclusive; null is an open end',
      examples: [[-100, -90]],
    }),
  ),
}

export const statsZones = list(
  object('StatsZone', 'Cells of one class, or of one range of values', {
    ...zoneNames,
    cells: count('cells', 'Number of cells', 51_234),
    km2: area('Area of the cells'),
    share: quantity(dimensionless, 'Share of the whole area', 0.58),
  }),
  'Zone in pictures',
)

const amount = (about: string, example: number) =>
  quantity("the layer's unit, such as people", about, example)

const known = (about: string) => nullable(area(about))
const NetworkStatsSite = object(
  'NetworkStatsSite',
  'Area that a site covers, and that only it covers; null without a sensitivity',
  {
    number: count(dimensionless, 'Number of the site in best_server', 1),
    id: text('ID of the simulation', 'sim_vq7YS5ecugNBEHXOPC7r'),
    name: text('As the network has it', 'Hill repeater'),
    color: text('#rrggbb', '#0072b2'),
    cells: nullable(count('cells', 'Number of cells that the site covers', 51_234)),
    covered_km2: known('Area that the site covers'),
    alone_cells: nullable(count('cells', 'Number of cells that only this site covers', 12_345)),
    alone_km2: known('Area that only this site covers'),
    weight: Type.Optional(
      Type.Record(
        Type.String(),
        object('SiteWeight', 'Sums of one layer of weights', {
          covered: amount('Sum in cells that the site covers', 30_120.25),
          alone: amount('Sum in cells that only this site covers', 2210.5),
        }),
        { description: 'By the names of the layers of the service', examples: [{}] },
      ),
    ),
  },
)

export const weightZones = {
  total: amount('Within range, and within the polygon if there is one', 41_250.5),
  zones: list(
    object('WeightZone', 'Sum of weights in the cells of one class or range of values', {
      ...zoneNames,
      weight: amount('Sum over all places in the cells', 30_120.25),
      share: quantity(dimensionless, 'Share of the total', 0.73),
    }),
    'Zone in pictures',
  ),
}

export const weights = Type.Optional(
  Type.Record(
    Type.String(),
    object('Weight', 'Sums of one layer of weights', {
      ...weightZones,
      attribution: Type.Optional(text('Attribution; absent for points of the request', 'Census 2021')),
    }),
    {
      description:
        'Weights such as people, by the names of the layers of the service that have them. A pixel counts at its center: in the cell and the polygon that contain it',
      examples: [{}],
    },
  ),
)

export const Stats = object('Stats', 'Areas of a result', {
  unit,
  km2: area('All within range, and within the polygon if there is one'),
  farthest_km: farthest,
  zones: statsZones,
  sectors: list(
    object('StatsSector', 'Areas in a sector of azimuths from the transmitter', {
      from_deg: quantity('degrees', 'Azimuth, clockwise from north', 0),
      to_deg: quantity('degrees', 'Azimuth', 10),
      covered_km2: area('Visible, or received'),
      one_direction_km2: Type.Optional(area('With an uplink: area where only the stronger direction works')),
      lacking_km2: area('Blocked, or too weak'),
      unknown_km2: area('Area of unknown ground'),
      farthest_km: farthest,
    }),
    'Sectors of ten degrees each; a network has none',
  ),
  covered_km2: Type.Optional(
    known('Networks only: covered by a site; null without a sensitivity, as the next two'),
  ),
  uncovered_km2: Type.Optional(known('Networks only: known, and covered by none')),
  unknown_km2: Type.Optional(known('Networks only: covered by none, and unknown from a site in range')),
  out_of_range_km2: Type.Optional(
    area('Networks with an area, or with a polygon: inside it, and out of range of every site'),
  ),
  sites: Type.Optional(list(NetworkStatsSite, 'Networks only: sites in the order of site numbers')),
  weight: weights,
  warnings: Type.Optional(
    list(Warning, 'With a polygon that has no cell of the result: no_cells, the reason that all areas are 0'),
  ),
})

const address = (about: string, path: string) =>
  Type.Array(Type.String(), {
    description: about,
    examples: [[`https://localhost:8443/results/sim_vq7YS5ecugNBEHXOPC7r/${path}/{z}/{x}/{y}.png`]],
  })
const zoom = (about: string, example: number) => count(dimensionless, about, example)

export const TileJson: TSchema = object('TileJson', 'Addresses of tiles, in the format TileJSON 3.0.0', {
  tilejson: text('Version of TileJSON', '3.0.0'),
  name: text('Name of the simulation, or its id', 'Example'),
  description: text('Model and layer', 'los, visible'),
  attribution: text('Attribution of the terrain, as HTML', 'Copernicus GLO-30'),
  scheme: text('y counts from the north', 'xyz'),
  tiles: address('Colored, transparent', 'tiles'),
  minzoom: zoom('Coarsest level', 0),
  maxzoom: zoom('Level at which a pixel is no larger than a cell', 13),
  bounds: Type.Array(Type.Number({ 'x-unit': 'degrees' }), {
    description: 'West, south, east, north; all longitudes where it crosses the antimeridian',
    examples: [[8.79, 47.54, 9.06, 47.72]],
  }),
  center: Type.Array(Type.Number({ 'x-unit': 'degrees, and a zoom level' }), {
    description: 'Longitude, latitude, zoom',
    examples: [[149.1583, -35.27, 10]],
  }),
  values: object('ValueTiles', 'The other tiles: the values of cells', {
    tiles: address('Numbers encoded as opaque colors', 'values'),
    encoding: text('Encoding, as in MapLibre', 'custom'),
    redFactor: quantity(
      "the layer's unit",
      'The value is red · redFactor + green · greenFactor + blue · blueFactor − baseShift',
      655.36,
    ),
    greenFactor: quantity("the layer's unit", 'See redFactor', 2.56),
    blueFactor: quantity("the layer's unit", 'See redFactor', 0.01),
    baseShift: quantity("the layer's unit", 'See redFactor', 1000),
    unknown: quantity("the layer's unit", 'Value of black: unknown or out of range', -1000),
    unit,
    resampling: text('Never between numbers', 'nearest'),
  }),
  bins: object('BinTiles', 'Tiles from which every view can be drawn; a network has none', {
    tiles: address(
      'Bin numbers encoded as opaque colors: bin = 256 × green + blue; 0 means out of range',
      'bins',
    ),
    values: Type.Array(nullable(Type.Number({ 'x-unit': "the raster's unit" })), {
      description:
        'The least value of the bins 1, 2 and so on, as the raster has it; null is unknown. All cells of a bin are in one zone, in every view',
      examples: [[null, -1_000_000, -401, -400, -399.85]],
    }),
    link: nullable(
      object('ViewedLink', 'Default values of a view of path loss; null where the layer has no views', {
        eirp_dbm: quantity('dBm', 'EIRP of the request', 32.15),
        rx_gain_dbi: quantity('dBi', 'Gain of the receiver less the loss of its cable', 0),
        lossless: nullable(
          quantity("the raster's unit", 'Value of a loss of 0 dB; null: values are losses', 32.15),
        ),
      }),
    ),
  }),
})
