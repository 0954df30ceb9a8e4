import { Type } from 'typebox'
import { list, nullable, object, text, word } from '../http/schemas/common.ts'
import { examplePositions } from '../requests/examples.ts'

const { txLatDeg: latDeg, txLonDeg: lonDeg } = examplePositions

export const Basemap = object(
  'Basemap',
  'Base map of the service, from the setting BASEMAP_STYLE or BASEMAP',
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
)

const PlacePoint = object('PlacePoint', 'Position of the place', {
  type: word(['Point'], 'GeoJSON type'),
  coordinates: Type.Array(Type.Number({ 'x-unit': 'degrees' }), {
    minItems: 2,
    maxItems: 2,
    description: 'Longitude and latitude of the place, WGS 84',
    examples: [[lonDeg, latDeg]],
  }),
})

const PlaceFeature = object('PlaceFeature', 'Place as a GeoJSON Feature', {
  type: word(['Feature'], 'GeoJSON type'),
  geometry: PlacePoint,
  properties: object('PlaceProperties', 'Properties of a place', {
    name: text(
      'Name of the place, as written by the operator; plain text, even if it contains markup',
      'Hörnli',
    ),
  }),
})

export const Places = object('Places', 'Places of the service as GeoJSON, from the setting PLACES', {
  type: word(['FeatureCollection'], 'GeoJSON type'),
  features: list(PlaceFeature, "Places, in the order of the operator's file"),
})
