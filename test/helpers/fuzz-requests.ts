import fc from 'fast-check'
import { planetFile, radioMobileFile } from './antennas.ts'
import type { OpenApiDocument } from './client.ts'
import { dereferenced } from './document.ts'
import { objectOf, oddValue, type Schema, schemaValue } from './fuzz-values.ts'
import { largeBodyOf } from './large-bodies.ts'
import type { RawRequest } from './raw-http.ts'

interface Parameter {
  in: 'path' | 'query' | 'header'
  name: string
  schema: Schema
}

interface DocumentedOperation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** What requests are filled with that the service knows; filled in when the request is sent, as it may have changed. */
export const placeholders = {
  simulation: '{simulation}',
  key: '{key_id}',
  apiKey: '{api_key}',
  signature: '{signature}',
  antenna: '{antenna_id}',
} as const

const oddText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    '.',
    '..',
    '%',
    '%zz',
    '%00',
    '%2e%2e%2f',
    '%ff',
    '%C0%AF',
    'sim_',
    '*',
    '~',
    ';a=b',
    '\u00ff',
  ),
  fc.integer({ min: 100, max: 9000 }).map((length) => 'a'.repeat(length)),
)

/** Printable ASCII and bytes above it: what a request line or a header may hold at all. */
const rawText = fc
  .array(fc.oneof(fc.integer({ min: 0x21, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })), {
    maxLength: 40,
  })
  .map((codes) => String.fromCharCode(...codes))

const methods = [
  'GET',
  'HEAD',
  'POST',
  'DELETE',
  'PUT',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'QUERY',
  'get',
  'G\u00cbT',
  'FOO',
]

/** Requests to every operation of a document: as it asks for, and as it does not. */
export function requestsTo(document: OpenApiDocument): fc.Arbitrary<RawRequest> {
  const operations = Object.entries(dereferenced(document).paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) =>
      requestTo(method.toUpperCase(), path, operation as unknown as DocumentedOperation),
    ),
  )
  return fc.oneof({ weight: 15, arbitrary: fc.oneof(...operations) }, { weight: 1, arbitrary: wild })
}

function requestTo(method: string, path: string, operation: DocumentedOperation): fc.Arbitrary<RawRequest> {
  const { parameters = [], requestBody } = operation
  const schema = requestBody?.content['application/json']?.schema
  const asksForText = requestBody !== undefined && schema === undefined
  const ownBody = schema ? bodyOf(schema) : asksForText ? textBody : fc.constant(Buffer.alloc(0))
  const type = schema ? 'application/json' : asksForText ? 'text/plain' : undefined
  return fc.record({
    method: mostly(method, fc.constantFrom(...methods)),
    path: fc
      .tuple(pathOf(path), queryOf(parameters.filter((parameter) => parameter.in === 'query')))
      .map(([plain, query]) => plain + query),
    headers: /\.(tif|png|pgw|prj)$/.test(path)
      ? fc.tuple(headersOf(undefined), rangeHeaders).map((lists) => lists.flat())
      : headersOf(type),
    body: fc.oneof(
      { weight: 12, arbitrary: ownBody },
      { weight: 1, arbitrary: anyBody },
      { weight: 1, arbitrary: largeBodyOf(schema ?? {}) },
    ),
    chunked: mostly(false, fc.constant(true)),
  })
}

/** Files have answers of their own: parts, and that nothing has changed. */
const rangeHeaders: fc.Arbitrary<[string, string][]> = fc.oneof(
  fc.constant<[string, string][]>([]),
  fc
    .constantFrom('bytes=0-9', 'bytes=-5', 'bytes=999999999-', 'bytes=999999999-1000000000', 'bytes=5-')
    .map((range): [string, string][] => [['Range', range]]),
  fc.constantFrom('If-None-Match', 'If-Match').map((name): [string, string][] => [[name, '*']]),
  fc.constant<[string, string][]>([['If-Match', '"other"']]),
)

function pathOf(template: string): fc.Arbitrary<string> {
  const filled = template.replace('{id}', placeholders.simulation)
  const parts = filled.split(/(\{code\}|\{simulation\}|\{key_id\}|\{antenna_id\})/)
  return fc
    .tuple(
      ...parts.map((part) => {
        if (!part.startsWith('{')) return fc.constant(part)
        const known = part === '{code}' ? 'rate_limited' : part
        return mostly(known, fc.oneof(oddText.map(encodeURIComponentSafe), oddText.map(bare)), 3)
      }),
    )
    .map((texts) => texts.join(''))
}

function queryOf(parameters: Parameter[]): fc.Arbitrary<string> {
  if (parameters.length === 0)
    return mostly(
      '',
      fc.oneof(
        fc.constant('?'),
        fc.constant('?a=1'),
        rawText.map((text) => `?${text}`),
      ),
      12,
    )
  const pairs = parameters.map(({ name, schema }) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 4, arbitrary: schemaValue(schema) },
        { weight: 1, arbitrary: fc.oneof(oddText, oddValue) },
      ),
    ),
  )
  const signed = fc.constant(`?${placeholders.signature}`)
  const some = fc
    .shuffledSubarray(pairs, { maxLength: Math.min(4, pairs.length) })
    .chain((chosen) =>
      fc
        .tuple(...chosen)
        .map((list) =>
          list.map(
            ([name, value]) =>
              `${name}=${encodeURIComponentSafe(String(typeof value === 'object' ? JSON.stringify(value) : value))}`,
          ),
        ),
    )
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 5, arbitrary: some.map((list) => `?${list.join('&')}`) },
    { weight: 1, arbitrary: some.map((list) => `?${[...list, ...list].join('&')}`) },
    { weight: 1, arbitrary: rawText.map((text) => `?${text}`) },
    ...(parameters.some(({ name }) => name === 'signature') ? [{ weight: 3, arbitrary: signed }] : []),
  )
}

/** `bodyType`: of the body that the operation asks for. */
function headersOf(bodyType: string | undefined): fc.Arbitrary<[string, string][]> {
  const authorization = fc.oneof(
    { weight: 20, arbitrary: fc.constant(`Bearer ${placeholders.apiKey}`) },
    { weight: 1, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        `bearer   ${placeholders.apiKey}`,
        placeholders.apiKey,
        'Bearer',
        'Basic YTpi',
        'Bearer rcov_aaaaaaaa_',
      ),
    },
    { weight: 1, arbitrary: rawText },
  )
  const type = mostly(
    bodyType ?? 'application/json',
    fc.oneof(
      fc.constantFrom(
        'application/json; charset=utf-16',
        'APPLICATION/JSON',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'application/json, text/plain',
        'application/problem+json',
        'application/',
        '/',
        ';',
        '',
      ),
      rawText,
    ),
    12,
  )
  return fc
    .tuple(
      authorization,
      bodyType ? type : mostly('', type, 10),
      fc.array(oddHeader, { maxLength: 2 }),
      mostly('', fc.constant('drop'), 60),
    )
    .map(([key, contentType, odd, host]) => [
      ...(host === 'drop' ? [] : [['Host', 'localhost'] as [string, string]]),
      ...(key === undefined ? [] : [['Authorization', key] as [string, string]]),
      ...(contentType === '' ? [] : [['Content-Type', contentType] as [string, string]]),
      ...odd,
    ])
}

const oddHeader: fc.Arbitrary<[string, string]> = fc.oneof(
  ...(
    [
      ['Idempotency-Key', ['', 'k', 'a'.repeat(255), 'a'.repeat(256), 'é', 'k, k']],
      [
        'Range',
        [
          'bytes=0-9',
          'bytes=-5',
          'bytes=999999999-',
          'bytes=9-2',
          'bytes=0-1,3-4',
          'rows=1-2',
          'bytes=-0',
          'bytes=99999999999999999999-',
        ],
      ],
      ['If-None-Match', ['*', '"x"', 'W/"x"', '', ',,,']],
      ['If-Match', ['*', '"x"', 'W/"x"', '', ',,,']],
      ['If-Unmodified-Since', ['Thu, 01 Jan 1970 00:00:00 GMT', 'nonsense', '-1']],
      ['If-Range', ['"x"', 'Thu, 01 Jan 1970 00:00:00 GMT', 'nonsense']],
      ['If-Modified-Since', ['Thu, 01 Jan 2099 00:00:00 GMT', 'nonsense', '-1']],
      ['Accept', ['text/html', '*/*', 'image/webp;q=2', '', 'application/json']],
      ['Accept-Encoding', ['gzip', 'identity;q=0', '*']],
      ['Origin', ['https://a.example', 'null', 'x y']],
      ['Access-Control-Request-Method', ['POST', 'FOO']],
      ['Access-Control-Request-Headers', ['authorization', 'x'.repeat(300)]],
      ['X-Forwarded-For', ['1.2.3.4', '::1', 'a, b', '-']],
      ['X-Forwarded-Proto', ['http', 'https']],
      ['X-HTTP-Method-Override', ['DELETE']],
      ['X-Request-Id', ['req_000', 'a\u00e9']],
      ['Connection', ['close', 'keep-alive', 'Upgrade', 'te, foo']],
      ['Upgrade', ['websocket', 'h2c']],
      ['Expect', ['100-continue', '200-ok']],
      ['Content-Encoding', ['gzip', 'br']],
      ['TE', ['trailers']],
      ['Cookie', ['a=b', 'x'.repeat(20_000)]],
      ['Host', ['evil.example', '', 'a b']],
      ['Authorization', ['Bearer twice']],
      ['Content-Length', ['0', '-1', '1e3', '18446744073709551616']],
      ['Transfer-Encoding', ['gzip', 'chunked, chunked']],
      ['X-Filler', ['x'.repeat(70_000)]],
      ['Bad Name', ['x']],
    ] as [string, string[]][]
  ).map(([name, values]) =>
    // A length of its own could announce bytes that never come.
    (name === 'Content-Length'
      ? fc.constantFrom(...values)
      : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: rawText })
    ).map((value): [string, string] => [name, value]),
  ),
)

function bodyOf(schema: Schema): fc.Arbitrary<Buffer> {
  const counts = fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 3 }) },
  )
  const json = objectOf(schema, counts).map((value) => JSON.stringify(value))
  return fc
    .tuple(
      json,
      mostly(
        'as it is',
        fc.constantFrom('twice', 'cut', 'bom', 'huge', 'nan', 'latin1', 'trailing', 'list', 'spaces'),
        6,
      ),
    )
    .map(([text, change]) => {
      switch (change) {
        case 'twice':
          return Buffer.from(text.replace('{', '{"max_range":2,"max_range":3,"pack":"100",'))
        case 'cut':
          return Buffer.from(text.slice(0, text.length / 2))
        case 'bom':
          return Buffer.from(`\ufeff${text}`)
        case 'huge':
          return Buffer.from(text.replace(/:-?[\d.e+-]+/, ':1e400'))
        case 'nan':
          return Buffer.from(text.replace(/:-?[\d.e+-]+/, ':NaN'))
        case 'latin1':
          return Buffer.concat([
            Buffer.from(text.slice(0, -1)),
            Buffer.from(',"name":"\u00ff\u00fe"}', 'latin1'),
          ])
        case 'trailing':
          return Buffer.from(`${text}]`)
        case 'list':
          return Buffer.from(`[${text}]`)
        case 'spaces':
          return Buffer.from(text + ' '.repeat(66_000))
        default:
          return Buffer.from(text)
      }
    })
}

/** Antenna files, whole and not. */
const textBody: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.constantFrom(planetFile(), radioMobileFile()),
    fc.nat(9000),
    fc.string({ maxLength: 9 }),
    fc.boolean(),
  )
  .map(([text, at, inserted, isWhole]) =>
    Buffer.from(isWhole ? text : text.slice(0, at) + inserted + text.slice(at)),
  )

const anyBody: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom(
      '',
      ' ',
      '{',
      '[]',
      'null',
      '0',
      '"x"',
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{}}}',
      '\u0000',
    )
    .map((text) => Buffer.from(text)),
  oddValue.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(65_535, 65_536, 65_537, 300_000).map((length) => Buffer.alloc(length, 'x')),
)

const wild: fc.Arbitrary<RawRequest> = fc.record({
  method: fc.constantFrom(...methods),
  path: fc.oneof(
    fc
      .tuple(
        fc.constantFrom(
          '/',
          '/api',
          '/api/v1',
          '/api/v1/',
          '/api/v2/',
          '/results/',
          '/docs/',
          '//',
          '/api/v1//',
          '*',
          'http://a.example/api/v1/keys',
          '/api/v1/keys/',
          '/./api/v1/keys',
          '/metrics',
          '/payments/stripe',
        ),
        rawText,
      )
      .map(([base, text]) => base + text),
    rawText.map((text) => `/${text}`),
    oddText.map((text) => `/${bare(text)}`),
  ),
  headers: headersOf(undefined),
  body: fc.oneof({ weight: 3, arbitrary: fc.constant(Buffer.alloc(0)) }, { weight: 1, arbitrary: anyBody }),
  chunked: mostly(false, fc.constant(true)),
})

function mostly<T>(usual: T, other: fc.Arbitrary<T>, weight = 15): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })
}

/** Lone surrogates have no encoding: they are replaced as UTF-8 does. */
function encodeURIComponentSafe(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
}

/** As it is, in UTF-8 bytes, but for what would end the request line. */
function bare(text: string): string {
  return Buffer.from(text.replace(/[\s\p{Cc}]/gu, '')).toString('latin1')
}
