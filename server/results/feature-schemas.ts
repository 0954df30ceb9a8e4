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
  quantity,
  query,
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
  floor_dbm: Type.Optional(
    measure(
      'dBm',
      { minimum: -250, maximum: 100, examples: [-120] },
      'Points with a measured_dbm below it are not compared',
    ),
  ),
  profile: Type.Optional(word(['true', 'false'], 'true: adds the states and values along each line')),
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
      features: Type.Optional(
        Type.Array(anyObject('A Feature', exampleFeature), {
          description: 'Only in a FeatureCollection',
          examples: [[exampleFeature]],
        }),
      ),
      geometry: Type.Optional(anyObject('Only in a Feature', exampleFeature.geometry)),
      properties: Type.Optional(nullable(anyObject('Only in a Feature', exampleFeature.properties))),
      coordinates: Type.Optional(
        Type.Array(Type.Unknown(), {
          'x-unit': 'degrees',
          description:
            'Only in a geometry: longitudes and latitudes; rings are closed, and what an odd number of them encloses is inside',
          examples: [[exampleRing]],
        }),
      ),
    },
    { additionalProperties: true, examples: [example] },
  )

const polygon = { type: 'Polygon', coordinates: [exampleRing] }

const Area = geojson(
  [...collections, ...geometries.slice(-2)],
  'Area',
  'Polygon, MultiPolygon, or a Feature or FeatureCollection of them; where polygons overlap, a cell counts once',
  polygon,
)

export const StatsBody = Type.Union(
  [
    object(
      'StatsRequest',
      'Polygons to count in',
      { polygon: Area },
      { additionalProperties: false, examples: [{ polygon }] },
    ),
    Area,
  ],
  {
    title: 'StatsBody',
    description: 'Polygons to count in: the area itself, or in the member polygon',
    examples: [{ polygon }],
  },
)

export const FeaturesBody = geojson(
  [...collections, ...geometries],
  'FeaturesRequest',
  `Places as GeoJSON. Points may have the properties measured_dbm or measured_loss_db, a weight from 0, such as people, and rx_height in metres above the ground: where it differs from that of the result, the value is computed on its own path to the point (results of path loss; at most ${MAXIMUM_PATHS} points within range)`,
  { type: 'FeatureCollection', features: [exampleFeature] },
)

export const FeaturesTable = Type.String({
  title: 'FeaturesTable',
  description: `Points as a table (RFC 4180; separated by semicolons or tabs, numbers may have a decimal comma): the columns lat and lon in degrees, perhaps measured_dbm or measured_loss_db, rx_height in metres above the ground (as in GeoJSON), and any others, which become properties. ${limits}`,
  maxLength: maximumPlacesBytes,
  examples: ['lat,lon,name,measured_dbm\n-35.27,149.1583,summit,-71.5\n-35.2,149.08,village,\n'],
})

const db = (about: string, example: number) => nullable(quantity('dB', about, example))
const metres = (about: string, example: number) => quantity('metres', about, example)
const spread = {
  bias_db: db('Mean error; errors are predicted minus measured loss', -1.2),
  sigma_db: db('Standard deviation of the errors', 6.1),
  rmse_db: db('Root mean square of the errors', 6.2),
  mae_db: db('Mean absolute error', 4.8),
}

export const FeaturesSummary = object(
  'FeaturesSummary',
  'Points by state; with measured_dbm or measured_loss_db also figures of the errors',
  {
    n: count('points', 'Points of the request', 120),
    used: count('points', 'Compared; without measurements those in range whose ground is known', 100),
    below_floor: count('points', 'Measured below floor_dbm', 8),
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
    ...Object.fromEntries(Object.entries(spread).map(([name, schema]) => [name, Type.Optional(schema)])),
    p90_db: Type.Optional(db('90 % of the absolute errors are at most this', 10.3)),
    correlation: Type.Optional(
      nullable(quantity(dimensionless, "Pearson's, of predicted and measured loss", 0.87)),
    ),
    hit_rate: Type.Optional(
      quantity(
        dimensionless,
        'Share of compared points where prediction and measurement are both covered or both not; with a sensitivity',
        0.91,
      ),
    ),
    by_distance: Type.Optional(
      list(
        object('DistanceBin', 'Errors at some distances from the transmitter', {
          from_m: metres('Start of the bin, inclusive', 1000),
          to_m: metres('End of the bin, exclusive', 2000),
          n: count('points', 'Compared', 24),
          ...spread,
        }),
        'By distance bin (logarithmic); empty bins are omitted',
      ),
    ),
    by_clutter: Type.Optional(
      list(
        object('ClutterGroup', 'Errors of points in one clutter', {
          type: nullable(
            word(Object.keys(CLUTTER_HEIGHTS_M), 'As for rx_clutter; null: no layer knows it there'),
          ),
          height_m: nullable(metres('Above the ground; 0: nothing is there', 15)),
          n: count('points', 'Compared', 24),
          ...spread,
        }),
        'Groups by land cover at the points, if the service has LAYERS; the largest first',
      ),
    ),
    fit: Type.Optional(
      object('Fit', 'Correction of the losses by least squares of the errors', {
        stretches: count('stretches', 'Number of one-kilometre squares with compared points', 41),
        from_m: metres(
          'Distance of the nearest compared point: below it the correction is extrapolated',
          420.5,
        ),
        to_m: metres('Distance of the farthest compared point', 12_300),
        needed_stretches: count('stretches', 'Minimum for a fit', MINIMUM_STRETCHES),
        correction: nullable(
          object('FoundCorrection', 'Field correction for a request, including that of this result', {
            offset_db: quantity('dB', 'Added at one kilometre', 6.1),
            slope_db: quantity('dB', 'Added per tenfold distance; 0 if a slope is not justified', 0),
          }),
        ),
        rmse_db: db(
          'Root mean square of what is left of the errors of each stretch with the correction that the others give',
          4.2,
        ),
      }),
    ),
  },
)

const PointResult = object('PointResult', 'Result at a Point', {
  value: nullable(quantity("the layer's unit", 'Value of the cell; null where there is none', -93.2)),
  state: word(states, aboutStates),
  distance_m: metres('From the transmitter', 4200.5),
  residual_db: Type.Optional(quantity('dB', 'Predicted minus measured loss', 2.4)),
})
const line = {
  covered_share: nullable(
    quantity(dimensionless, 'Covered share of the length of the line; null for a length of 0', 0.93),
  ),
  length_m: metres('Length along the geodesics of the parts of the line', 1520.4),
}
const along = <Item extends TSchema>(item: Item, description: string, example: unknown[]) =>
  Type.Array(item, { description, examples: [example] })
const LineResult = object('LineResult', 'Result along a LineString', {
  ...line,
  outages: list(
    object('Outage', 'A stretch that is not covered', {
      from_m: metres('Distance from the start of the line', 120.5),
      to_m: metres('Distance from the start of the line', 180.2),
    }),
    'Where it is not covered; unknown ground and out of range included',
  ),
  servers: Type.Optional(
    list(
      object('ServerStretch', 'A stretch with one best server', {
        from_m: metres('Distance from the start of the line', 0),
        to_m: metres('Distance from the start of the line', 820.3),
        site: count(dimensionless, 'Number of the site; 0: none covers it', 2),
        name: nullable(text('Name of the site', 'Hill')),
      }),
      'Networks only: all of the line by the site that serves it best, in any layer: the strongest of those that cover, of visibility the first that sees',
    ),
  ),
  profile: Type.Optional(
    object(
      'LineProfile',
      'With profile=true: a step for each cell, of more than 1000 cells neighbours of one state and best server joined',
      {
        from_m: along(metres('From the start of the line', 120.5), 'Start of each step', [0, 92.6]),
        lat: along(
          quantity('degrees', 'WGS 84', -35.27, { minimum: -90, maximum: 90 }),
          'Start of each step',
          [-35.27, -35.2705],
        ),
        lon: along(
          quantity('degrees', 'WGS 84, beyond 180 where the line crosses the antimeridian', 149.1583),
          'Start of each step',
          [149.1583, 149.1592],
        ),
        state: along(word(states, aboutStates), 'State of each step', ['covered', 'unknown']),
        value: along(
          nullable(quantity("the layer's unit", 'Mean along the step; null where nothing is known', -93.2)),
          'Value of each step',
          [-93.2, null],
        ),
      },
    ),
  ),
})
const AreaResult = object('AreaResult', 'Result in a Polygon or MultiPolygon', {
  km2: area('Within range and inside'),
  zones: statsZones,
  weight: weights,
})

export const FeaturesAnswer = object(
  'FeaturesAnswer',
  'The features of the request with the result at each',
  {
    type: word(['FeatureCollection'], 'GeoJSON type'),
    features: list(
      object(
        'AnsweredFeature',
        'A feature of the request',
        {
          type: word(['Feature'], 'GeoJSON type'),
          geometry: anyObject('As sent', exampleFeature.geometry),
          properties: object(
            'FeatureProperties',
            'Properties as sent, with the result',
            {
              result: Type.Union(
                [
                  PointResult,
                  LineResult,
                  AreaResult,
                  object('MultiPointResult', 'Result at a MultiPoint', {
                    points: list(PointResult, 'Only for points of a MultiPoint, in the order of the feature'),
                  }),
                  object('MultiLineResult', 'Result along a MultiLineString', {
                    ...line,
                    lines: list(
                      LineResult,
                      'Only for lines of a MultiLineString, in the order of the feature',
                    ),
                  }),
                ],
                {
                  description: 'Result at this feature',
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
  },
)

export const FeaturesTableAnswer = Type.String({
  title: 'FeaturesTableAnswer',
  description:
    'For a table: its columns, then value, state, distance_m and residual_db. For lines as GeoJSON: a row for each stretch of one state, and of one best server of a network, with the columns feature, part, name, from_m, to_m, length_m, state, for a network site and site_name, for layers with a unit value_min, value_mean and value_max, and wkt',
  examples: ['lat,lon,value,state,distance_m,residual_db\r\n-35.27,149.1583,-71.2,covered,0,0.3\r\n'],
})
