import { type TSchema, Type } from 'typebox'
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
import type { JsonSchema as Schema } from '../http/schemas/json-schema.ts'
import { MAXIMUM_PATHS, MAXIMUM_PATHS_KM } from '../link/limits.ts'
import { Link, LinkRequest } from '../link/schemas.ts'
import { FeaturesSummary } from '../results/feature-schemas.ts'
import { commonFields, queryFields } from './fields.ts'

const limits = `At most ${MAXIMUM_PATHS} pairs, ${MAXIMUM_PATHS_KM} km of total path length, and ${maximumPlacesBytes} bytes`

export const LinksQuery = query({
  floor_dbm: Type.Optional(
    measure(
      'dBm',
      { minimum: -250, maximum: 100, examples: [-120] },
      'Minimum measured_dbm; pairs with lower values are not compared',
    ),
  ),
  // Members that nested objects require are optional as query parameters.
  ...Object.fromEntries(
    [...queryFields].map(([name, { schema }]) => [
      name,
      Type.Optional(
        Type.Unsafe(
          documented(schema, `${schema.description ?? name}. Tables only: used for rows without a value`),
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
            description: 'GeoJSON Feature with a Point',
            examples: [site({}, 149, -35)],
          },
        ),
        {
          description: 'GeoJSON Features, at least one',
          examples: [[site({ height: 30 }, 149.1583, -35.27)]],
        },
      ),
    },
    { additionalProperties: true, examples: [example] },
  )

export const LinksCommon = strictObject(
  'LinksCommon',
  'Fields of POST /link for all pairs; fields of a transmitter or receiver take precedence, and a power field of a transmitter replaces all power fields of link',
  Object.fromEntries(
    commonFields.map((name) => [
      name,
      Type.Optional(Type.Unsafe(documented(LinkRequest.properties[name as never] as Schema))),
    ]),
  ),
)

export const LinksRequest = strictObject(
  'LinksRequest',
  `Links from every transmitter to every receiver. ${limits}`,
  {
    transmitters: ends(
      'Transmitters',
      'Transmitters as GeoJSON Points with the properties height (or tx_height) in metres, name, id, and any tx_… field, frequency, erp and antenna of POST /link; null is the same as no value',
      exampleLinks.transmitters,
    ),
    receivers: ends(
      'Receivers',
      'Receivers as GeoJSON Points with the properties height (or rx_height) in metres, name, id, any rx_… field of POST /link, and for a single transmitter measured_dbm or measured_loss_db',
      exampleLinks.receivers,
    ),
    link: Type.Optional(LinksCommon),
  },
  { examples: [exampleLinks] },
)

export const LinksTable = Type.String({
  title: 'LinksTable',
  description: `Table with one pair per row (CSV, RFC 4180; numbers may have a decimal comma if the separator is a semicolon or tab). Required columns: tx_lat, tx_lon, rx_lat, rx_lon, and tx_height and frequency unless set in the query. Optional columns: any other field of POST /link except profile and correction (nested fields like antenna.tilt), tx_name, tx_id, rx_name, rx_id, and measured_dbm or measured_loss_db. Other columns are kept. ${limits}`,
  maxLength: maximumPlacesBytes,
  examples: [
    'tx_name,tx_lat,tx_lon,tx_height,rx_name,rx_lat,rx_lon,rx_height,frequency\nAinslie,-35.27,149.1583,30,Hall,-35.17,149.07,6,868\n',
  ],
})

const label = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Number({ 'x-unit': dimensionless })], { description, examples: [example] })
export const linkEndMembers = {
  ...optional({
    id: label('ID of the feature or table row', 'A1'),
    name: label('Name of the feature or table row', 'Ainslie'),
  }),
}
const LinkEnd = object(
  'LinkEnd',
  'Name and ID of the transmitter or receiver in the request, if given',
  linkEndMembers,
)

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
    object('LinkError', 'Reason why the link has no loss', {
      code: text(
        'Error code with which POST /link would refuse the link (terrain_unavailable, tx_below_ground, too_many_posts, invalid_parameters), or outside_validity if only the geometry could be computed',
        'terrain_unavailable',
      ),
      detail: text(
        'Description of the error',
        'The elevation of the ground under the transmitter is not known.',
      ),
    }),
  ),
}

const LinkOfMany = object(
  'LinkOfMany',
  'Link results of a pair, as in POST /link; all except distance and azimuth are null if POST /link would refuse the pair',
  {
    ...optional({
      tx_index: count(
        'transmitters',
        'Position of the transmitter in the list of the request, starting at 0; only for GeoJSON',
        0,
      ),
      rx_index: count(
        'receivers',
        'Position of the receiver in the list of the request, starting at 0; only for GeoJSON',
        0,
      ),
      row: count(
        'rows',
        'Row number in the table, the header row with the column names being row 1; only for tables',
        2,
      ),
    }),
    tx: LinkEnd,
    rx: LinkEnd,
    ...linkFigures,
    residual_db: Type.Optional(quantity('dB', 'Prediction error: predicted minus measured loss', 2.4)),
  },
)

export const Links = object('LinksAnswer', 'Computed links, one per pair, and a summary', {
  links: list(
    LinkOfMany,
    'Links in the order of the table rows; for GeoJSON, all receivers of the first transmitter, then of the next',
  ),
  summary: FeaturesSummary,
})

export const LinksTableAnswer = Type.String({
  title: 'LinksTableAnswer',
  description:
    'Table with the columns of the request (for GeoJSON: IDs, names and positions), then the results of each link, and error and error_detail for links without a loss',
  examples: [
    'tx_lat,tx_lon,…,distance_m,azimuth_deg,…,loss_db,antenna_db,received_dbm,margin_db,residual_db,warnings,error,error_detail\r\n',
  ],
})
