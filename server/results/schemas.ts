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
    'A layer that was asked for, of path loss value or class; without it visible or value, or the first if neither was',
    'min_height',
    { maxLength: 40 },
  ),
)

const wholeDbm = (description: string, minimum: number, maximum: number, example: number) =>
  Type.Optional(Type.Integer({ minimum, maximum, 'x-unit': 'dBm', description, examples: [example] }))

/** How a result of path loss is looked at; results of geometry know no power and refuse it. */
export const viewQuery = {
  sensitivity_dbm: wholeDbm(
    'Of the receiver: what receives at least this is covered; without it rx_sensitivity_dbm of the request. Of path loss only',
    -200,
    100,
    -100,
  ),
  eirp_dbm: wholeDbm('Of the transmitter; without it that of the request. Of path loss only', -50, 120, 43),
  up_eirp_dbm: wholeDbm(
    'The way back, with up_sensitivity_dbm: EIRP of the terminal, the gain of its antenna in it; covered is where both directions are',
    -50,
    120,
    14,
  ),
  up_sensitivity_dbm: wholeDbm(
    'The way back, with up_eirp_dbm: sensitivity of the receiver at the mast, less the gain of its antenna, plus the loss of its cable',
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
      description: 'Of a signed address: Unix seconds',
      examples: [1_795_241_803],
    }),
  ),
  key: Type.Optional(urlText('Of a signed address', 'key_8Jq2mXw0')),
  signature: Type.Optional(urlText('Of a signed address', 'Zm9vYmFy')),
  share: Type.Optional(urlText("A share's token, in place of the header", 'shr_4fT9bQz71LxK_Zm9vYmFy')),
})

/** Of a product that depends on the view. */
export const ViewedQuery = query({ ...FileQuery.properties, ...viewQuery })

const { layer: _layer, ...fileQuery } = FileQuery.properties
/** Gaps are those of one layer. */
export const GapsQuery = query({ ...fileQuery, ...viewQuery })

export const TileQuery = query({
  ...ViewedQuery.properties,
  size: Type.Optional(word(['256', '512'], '512: as fine as four tiles of the next zoom level', '256')),
})

export const PreviewQuery = query({ layer, ...viewQuery })

export const SignedUrlQuery = query({
  ttl: Type.Optional(
    count('seconds', 'How long the address is good', 3600, {
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
  'Good without a key for GET and HEAD; it dies with the simulation and with the key that made it',
  {
    url: text(
      'Opens the .tif; the same query opens the .png, what lies beside it, and the layers',
      signedUrl,
    ),
    expires_at: instant('Until when'),
    warnings: AddressWarnings,
  },
)

export const states = ['covered', 'talk_out', 'talk_in', 'level', 'lacking', 'unknown', 'out_of_range']
export const aboutStates =
  'covered: visible, or received, with a way back in both directions; talk_out, talk_in: with a way back, only the terminal hears the mast, or only the mast the terminal; level: of a measure, where no sensitivity says what is covered; lacking: blocked, or too weak'

const ofCell = { 'x-unit': "the legend's unit" }

const LegendEntry = object('LegendEntry', 'A colour and what it means', {
  state: word(states, aboutStates),
  value: Type.Optional(
    Type.Number({ ...ofCell, description: 'Cells of this value have the colour', examples: [1] }),
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
  label: text('What it means', 'visible'),
})

const Legend = object('Legend', 'What the colours of the picture mean', {
  unit: nullable(text('Unit of the values; null for classes', 'dBm')),
  entries: list(LegendEntry, 'Each colour of the picture'),
})

export const Preview = object(
  'Preview',
  'Where to lay the picture on a Web Mercator map, and what its colours mean',
  {
    bounds: Type.Array(Type.Number({ 'x-unit': 'degrees' }), {
      minItems: 4,
      maxItems: 4,
      description: 'Corners of the picture in degrees: west, south, east, north; east may be above 180',
      examples: [[8.79, 47.54, 9.06, 47.72]],
    }),
    url: text(
      'Signed address of the picture; by a share the plain one, which the same share opens',
      signedUrl.replace('.tif', '.png'),
    ),
    url_expires_at: instant('Until when that address is good'),
    legend: Legend,
  },
)
