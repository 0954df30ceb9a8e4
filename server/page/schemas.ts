import { Type } from 'typebox'
import { nullable, text, word } from '../http/schemas/common.ts'
import { examplePositions } from '../requests/examples.ts'

const { txLatDeg: latDeg, txLonDeg: lonDeg } = examplePositions

export const Basemap = Type.Object(
  {
    style: nullable(
      text(
        'Address of a MapLibre style; null: the map is drawn over the ground alone',
        'https://tiles.example/style.json',
      ),
    ),
    archive: Type.Optional(
      text(
        'Path of a PMTiles file of vector tiles in the schema of Protomaps, read by range with the same key or share',
        '/api/v1/basemap/tiles.pmtiles',
      ),
    ),
  },
  { title: 'Basemap', description: 'BASEMAP_STYLE or BASEMAP of the service' },
)

const PlacePoint = Type.Object(
  {
    type: word(['Point'], 'GeoJSON type'),
    coordinates: Type.Array(Type.Number({ 'x-unit': 'degrees' }), {
      minItems: 2,
      maxItems: 2,
      description: 'Longitude and latitude, WGS 84',
      examples: [[lonDeg, latDeg]],
    }),
  },
  { title: 'PlacePoint', description: 'Position' },
)

const PlaceFeature = Type.Object(
  {
    type: word(['Feature'], 'GeoJSON type'),
    geometry: PlacePoint,
    properties: Type.Object(
      { name: text('As the operator wrote it; plain text, even where it contains markup', 'Hörnli') },
      { title: 'PlaceProperties', description: 'Properties of a place' },
    ),
  },
  { title: 'PlaceFeature', description: 'A place' },
)

export const Places = Type.Object(
  {
    type: word(['FeatureCollection'], 'GeoJSON type'),
    features: Type.Array(PlaceFeature, { description: 'In the order of the file' }),
  },
  { title: 'Places', description: 'PLACES of the service, as GeoJSON' },
)
