/** Response headers in the API document. */

const integer = { type: 'integer' } as const
const text = { type: 'string' } as const

const headers = {
  'X-Request-Id': { description: "Request ID, also written to the service's log", schema: text },
  'X-RateLimit-Limit': { description: 'Number of requests allowed per rate limit window', schema: integer },
  'X-RateLimit-Remaining': {
    description: 'Number of requests left in the current rate limit window',
    schema: integer,
  },
  'X-RateLimit-Reset': { description: 'End of the rate limit window, in Unix seconds', schema: integer },
  'Retry-After': { description: 'Number of seconds to wait before the next attempt', schema: integer },
  'Idempotency-Replayed': {
    description: '`true` for the response to an earlier request with the same idempotency key',
    schema: text,
  },
  'X-Credits-Charged': {
    description: 'Price of the response in credits: one per 1000 paths or part thereof',
    schema: integer,
  },
  'Preference-Applied': {
    description: 'RFC 7240: `wait=N`, if this preference of the request was applied',
    schema: text,
  },
  Location: {
    description: 'URL of the status or of the created resource, relative to the origin',
    schema: text,
  },
  Link: {
    description: 'RFC 8288: links to the next and previous pages, as rel="next" and rel="prev"',
    schema: text,
  },
  Allow: { description: 'HTTP methods of the path', schema: text },
  'WWW-Authenticate': { description: 'Authentication scheme: Bearer', schema: text },
  ETag: { description: 'Strong entity tag of the response', schema: text },
  'Last-Modified': { description: 'Time of the last modification of the file', schema: text },
  'Accept-Ranges': { description: 'Unit of range requests: bytes', schema: text },
  'Content-Range': {
    description: 'Byte range of the response, or the size of the file for status 416',
    schema: text,
  },
  'Content-Disposition': { description: 'File name for saving the response', schema: text },
} as const

export type HeaderName = keyof typeof headers

const rateLimited = /^\/(?:api\/v1|results|nodes)(?:\/|$)/
const rateNames = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const
/** Statuses of requests that cannot be parsed, which get rate-limit headers on every path. */
const ofUnread = new Set(['400', '408', '431'])
const fileNames = ['ETag', 'Last-Modified', 'Accept-Ranges'] as const
/** Headers by response status, for every operation. */
const ofStatus: Readonly<Record<string, readonly HeaderName[]>> = {
  206: ['Content-Range'],
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}
const ofOperation: Readonly<Record<string, readonly HeaderName[]>> = {
  'startSimulation 201': ['Location', 'Retry-After', 'Idempotency-Replayed', 'Preference-Applied'],
  'startBatch 201': ['Location', 'Retry-After', 'Idempotency-Replayed'],
  'startSearch 201': ['Location', 'Retry-After', 'Idempotency-Replayed'],
  'getSearch 200': ['Retry-After', 'Preference-Applied'],
  'purchaseCredits 201': ['Idempotency-Replayed'],
  'computeLinks 200': ['X-Credits-Charged'],
  'getChoice 200': ['X-Credits-Charged'],
  'searchRelays 200': ['X-Credits-Charged'],
  'getFeatures 200': ['X-Credits-Charged'],
  'getFeaturesAtRoot 200': ['X-Credits-Charged'],
  'listLedger 200': ['Link'],
  'createWebhook 201': ['Location'],
  'listDeliveries 200': ['Link'],
  'getStatus 200': ['Retry-After', 'Preference-Applied'],
  'getDocs 200': ['ETag'],
  'getDocs 304': ['ETag'],
  'getPage 200': ['ETag'],
  'getPage 304': ['ETag'],
  'getOpenApi 200': ['ETag'],
  'getOpenApi 304': ['ETag'],
  'listSimulations 200': ['Link'],
  'getTerrainTile 200': ['ETag'],
  'getTerrainTile 304': ['ETag'],
}

interface Operation {
  operationId?: string
  responses?: Record<string, { headers?: object; content?: object }>
}

function namesOf(path: string, { operationId = '' }: Operation, status: string): HeaderName[] {
  const isFile =
    /\.(tif|qml|png|pgw|prj|kmz|geojson|pmtiles)$|^(\/api\/v1)?\/results\/[^/]+\/(tiles\.json|stats|value)$|^\/nodes\//.test(
      path,
    )
  return [
    'X-Request-Id',
    ...(rateLimited.test(path) || ofUnread.has(status) ? rateNames : []),
    ...(ofStatus[status] ?? []),
    ...(ofOperation[`${operationId} ${status}`] ?? []),
    ...(isFile && /^(200|206|304)$/.test(status) ? fileNames : []),
    ...(isFile && /^20/.test(status) ? (['Content-Disposition'] as const) : []),
  ]
}

interface Document {
  paths?: Record<string, Record<string, Operation>>
  components?: object
}

export function withHeaders<T extends object>(document: T): T {
  const { paths = {}, components } = document as Document
  for (const [path, operations] of Object.entries(paths)) {
    for (const operation of Object.values(operations)) {
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        const names = namesOf(path, operation, status)
        response.headers = Object.fromEntries(
          names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
        )
      }
    }
  }
  return { ...document, components: { ...components, headers } }
}
