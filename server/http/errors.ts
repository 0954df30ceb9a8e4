/** Catalog of problem codes with HTTP status, and the error class that routes throw. */

const maximumErrors = 20

/** Meaning and remedy of every problem code, by HTTP status. */
const abouts = {
  400: {
    bad_request: 'The request is not valid HTTP/1.1.',
    bad_url: 'The path or the query has a percent-encoding that is invalid or not UTF-8.',
    invalid_parameters:
      'One or more fields or query parameters are missing, unknown, of the wrong type or out of range; errors lists each of them. Nothing is clamped, coerced or ignored.',
    malformed_json: 'The body is empty, not a JSON document, or has a duplicate name in an object.',
    malformed_csv:
      'The body is not a valid table: text, cells separated by commas, semicolons or tabs, the same number of cells in each row, column names in the first row, and decimal points or commas in numbers.',
    too_many_cells:
      'The circle has more cells than the plan or the memory of the service allows; finest_resolution is the finest resolution within the limit.',
    too_many_posts:
      'The terrain around the transmitter has more elevation posts than the service or its memory allows; finest_terrain_spacing is the smallest terrain_spacing within the limit.',
    tx_below_ground:
      'tx_height is given above mean sea level (AMSL) and is lower than the ground under the transmitter.',
    terrain_unavailable:
      'The ground under the transmitter, or somewhere on the path of a link, is unknown; missing terrain is never treated as sea level.',
    not_aligned:
      'The cells of the sites are on different grids. grid is the grid of the first site: run the simulations in ids again with this grid.',
    unknown_pack: 'pack is not the name of a credit pack from GET /credits/packs.',
    signature_invalid:
      'The Stripe-Signature is missing, does not match the body, or is older than five minutes. The event was not processed.',
    tls_required:
      'The service accepts requests only over HTTPS; behind a proxy, only requests that a trusted proxy marks with "X-Forwarded-Proto: https". Replace any API key that was sent unencrypted.',
  },
  401: {
    key_missing: 'Send the API key in the header "Authorization: Bearer <API_KEY>".',
    key_invalid:
      'The API key, share or signed URL is wrong, revoked or expired, or the share does not cover the requested resource.',
  },
  403: {
    plan_not_allowed: 'The plan of the account has no access to this endpoint.',
    insufficient_credits:
      'The balance is lower than the price of the simulation or of the requested paths. Nothing was charged.',
    credit_limit_reached:
      'The price would exceed the credits that the account may use this month. Nothing was charged.',
    storage_quota_exceeded:
      'The stored results of the account use all the storage that its plan allows: delete simulations first. Nothing was charged.',
  },
  404: {
    simulation_not_found: 'The account has no simulation with this ID.',
    result_not_ready: 'The simulation is still pending, or has failed and has no result; see its status.',
    layer_not_available: 'The simulation was not requested with this layer.',
    network_not_found: 'The account has no network with this ID.',
    search_not_found: 'The account has no search with this ID.',
    key_not_found: 'The account has no API key with this ID.',
    antenna_not_found: 'The account has no antenna pattern with this ID.',
    share_not_found: 'The simulation or network has no share with this ID, or the share has expired.',
    webhook_not_found: 'The account has no webhook with this ID.',
    delivery_not_found:
      'The webhook has no delivery with this ID. Only the last hundred final deliveries are kept.',
    invite_not_found:
      'The invite does not exist: its URL is incomplete, or its account was deleted or disabled.',
    terrain_file_not_found: 'The service has no terrain file with this SHA-256.',
    route_not_found: 'No resource has this path.',
  },
  405: {
    method_not_allowed:
      'The path does not support this method; the header Allow lists the supported methods.',
  },
  408: {
    request_timeout: 'The request did not arrive in time.',
  },
  409: {
    no_terrain_source: 'TERRAIN_URL of the service names no terrain source.',
    terrain_fetch_running: 'Terrain is downloaded for one area at a time; GET /terrain shows the progress.',
    member_missing:
      'A site of the network has no result: its simulation failed or was deleted, or the result has expired. Update the network (PUT) without this site.',
    too_many_networks: 'An account has at most 200 networks: delete a network first.',
    last_key: 'The last API key of an account cannot be deleted: create another key first.',
    too_many_keys: 'An account has at most 20 API keys: delete a key first.',
    too_many_antennas: 'An account has at most 50 antenna patterns: delete a pattern first.',
    too_many_checkouts:
      'An account has at most 20 checkouts that are neither paid nor expired: pay a checkout, or wait until a checkout expires, 24 hours after opening.',
    too_many_shares: 'A simulation has at most 100 shares that have not expired: revoke a share first.',
    too_many_webhooks: 'An account has at most 10 webhooks: delete a webhook first.',
    antenna_in_use:
      'A pending simulation uses this antenna pattern: wait for the simulation, or delete the simulation first.',
    idempotency_in_flight:
      'A request with this Idempotency-Key is in progress; repeat the request in a moment.',
  },
  410: {
    result_expired: 'The result has expired and was deleted; the record is kept.',
    invite_used: 'The invite has already been used. The operator of the service can create another key.',
    invite_expired:
      'The invite has expired, seven days after it was created. The operator can create another invite.',
  },
  412: {
    precondition_failed: 'The file does not match If-Match, or was modified after If-Unmodified-Since.',
  },
  413: {
    payload_too_large:
      'A request body has at most 65 536 bytes; a search has at most 163 840, a batch 1 048 576, features or an area 8 388 608.',
  },
  414: {
    uri_too_long: 'A URL has at most 8192 characters.',
  },
  415: {
    unsupported_media_type:
      'Request bodies are JSON: send "Content-Type: application/json". GeoJSON may be application/geo+json. An antenna file is text/plain or application/octet-stream; a batch and features may be text/csv.',
  },
  416: {
    range_not_satisfiable: 'The range begins beyond the end of the file; Content-Range states its size.',
  },
  422: {
    idempotency_mismatch:
      'The Idempotency-Key was used with a different body in the last 24 hours; use a new key for a new request.',
  },
  429: {
    rate_limited:
      'The request limit of the current window is reached; Retry-After and X-RateLimit-Reset state when the next window begins.',
    concurrency_limit_exceeded:
      'As many simulations as the plan allows are running or waiting. Nothing was charged.',
    too_many_streams:
      'A key has at most 10 open event streams: close a stream first, or follow all simulations with one stream.',
  },
  431: {
    headers_too_large: 'The headers of a request may have at most 16 KiB.',
  },
  500: {
    internal_error: 'An internal error of the service, logged under request_id.',
    time_limit_exceeded:
      'Never a response, only the error of a failed simulation: the computation took far longer than expected and was aborted. The credits were refunded.',
    ground_differs:
      'Never a response, only the error of a failed simulation: the terrain of the computation differed from the terrain of the service. The credits were refunded.',
  },
  503: {
    overloaded:
      'The queue is full, or storage or terrain is not available at the moment; try again later. Nothing was charged.',
    starting:
      'The service is still scanning the terrain after its start and computes nothing until then; try again after Retry-After. Nothing was charged.',
    shutting_down: 'The service is stopping and accepts no new simulations; try again later.',
    storage_unavailable:
      'The result store cannot be reached, is too slow, or has no space left at the moment. Nothing was charged; try again after Retry-After.',
    payments_unavailable: 'The service sells no credits, or its payment provider cannot be reached.',
  },
} as const

type Abouts = typeof abouts
export type ProblemCode = { [Status in keyof Abouts]: keyof Abouts[Status] }[keyof Abouts]

const titles: Partial<Record<ProblemCode, string>> = {
  bad_url: 'Bad URL',
  malformed_json: 'Malformed JSON',
  malformed_csv: 'Malformed CSV',
  too_many_posts: 'Too many elevation posts',
  tx_below_ground: 'Transmitter below ground',
  tls_required: 'TLS required',
  key_missing: 'API key missing',
  key_invalid: 'API key invalid',
  route_not_found: 'Not found',
  idempotency_in_flight: 'Request in flight',
  uri_too_long: 'URI too long',
  idempotency_mismatch: 'Idempotency key already used',
  rate_limited: 'Too many requests',
  concurrency_limit_exceeded: 'Too many simulations at once',
}

/** Every problem code with HTTP status, title, meaning and remedy. */
export const problems = Object.fromEntries(
  Object.entries(abouts).flatMap(([status, ofStatus]) =>
    Object.entries(ofStatus).map(([code, about]) => {
      const words = code.replaceAll('_', ' ')
      const title = titles[code as ProblemCode] ?? words.charAt(0).toUpperCase() + words.slice(1)
      return [code, { status: Number(status), title, about }]
    }),
  ),
) as Readonly<Record<ProblemCode, { status: number; title: string; about: string }>>

export interface FieldError {
  pointer?: string
  parameter?: string
  /** Row number in a table, counted as in a spreadsheet: the header is row 1. */
  row?: number
  detail: string
}

export interface Extra {
  headers?: Record<string, string | number>
  /** Additional members of the problem document, specific to the code. */
  members?: Record<string, number | object>
  errors?: FieldError[]
}

/** Error thrown by routes, sent as problem details (RFC 9457). */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly statusCode: number
  readonly extra: Extra

  constructor(code: ProblemCode, detail: string = problems[code].about, extra: Extra = {}) {
    super(detail)
    this.code = code
    this.statusCode = problems[code].status
    this.extra = extra
  }

  body(instance: string, requestId: string): string {
    const errors = this.extra.errors?.slice(0, maximumErrors)
    return JSON.stringify({
      type: `/problems/${this.code}`,
      title: problems[this.code].title,
      status: this.statusCode,
      detail: this.message,
      instance,
      code: this.code,
      request_id: requestId,
      ...(errors && { errors }),
      ...this.extra.members,
    })
  }
}

export function retryLater(code: ProblemCode, retryAfterS: number, detail?: string): Problem {
  return new Problem(code, detail, { headers: { 'retry-after': retryAfterS } })
}
