import { Type } from 'typebox'
import { Instant, urlText } from '../http/schemas/common.ts'

const layer = Type.Optional(
  Type.String({
    maxLength: 40,
    description: 'A layer that was asked for; without it visible or value, or the first if neither was',
  }),
)

export const FileQuery = Type.Object(
  {
    layer,
    expires: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Of a signed address: Unix seconds',
      }),
    ),
    key: Type.Optional(urlText({ description: 'Of a signed address' })),
    signature: Type.Optional(urlText({ description: 'Of a signed address' })),
  },
  { additionalProperties: false },
)

export const PreviewQuery = Type.Object({ layer }, { additionalProperties: false })

export const SignedUrlQuery = Type.Object(
  {
    ttl: Type.Optional(Type.Integer({ minimum: 60, maximum: 604_800, default: 3600, 'x-unit': 'seconds' })),
  },
  { additionalProperties: false },
)

export const SignedUrl = Type.Object(
  {
    url: Type.String({
      description: 'Opens the .tif; the same query opens the .png, what lies beside it, and the layers',
    }),
    expires_at: Instant,
  },
  {
    description:
      'Good without a key for GET and HEAD; it dies with the simulation and with the key that made it',
  },
)

const Color = Type.String({ description: '#rrggbbaa' })

export const Preview = Type.Object(
  {
    bounds: Type.Array(Type.Number(), {
      minItems: 4,
      maxItems: 4,
      description: 'Corners of the picture in degrees: west, south, east, north; east may be above 180',
    }),
    url: Type.String({ description: 'Signed address of the picture' }),
    url_expires_at: Instant,
    legend: Type.Object({
      unit: Type.Union([Type.String(), Type.Null()]),
      entries: Type.Array(
        Type.Object({
          value: Type.Optional(Type.Number()),
          range: Type.Optional(
            Type.Array(Type.Union([Type.Number(), Type.Null()]), {
              minItems: 2,
              maxItems: 2,
              description: 'From, inclusive, to, exclusive; null is an open end',
            }),
          ),
          color: Color,
          label: Type.String(),
        }),
      ),
    }),
  },
  { description: 'Where to lay the picture on a Web Mercator map, and what its colours mean' },
)

const binary = { type: 'string', format: 'binary' } as const

/** The answers of a file of this type, described by hand: files are streamed, not serialised. */
export function fileResponses(contentType: string) {
  const content = { [contentType]: { schema: binary } }
  return {
    200: { description: 'The file', content },
    206: { description: 'The range that was asked for', content },
    304: { description: 'Not changed', type: 'null' },
  } as const
}
