import { type TSchema, Type } from 'typebox'
import { CLUTTER_HEIGHTS_M } from '../../kernels/propagation/clutter.ts'
import { maximumPoints, maximumVertices } from '../config/limits.ts'
import { maximumPlacesBytes } from '../config/sizes.ts'
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
  strictObject,
  text,
  word,
} from '../http/schemas/common.ts'
import { MAXIMUM_PATHS } from '../link/limits.ts'
import { area, statsZones, weights, weightZones } from './product-schemas.ts'
import { MINIMUM_STRETCHES } from './products/fit.ts'
import { aboutStates, PreviewQuery, states } from './schemas.ts'

const limits = `At most ${maximumPlacesBytes} bytes, ${maximumPoints} points or rows, and ${maximumVertices} vertices of lines and polygons`

export const FeaturesQuery = query({
  ...PreviewQuery.properties,
  ...optional({
    floor_dbm: measure(
      'dBm',
      { minimum: -250, maximum: 100, examples: [-120] },
      'Minimum measured_dbm; points with lower values are not compared',
    ),
    profile: word(['true', 'false'], 'true: the states and values along each line are also returned'),
  }),
})

const geometries = ['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon']
const collections = ['FeatureCollection', 'Feature']
const exampleRing = [
  [8.9, 47.6],
  [9, 47.6],
  [9, 47.7],
  [8.9, 47.6],
]
const exampleFeature = {
  type: 'Feature',
  properties: { name: 'village', measured_dbm: -97.5 },
  geometry: { type: 'Point', coordinates: [149.1583, -35.27] },
}
const anyObject = (about: string, example: object) =>
  Type.Object({}, { additionalProperties: true, description: about, examples: [example] })

/** Schema for the API document only: the worker thread that reads a body validates the body. */
const geojson = (types: string[], title: string, about: string, example: object) =>
  object(
    title,
    `${about}. ${limits}`,
    {
      type: word(types, 'GeoJSON type (RFC 7946)'),
      ...optional({
        features: Type.Array(anyObject('GeoJSON Feature', exampleFeature), {
          description: 'Features; only in a FeatureCollection',
          examples: [[exampleFeature]],
        }),
        geometry: anyObject('Geometry; only in a Feature', exampleFeature.geometry),
        properties: nullable(anyObject('Properties; only in a Feature', exampleFeature.properties)),
        coordinates: Type.Array(Type.Unknown(), {
          'x-unit': 'degrees',
          description:
            'Longitudes and latitudes; only in a geometry. Rings are closed, and areas enclosed by an odd number of rings are inside',
          examples: [[exampleRing]],
        }),
      }),
    },
    { additionalProperties: true, examples: [example] },
  )

const polygon = { type: 'Polygon', coordinates: [exampleRing] }

const Area = geojson(
  [...collections, ...geometries.slice(-2)],
  'Area',
  'Area as a GeoJSON Polygon, MultiPolygon, or a Feature or FeatureCollection of polygons; cells in overlapping polygons count once',
  polygon,
)

export const StatsBody = Type.Union(
  [
    strictObject(
      'StatsRequest',
      'Polygons that limit the statistics',
      { polygon: Area },
      { examples: [{ polygon }] },
    ),
    Area,
  ],
  {
    title: 'StatsBody',
    description: 'Polygons that limit the statistics: either as the body itself or as its member polygon',
    examples: [{ polygon }],
  },
)

export const FeaturesBody = geojson(
  [...collections, ...geometries],
  'FeaturesRequest',
  `Points, lines and polygons as GeoJSON. Points may have the properties measured_dbm or measured_loss_db, weight (from 0, such as people), and rx_height in metres above the ground. If rx_height differs from the rx_height of the result, the value is computed over a separate path (only for path-loss results; at most ${MAXIMUM_PATHS} points within range)`,
  { type: 'FeatureCollection', features: [exampleFeature] },
)

export const FeaturesTable = Type.String({
  title: 'FeaturesTable',
  description: `Points as a table (CSV, RFC 4180; numbers may have a decimal comma if the separator is a semicolon or tab). Required columns: lat and lon in degrees. Optional columns: measured_dbm or measured_loss_db, and rx_height in metres above the ground (as in GeoJSON). Other columns become properties. ${limits}`,
  maxLength: maximumPlacesBytes,
  examples: ['lat,lon,name,measured_dbm\n-35.27,149.1583,summit,-71.5\n-35.2,149.08,village,\n'],
})

const db = (about: string, example: number) => nullable(quantity('dB', about, example))
const metres = (about: string, example: number) => quantity('metres', about, example)
const spread = {
  bias_db: db('Mean prediction error; errors are predicted minus measured loss', -1.2),
  sigma_db: db('Standard deviation of the prediction errors', 6.1),
  rmse_db: db('Root mean square of the prediction errors', 6.2),
  mae_db: db('Mean absolute prediction error', 4.8),
}

export const FeaturesSummary = object(
  'FeaturesSummary',
  'Number of points by state; with measured_dbm or measured_loss_db, also statistics of the prediction errors',
  {
    n: count('points', 'Number of points in the request', 120),
    used: count(
      'points',
      'Number of points compared with a measurement; without measurements, number of points within range on known ground',
      100,
    ),
    below_floor: count('points', 'Number of points measured below floor_dbm', 8),
    outside: count('points', 'Number of points out of range', 9),
    unknown: count('points', 'Number of points on unknown ground', 3),
    weight: Type.Optional(
      object('PointsWeight', 'Sums of the weights of points by zone', {
        ...weightZones,
        out_of_range: quantity(
          'that of the property weight',
          'Sum of the weights of points out of range',
          120,
        ),
      }),
    ),
    ...optional({
      ...spread,
      p90_db: db('90th percentile of the absolute prediction errors', 10.3),
      correlation: nullable(
        quantity(dimensionless, 'Pearson correlation of predicted and measured loss', 0.87),
      ),
      hit_rate: quantity(
        dimensionless,
        'Share of compared points whose prediction and measurement are both covered or both not covered; only with a receiver sensitivity',
        0.91,
      ),
      by_distance: list(
        object('DistanceBin', 'Prediction errors in one bin of distances from the transmitter', {
          from_m: metres('Start of the distance bin, inclusive', 1000),
          to_m: metres('End of the distance bin, exclusive', 2000),
          n: count('points', 'Number of compared points', 24),
          ...spread,
        }),
        'Prediction errors by distance bin (logarithmic); empty bins are omitted',
      ),
      by_clutter: list(
        object('ClutterGroup', 'Prediction errors at the points with one clutter type', {
          type: nullable(
            word(
              Object.keys(CLUTTER_HEIGHTS_M),
              'Clutter type as in rx_clutter; null if no land cover layer has a class at the points',
            ),
          ),
          height_m: nullable(metres('Clutter height above the ground; 0 means bare ground', 15)),
          n: count('points', 'Number of compared points', 24),
          ...spread,
        }),
        'Prediction errors by clutter at the points, largest group first; only if the service has land cover (LAYERS)',
      ),
      fit: object('Fit', 'Correction of the losses, fitted to the prediction errors by least squares', {
        stretches: count('stretches', 'Number of one-kilometre squares that contain compared points', 41),
        from_m: metres(
          'Distance of the nearest compared point from the transmitter; the correction is extrapolated at shorter distances',
          420.5,
        ),
        to_m: metres('Distance of the farthest compared point from the transmitter', 12_300),
        needed_stretches: count(
          'stretches',
          'Minimum number of one-kilometre squares required for a fit',
          MINIMUM_STRETCHES,
        ),
        correction: nullable(
          object(
            'FoundCorrection',
            'Fitted correction, for use as the correction field of a request; includes the correction already applied to this result',
            {
              offset_db: quantity('dB', 'Correction at one kilometre, added to the loss', 6.1),
              slope_db: quantity(
                'dB',
                'Correction per tenfold distance, added to the loss; 0 if a slope is not justified',
                0,
              ),
            },
          ),
        ),
        rmse_db: db(
          'Root mean square of the remaining errors in cross-validation: each square is evaluated with the correction fitted to the other squares',
          4.2,
        ),
      }),
    }),
  },
)

const PointResult = object('PointResult', 'Result at a GeoJSON Point', {
  value: nullable(quantity("the layer's unit", 'Value of the cell; null if the cell has no value', -93.2)),
  state: word(states, aboutStates),
  distance_m: metres('Distance from the transmitter', 4200.5),
  residual_db: Type.Optional(quantity('dB', 'Prediction error: predicted minus measured loss', 2.4)),
})
const line = {
  covered_share: nullable(
    quantity(dimensionless, 'Share of the line length that is covered; null for a line of length 0', 0.93),
  ),
  length_m: metres('Length of the line along geodesics, as the sum of its parts', 1520.4),
}
const along = <Item extends TSchema>(item: Item, description: string, example: unknown[]) =>
  Type.Array(item, { description, examples: [example] })
const LineResult = object('LineResult', 'Result along a GeoJSON LineString', {
  ...line,
  outages: list(
    object('Outage', 'Section of the line that is not covered', {
      from_m: metres('Start of the section: distance from the start of the line', 120.5),
      to_m: metres('End of the section: distance from the start of the line', 180.2),
    }),
    'Sections of the line that are not covered, including unknown ground and sections out of range',
  ),
  ...optional({
    servers: list(
      object('ServerStretch', 'Section of the line along which the best server stays the same', {
        from_m: metres('Start of the section: distance from the start of the line', 0),
        to_m: metres('End of the section: distance from the start of the line', 820.3),
        site: count(dimensionless, 'Number of the site; 0 if no site covers the section', 2),
        name: nullable(text('Name of the site', 'Hill')),
      }),
      'The whole line divided into sections by best server, for any requested layer; only for networks. The best server is the strongest covering site, or for visibility the first visible site',
    ),
    profile: object(
      'LineProfile',
      'Profile along the line, only with profile=true: one step per cell; on a line of more than 1000 cells, neighboring steps with the same state and best server are joined',
      {
        from_m: along(
          metres('Distance from the start of the line', 120.5),
          'Distance from the start of the line to the start of each step',
          [0, 92.6],
        ),
        lat: along(
          quantity('degrees', 'Latitude, WGS 84', -35.27, { minimum: -90, maximum: 90 }),
          'Latitude at the start of each step',
          [-35.27, -35.2705],
        ),
        lon: along(
          quantity('degrees', 'Longitude, WGS 84; beyond 180 if the line crosses the antimeridian', 149.1583),
          'Longitude at the start of each step',
          [149.1583, 149.1592],
        ),
        state: along(word(states, aboutStates), 'Coverage state of each step', ['covered', 'unknown']),
        value: along(
          nullable(quantity("the layer's unit", 'Mean value along the step; null if unknown', -93.2)),
          'Mean value along each step',
          [-93.2, null],
        ),
      },
    ),
  }),
})
const AreaResult = object('AreaResult', 'Result for the area inside a GeoJSON Polygon or MultiPolygon', {
  km2: area('Area within range and inside the polygon'),
  zones: statsZones,
  weight: weights,
})

export const FeaturesAnswer = object('FeaturesAnswer', 'Features of the request, each with its result', {
  type: word(['FeatureCollection'], 'GeoJSON type'),
  features: list(
    object(
      'AnsweredFeature',
      'Feature of the request, with its result',
      {
        type: word(['Feature'], 'GeoJSON type'),
        geometry: anyObject('Geometry, as sent in the request', exampleFeature.geometry),
        properties: object(
          'FeatureProperties',
          'Properties as sent in the request, and the result',
          {
            result: Type.Union(
              [
                PointResult,
                LineResult,
                AreaResult,
                object('MultiPointResult', 'Result at a GeoJSON MultiPoint', {
                  points: list(PointResult, 'Results at the points, in the order of the MultiPoint'),
                }),
                object('MultiLineResult', 'Result along a GeoJSON MultiLineString', {
                  ...line,
                  lines: list(LineResult, 'Results along the lines, in the order of the MultiLineString'),
                }),
              ],
              {
                description: 'Result for the feature',
                examples: [{ value: -93.2, state: 'covered', distance_m: 4200.5 }],
              },
            ),
          },
          { additionalProperties: true },
        ),
      },
      { additionalProperties: true },
    ),
    'Features in the order of the request',
  ),
  summary: FeaturesSummary,
})

export const FeaturesTableAnswer = Type.String({
  title: 'FeaturesTableAnswer',
  description:
    'For a table: the columns of the request, then value, state, distance_m and residual_db. For lines as GeoJSON: one row for each section with the same state (in networks also the same best server), with the columns feature, part, name, from_m, to_m, length_m, state, for networks site and site_name, for layers with a unit value_min, value_mean and value_max, and wkt',
  examples: ['lat,lon,value,state,distance_m,residual_db\r\n-35.27,149.1583,-71.2,covered,0,0.3\r\n'],
})
