import { Type } from 'typebox'
import {
  count,
  dimensionless,
  instant,
  list,
  nullable,
  object,
  query,
  text,
  urlText,
  word,
} from '../http/schemas/common.ts'
import { AddressWarnings } from '../http/schemas/warnings.ts'
import { COVERED_COLOR } from './views/styles.ts'

const layer = Type.Optional(
  text(
    'A requested layer, of path loss value or class; default: visible or value, or the first if neither was requested',
    'min_height',
    { maxLength: 40 },
  ),
)

const wholeDbm = (description: string, minimum: number, maximum: number, example: number) =>
  Type.Optional(Type.Integer({ minimum, maximum, 'x-unit': 'dBm', description, examples: [example] }))

/** View of a path-loss result; results of other kinds refuse these parameters. */
export const viewQuery = {
  sensitivity_dbm: wholeDbm(
    'Receiver sensitivity: places where the received power is at least this value count as covered. Defaults to rx_sensitivity_dbm of the request. Only for path-loss results',
    -200,
    100,
    -100,
  ),
  eirp_dbm: wholeDbm(
    'EIRP of the transmitter. Defaults to that of the request. Only for path-loss results',
    -50,
    120,
    43,
  ),
  up_eirp_dbm: wholeDbm(
    'Uplink: EIRP of the terminal, including its antenna gain. Requires up_sensitivity_dbm; a place then counts as covered only if both directions work',
    -50,
    120,
    14,
  ),
  up_sensitivity_dbm: wholeDbm(
    'Uplink: sensitivity of the receiver at the mast, minus its antenna gain, plus its cable loss. Requires up_eirp_dbm',
    -200,
    100,
    -120,
  ),
}

export const FileQuery = query({
  layer,
  expires: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      'x-unit': dimensionless,
      description: 'Expiry of a signed URL, Unix seconds',
      examples: [1_795_241_803],
    }),
  ),
  key: Type.Optional(urlText('Key ID of a signed URL', 'key_8Jq2mXw0')),
  signature: Type.Optional(urlText('Signature of a signed URL', 'Zm9vYmFy')),
  share: Type.Optional(urlText("A share's token, in place of the header", 'shr_4fT9bQz71LxK_Zm9vYmFy')),
})

export const ViewedQuery = query({ ...FileQuery.properties, ...viewQuery })

const { layer: _layer, ...fileQuery } = FileQuery.properties
export const GapsQuery = query({ ...fileQuery, ...viewQuery })

export const TileQuery = query({
  ...ViewedQuery.properties,
  size: Type.Optional(word(['256', '512'], '512: the detail of four tiles of the next zoom level', '256')),
})

export const PreviewQuery = query({ layer, ...viewQuery })

export const SignedUrlQuery = query({
  ttl: Type.Optional(
    count('seconds', 'Validity of the address', 3600, {
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
  'Valid without a key for GET and HEAD, until the simulation is deleted or the key that made it is revoked',
  {
    url: text(
      'Opens the .tif; the same query opens the .png and its companion files, and the layers',
      signedUrl,
    ),
    expires_at: instant('Until when'),
    warnings: AddressWarnings,
  },
)

export const states = ['covered', 'talk_out', 'talk_in', 'level', 'lacking', 'unknown', 'out_of_range']
export const aboutStates =
  'covered: visible, or received, with an uplink in both directions; talk_out, talk_in: with an uplink, only the terminal hears the mast, or only the mast the terminal; level: a value of a layer of measures without a sensitivity; lacking: blocked, or too weak'

const ofCell = { 'x-unit': "the legend's unit" }

const LegendEntry = object('LegendEntry', 'A color and its meaning', {
  state: word(states, aboutStates),
  value: Type.Optional(
    Type.Number({ ...ofCell, description: 'Cells of this value have the color', examples: [1] }),
  ),
  range: Type.Optional(
    Type.Array(nullable(Type.Number(ofCell)), {
      minItems: 2,
      maxItems: 2,
      description: 'From, inclusive, to, exclusive; null is an open end',
      examples: [[-100, -90]],
    }),
  ),
  color: text('#rrggbbaa', COVERED_COLOR),
  label: text('Meaning', 'visible'),
})

const Legend = object('Legend', 'Meaning of the colors of the picture', {
  unit: nullable(text('Unit of the values; null for classes', 'dBm')),
  entries: list(LegendEntry, 'Each color of the picture'),
})

export const Preview = object(
  'Preview',
  'Position of the picture on a Web Mercator map, and the meaning of its colors',
  {
    bounds: Type.Array(Type.Number({ 'x-unit': 'degrees' }), {
      minItems: 4,
      maxItems: 4,
      description: 'Corners of the picture in degrees: west, south, east, north; east may be above 180',
      examples: [[8.79, 47.54, 9.06, 47.72]],
    }),
    url: text(
      'Signed URL of the picture; with a share the plain URL, which the same share opens',
      signedUrl.replace('.tif', '.png'),
    ),
    url_expires_at: instant('Until when that address is good'),
    legend: Legend,
  },
)
