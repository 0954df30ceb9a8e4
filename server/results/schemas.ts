import { Type } from 'typebox'
import {
  count,
  dimensionless,
  instant,
  list,
  nullable,
  object,
  optional,
  query,
  text,
  urlText,
  word,
} from '../http/schemas/common.ts'
import { withUnit } from '../http/schemas/units.ts'
import { AddressWarnings } from '../http/schemas/warnings.ts'
import { COVERED_COLOR } from './views/styles.ts'

const layer = Type.Optional(
  text(
    'Layer of the result: one of the requested layers, or for path loss also class. By default visible or value, or the first layer of the request',
    'min_height',
    { maxLength: 40 },
  ),
)

const wholeDbm = (description: string, minimum: number, maximum: number, example: number) =>
  Type.Optional(
    Type.Integer({
      minimum,
      maximum,
      'x-unit': 'dBm',
      description: withUnit(description, 'dBm'),
      examples: [example],
    }),
  )

/** View of a path-loss result; results of other kinds refuse these parameters. */
export const viewQuery = {
  sensitivity_dbm: wholeDbm(
    'Receiver sensitivity: locations with at least this received power count as covered. Defaults to rx_sensitivity_dbm of the request. Only for path-loss results',
    -200,
    100,
    -100,
  ),
  eirp_dbm: wholeDbm(
    'EIRP of the transmitter. Defaults to the EIRP of the request. Only for path-loss results',
    -50,
    120,
    43,
  ),
  up_eirp_dbm: wholeDbm(
    'EIRP of the terminal for the uplink, including its antenna gain. Requires up_sensitivity_dbm; a location then counts as covered only if both directions work',
    -50,
    120,
    14,
  ),
  up_sensitivity_dbm: wholeDbm(
    'Receiver sensitivity at the transmitter site for the uplink, minus its antenna gain, plus its cable loss. Requires up_eirp_dbm',
    -200,
    100,
    -120,
  ),
}

export const FileQuery = query({
  layer,
  ...optional({
    expires: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      'x-unit': dimensionless,
      description: 'Expiry time of a signed URL, in Unix seconds',
      examples: [1_795_241_803],
    }),
    key: urlText('Key ID of a signed URL', 'key_8Jq2mXw0'),
    signature: urlText('Signature of a signed URL', 'Zm9vYmFy'),
    share: urlText('Token of a share, instead of the Authorization header', 'shr_4fT9bQz71LxK_Zm9vYmFy'),
  }),
})

export const ViewedQuery = query({ ...FileQuery.properties, ...viewQuery })

const { layer: _layer, ...fileQuery } = FileQuery.properties
export const GapsQuery = query({ ...fileQuery, ...viewQuery })

export const TileQuery = query({
  ...ViewedQuery.properties,
  size: Type.Optional(
    word(
      ['256', '512'],
      'Side of the tile in pixels; 512: with the detail of four tiles of the next zoom level',
      '256',
    ),
  ),
})

export const PreviewQuery = query({ layer, ...viewQuery })

export const SignedUrlQuery = query({
  ttl: Type.Optional(
    count('seconds', 'Validity of the signed URL', 3600, {
      minimum: 60,
      maximum: 604_800,
      default: 3600,
    }),
  ),
})

const signedUrl =
  'https://localhost:8443/results/sim_vq7YS5ecugNBEHXOPC7r.tif?expires=1795241803&key=key_8Jq2mXw0&signature=Zm9vYmFy'

export const SignedUrl = object(
  'SignedUrl',
  'Signed URL, valid without an API key for GET and HEAD, until the simulation is deleted or the key that created the URL is revoked',
  {
    url: text(
      'URL of the .tif file; the same query also opens the .png, its companion files, and the layers',
      signedUrl,
    ),
    expires_at: instant('Expiry time of the signed URL'),
    warnings: AddressWarnings,
  },
)

export const states = ['covered', 'talk_out', 'talk_in', 'level', 'lacking', 'unknown', 'out_of_range']
export const aboutStates =
  'Coverage state. covered: visible or received, with an uplink in both directions; talk_out or talk_in: with an uplink, only the direction from or to the transmitter site works; level: value of a quantity for which no sensitivity is given; lacking: not covered, because the path is blocked or the signal too weak'

const ofCell = { 'x-unit': "the legend's unit" }

const LegendEntry = object('LegendEntry', 'Legend color and its meaning', {
  state: word(states, aboutStates),
  ...optional({
    value: Type.Number({ ...ofCell, description: 'Value of the cells with this color', examples: [1] }),
    range: Type.Array(nullable(Type.Number(ofCell)), {
      minItems: 2,
      maxItems: 2,
      description:
        'Range of values with this color, from (inclusive) and to (exclusive); null is an open end',
      examples: [[-100, -90]],
    }),
  }),
  color: text('Color as #rrggbbaa', COVERED_COLOR),
  label: text('Meaning of the color', 'visible'),
})

const Legend = object('Legend', 'Legend of the picture: colors and their meanings', {
  unit: nullable(text('Unit of the values; null for classes', 'dBm')),
  entries: list(LegendEntry, 'Entries of the legend, one per color'),
})

export const Preview = object('Preview', 'Bounds of the picture on a Web Mercator map, and its legend', {
  bounds: Type.Array(Type.Number({ 'x-unit': 'degrees' }), {
    minItems: 4,
    maxItems: 4,
    description: 'Bounds of the picture in degrees: west, south, east, north; east may be above 180',
    examples: [[8.79, 47.54, 9.06, 47.72]],
  }),
  url: text(
    'Signed URL of the picture; for requests with a share the plain URL, which works with the same share',
    signedUrl.replace('.tif', '.png'),
  ),
  url_expires_at: instant('Expiry time of the URL of the picture'),
  legend: Legend,
})
