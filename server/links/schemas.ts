import { type TSchema, Type } from 'typebox'
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
import { MAXIMUM_PATHS, MAXIMUM_PATHS_KM } from '../link/limits.ts'
import { Link, LinkRequest } from '../link/schemas.ts'
import type { Schema } from '../requests/cells.ts'
import { FeaturesSummary } from '../results/feature-schemas.ts'
import { commonFields, queryFields } from './fields.ts'

const limits = `At most ${MAXIMUM_PATHS} pairs, ${MAXIMUM_PATHS_KM} km of path together, and ${maximumPlacesBytes} bytes`

export const LinksQuery = query({
  floor_dbm: Type.Optional(
    measure(
      'dBm',
      { minimum: -250, maximum: 100, examples: [-120] },
      'Pairs with a measured_dbm below it are not compared',
    ),
  ),
  // Members that nested objects require are optional as query parameters.
  ...Object.fromEntries(
    [...queryFields].map(([name, { schema }]) => [
      name,
      Type.Optional(
        Type.Unsafe(
          documented(schema, `${schema.description ?? name}; with a table: for rows that do not have it`),
        ),
      ),
    ]),
  ),
})

/** Schema without model-specific examples and units, which only the link request documents. */
function documented(schema: Schema, description = schema.description): object {
  if (schema.properties) return schema
  const { enum: words, minimum, default: byDefault = words?.[0] ?? minimum } = schema
  const isNumber = schema.type === 'number'
  return {
    examples: [byDefault],
    ...(isNumber && { 'x-unit': dimensionless }),
    ...schema,
    ...(description !== undefined && { description }),
  }
}

export const site = (properties: object, lon: number, lat: number) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lon, lat] },
})
export const collection = (...features: object[]) => ({ type: 'FeatureCollection', features })

export const exampleLinks = {
  link: { frequency: 868, erp: 0.5, rx_sensitivity_dbm: -110 },
  transmitters: collection(site({ name: 'Ainslie', height: 30 }, 149.1583, -35.27)),
  receivers: collection(
    site({ name: 'Hall', height: 6 }, 149.07, -35.17),
    site({ name: 'Campbell', height: 2, measured_dbm: -97.5 }, 149.16, -35.29),
  ),
}

/** GeoJSON schema of the ends for the API document only; bodies are checked in a worker thread. */
export const ends = (name: string, about: string, example: object) =>
  object(
    name,
    about,
    {
      type: word(['FeatureCollection'], 'GeoJSON type (RFC 7946)'),
      features: Type.Array(
        Type.Object(
          {},
          {
            additionalProperties: true,
            description: 'A Feature with a Point',
            examples: [site({}, 149, -35)],
          },
        ),
        { description: 'At least one', examples: [[site({ height: 30 }, 149.1583, -35.27)]] },
      ),
    },
    { additionalProperties: true, examples: [example] },
  )

export const LinksCommon = object(
  'LinksCommon',
  'Fields of POST /link for all pairs; those of an end override them, and its power overrides all power fields here',
  Object.fromEntries(
    commonFields.map((name) => [
      name,
      Type.Optional(Type.Unsafe(documented(LinkRequest.properties[name as never] as Schema))),
    ]),
  ),
  { additionalProperties: false },
)

export const LinksRequest = object(
  'LinksRequest',
  `Every transmitter with every receiver. ${limits}`,
  {
    transmitters: ends(
      'Transmitters',
      'Points with the properties height (or tx_height) in metres, name, id, and any of tx_…, frequency, erp and antenna that POST /link takes; null equals none',
      exampleLinks.transmitters,
    ),
    receivers: ends(
      'Receivers',
      'Points with the properties height (or rx_height) in metres, name, id, any of rx_… that POST /link takes, and measured_dbm or measured_loss_db, of the only transmitter, as there may be only one then',
      exampleLinks.receivers,
    ),
    link: Type.Optional(LinksCommon),
  },
  { additionalProperties: false, examples: [exampleLinks] },
)

export const LinksTable = Type.String({
  title: 'LinksTable',
  description: `A pair in each row (RFC 4180; separated by semicolons or tabs, numbers may have a decimal comma): the columns tx_lat, tx_lon, rx_lat, rx_lon and tx_height, frequency where the query does not say them, any other field of POST /link but profile and correction (nested fields as antenna.tilt), optionally tx_name, tx_id, rx_name, rx_id, measured_dbm or measured_loss_db; other columns are kept. ${limits}`,
  maxLength: maximumPlacesBytes,
  examples: [
    'tx_name,tx_lat,tx_lon,tx_height,rx_name,rx_lat,rx_lon,rx_height,frequency\nAinslie,-35.27,149.1583,30,Hall,-35.17,149.07,6,868\n',
  ],
})

export const linkEndMembers = {
  id: Type.Optional(
    Type.Union([Type.String(), Type.Number({ 'x-unit': dimensionless })], {
      description: 'ID of the feature or the row',
      examples: ['A1'],
    }),
  ),
  name: Type.Optional(
    Type.Union([Type.String(), Type.Number({ 'x-unit': dimensionless })], {
      description: 'Name of the feature or the row',
      examples: ['Ainslie'],
    }),
  ),
}
const LinkEnd = object('LinkEnd', 'Name and id of an end in the request, if any', linkEndMembers)

const own = Link.properties
/** Figures are nullable, because a pair may have no link. */
const orNone = (schema: TSchema) => {
  const isNullable = Array.isArray((schema as { anyOf?: object[] }).anyOf)
  return isNullable ? schema : nullable(schema)
}

export const linkFigures = {
  distance_m: own.distance_m,
  azimuth_deg: orNone(own.azimuth_deg),
  reverse_azimuth_deg: orNone(own.reverse_azimuth_deg),
  visible: orNone(own.visible),
  worst_fresnel: orNone(own.worst_fresnel),
  clear_heights_m: orNone(own.clear_heights_m),
  loss_db: orNone(own.loss_db),
  antenna_db: orNone(own.antenna_db),
  received_dbm: own.received_dbm,
  margin_db: own.margin_db,
  warnings: own.warnings,
  error: Type.Optional(
    object('LinkError', 'Reason that there is no loss', {
      code: text(
        'Code with which POST /link would refuse it: terrain_unavailable, tx_below_ground, too_many_posts, invalid_parameters; or outside_validity, where the geometry has an answer',
        'terrain_unavailable',
      ),
      detail: text('In words', 'The elevation of the ground under the transmitter is not known.'),
    }),
  ),
}

const LinkOfMany = object(
  'LinkOfMany',
  'Figures as POST /link has them for the pair; all but distance and azimuth are null where it would refuse the pair',
  {
    tx_index: Type.Optional(
      count('transmitters', 'GeoJSON only: position of the transmitter, starting at 0', 0),
    ),
    rx_index: Type.Optional(count('receivers', 'GeoJSON only: position of the receiver, starting at 0', 0)),
    row: Type.Optional(
      count('rows', 'Table only: row number; the header row with the column names is row 1', 2),
    ),
    tx: LinkEnd,
    rx: LinkEnd,
    ...linkFigures,
    residual_db: Type.Optional(quantity('dB', 'Predicted minus measured loss', 2.4)),
  },
)

export const Links = object('LinksAnswer', 'A link for each pair, and a summary of all', {
  links: list(LinkOfMany, 'In the order of the rows, or of the receivers of each transmitter in turn'),
  summary: FeaturesSummary,
})

export const LinksTableAnswer = Type.String({
  title: 'LinksTableAnswer',
  description:
    'The columns of the request, or ids, names and positions of GeoJSON, then those of each link; error and error_detail where there is no loss',
  examples: [
    'tx_lat,tx_lon,…,distance_m,azimuth_deg,…,loss_db,antenna_db,received_dbm,margin_db,residual_db,warnings,error,error_detail\r\n',
  ],
})
