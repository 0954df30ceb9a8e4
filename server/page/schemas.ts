import { Type } from 'typebox'
import { nullable, text, word } from '../http/schemas/common.ts'
import { examplePositions } from '../requests/examples.ts'

const { txLatDeg: latDeg, txLonDeg: lonDeg } = examplePositions

export const Basemap = Type.Object(
  {
    style: nullable(
      text(
        'URL of a MapLibre style; null if the map shows only the terrain',
        'https://tiles.example/style.json',
      ),
    ),
    archive: Type.Optional(
      text(
        'Path of a PMTiles file with vector tiles in the Protomaps schema, for range requests with the same API key or share',
        '/api/v1/basemap/tiles.pmtiles',
      ),
    ),
  },
  { title: 'Basemap', description: 'Base map of the service, from the setting BASEMAP_STYLE or BASEMAP' },
)

const PlacePoint = Type.Object(
  {
    type: word(['Point'], 'GeoJSON type'),
    coordinates: Type.Array(Type.Number({ 'x-unit': 'degrees' }), {
      minItems: 2,
      maxItems: 2,
      description: 'Longitude and latitude of the place, WGS 84',
      examples: [[lonDeg, latDeg]],
    }),
  },
  { title: 'PlacePoint', description: 'Position of the place' },
)

const PlaceFeature = Type.Object(
  {
    type: word(['Feature'], 'GeoJSON type'),
    geometry: PlacePoint,
    properties: Type.Object(
      {
        name: text(
          'Name of the place, as written by the operator; plain text, even if it contains markup',
          'Hörnli',
        ),
      },
      { title: 'PlaceProperties', description: 'Properties of a place' },
    ),
  },
  { title: 'PlaceFeature', description: 'Place as a GeoJSON Feature' },
)

export const Places = Type.Object(
  {
    type: word(['FeatureCollection'], 'GeoJSON type'),
    features: Type.Array(PlaceFeature, { description: "Places, in the order of the operator's file" }),
  },
  { title: 'Places', description: 'Places of the service as GeoJSON, from the setting PLACES' },
)
