import { Type } from 'typebox'
import { count, dimensionless, instant, nullable, text, urlText } from '../http/schemas/common.ts'

const layer = Type.Optional(
  text('A layer that was asked for; without it visible or value, or the first if neither was', 'min_height', {
    maxLength: 40,
  }),
)

export const FileQuery = Type.Object(
  {
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
  },
  { additionalProperties: false },
)

export const PreviewQuery = Type.Object({ layer }, { additionalProperties: false })

export const SignedUrlQuery = Type.Object(
  {
    ttl: Type.Optional(
      count('seconds', 'How long the address is good', 3600, {
        minimum: 60,
        maximum: 604_800,
        default: 3600,
      }),
    ),
  },
  { additionalProperties: false },
)

const signedUrl =
  'https://localhost:8443/results/sim_vq7YS5ecugNBEHXOPC7r.tif?expires=1795241803&key=key_8Jq2mXw0&signature=Zm9vYmFy'

export const SignedUrl = Type.Object(
  {
    url: text(
      'Opens the .tif; the same query opens the .png, what lies beside it, and the layers',
      signedUrl,
    ),
    expires_at: instant('Until when'),
  },
  {
    title: 'SignedUrl',
    description:
      'Good without a key for GET and HEAD; it dies with the simulation and with the key that made it',
  },
)

const ofCell = { 'x-unit': "the legend's unit" }

const LegendEntry = Type.Object(
  {
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
    color: text('#rrggbbaa', '#ff8c00b0'),
    label: text('What it means', 'visible'),
  },
  { title: 'LegendEntry', description: 'A colour and what it means' },
)

const Legend = Type.Object(
  {
    unit: nullable(text('Unit of the values; null for classes', 'dBm')),
    entries: Type.Array(LegendEntry, { description: 'Each colour of the picture' }),
  },
  { title: 'Legend', description: 'What the colours of the picture mean' },
)

export const Preview = Type.Object(
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
  {
    title: 'Preview',
    description: 'Where to lay the picture on a Web Mercator map, and what its colours mean',
  },
)

const binary = { type: 'string', format: 'binary' } as const

/** The answers of a file of this type, described by hand: files are streamed, not serialised. */
export function fileResponses(contentType: string, schema: object = binary) {
  const content = { [contentType]: { schema } }
  return {
    200: { description: 'The file', content },
    206: { description: 'The range that was asked for', content },
    304: { description: 'Not changed', type: 'null' },
  } as const
}
