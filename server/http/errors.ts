/** What a request may be refused for: every code with its status, and the error that a route throws. */

const maximumErrors = 20

/** Every code: its status, its title and what is to be done about it. */
export const problems = {
  bad_request: { status: 400, title: 'Bad request', about: 'The request is not valid HTTP/1.1.' },
  bad_url: {
    status: 400,
    title: 'Bad URL',
    about: 'The path or the query holds a broken percent-encoding, or one of no UTF-8.',
  },
  invalid_parameters: {
    status: 400,
    title: 'Invalid parameters',
    about:
      'One or more fields or query parameters are missing, unknown, of the wrong type or out of range; errors names each. Nothing is clamped, coerced or ignored.',
  },
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    about: 'The body is empty, not a JSON document, or has a name twice in one object.',
  },
  malformed_csv: {
    status: 400,
    title: 'Malformed CSV',
    about:
      'The body is no table: text, cells separated by commas, semicolons or tabs, the same number of them in each row, the first row naming the columns.',
  },
  too_many_cells: {
    status: 400,
    title: 'Too many cells',
    about:
      'The circle holds more cells than the plan, or the memory of the service, allows; finest_resolution is the finest that fits.',
  },
  too_many_posts: {
    status: 400,
    title: 'Too many elevation posts',
    about:
      'The terrain around the transmitter has more elevation posts than the service, or its memory, takes; finest_terrain_spacing is the smallest terrain_spacing that fits.',
  },
  tx_below_ground: {
    status: 400,
    title: 'Transmitter below the ground',
    about: 'tx_height is above mean sea level, and the ground under the transmitter is higher than that.',
  },
  terrain_unavailable: {
    status: 400,
    title: 'Terrain unavailable',
    about:
      'Nothing is known about the ground under the transmitter, or somewhere on the path of a link; missing terrain is never taken as sea level.',
  },
  unknown_pack: {
    status: 400,
    title: 'Unknown pack',
    about: 'pack is not one of those that GET /credits/packs lists.',
  },
  signature_invalid: {
    status: 400,
    title: 'Signature invalid',
    about:
      'The Stripe-Signature is missing, does not fit the body, or is older than five minutes. Nothing was done.',
  },
  tls_required: {
    status: 400,
    title: 'TLS required',
    about:
      'The service answers over HTTPS alone: behind a proxy, only what a trusted one marks with "X-Forwarded-Proto: https". A key that was sent in clear should be replaced.',
  },
  key_missing: {
    status: 401,
    title: 'API key missing',
    about: 'Send the key in the header "Authorization: Bearer <API_KEY>".',
  },
  key_invalid: {
    status: 401,
    title: 'API key invalid',
    about:
      'The key, the share or the signed address is wrong, revoked or expired, or a share does not open this.',
  },
  plan_not_allowed: {
    status: 403,
    title: 'Plan not allowed',
    about: 'The plan of the account has no access to this endpoint.',
  },
  insufficient_credits: {
    status: 403,
    title: 'Insufficient credits',
    about: 'The balance is lower than the price of the simulation. Nothing was charged.',
  },
  credit_limit_reached: {
    status: 403,
    title: 'Credit limit reached',
    about:
      'The simulation would take the account past the credits it may use this month. Nothing was charged.',
  },
  storage_quota_exceeded: {
    status: 403,
    title: 'Storage quota exceeded',
    about:
      'The stored results of the account take all the space that its plan allows: delete simulations first. Nothing was charged.',
  },
  simulation_not_found: {
    status: 404,
    title: 'Simulation not found',
    about: 'The account has no simulation of that id.',
  },
  result_not_ready: {
    status: 404,
    title: 'Result not ready',
    about: 'The simulation is still pending, or it failed and has no result; see its status.',
  },
  layer_not_available: {
    status: 404,
    title: 'Layer not available',
    about: 'The simulation was not asked for that layer.',
  },
  key_not_found: { status: 404, title: 'Key not found', about: 'The account has no key of that id.' },
  antenna_not_found: {
    status: 404,
    title: 'Antenna not found',
    about: 'The account has no antenna pattern of that id.',
  },
  share_not_found: {
    status: 404,
    title: 'Share not found',
    about: 'The simulation has no share of that id, or it has expired.',
  },
  webhook_not_found: {
    status: 404,
    title: 'Webhook not found',
    about: 'The account has no webhook of that id.',
  },
  delivery_not_found: {
    status: 404,
    title: 'Delivery not found',
    about:
      'The webhook has no delivery of that id. Of those that it owes no more, the last hundred are kept.',
  },
  invite_not_found: {
    status: 404,
    title: 'Invite not found',
    about: 'There is no such invite: its address is incomplete, or its account was deleted or disabled.',
  },
  terrain_file_not_found: {
    status: 404,
    title: 'Terrain file not found',
    about: 'No terrain file of this service has that SHA-256.',
  },
  route_not_found: { status: 404, title: 'Not found', about: 'There is nothing at that path.' },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    about: 'The path exists, but not for that method; the header Allow lists those it has.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    about: 'The request did not arrive in time.',
  },
  last_key: {
    status: 409,
    title: 'Last key',
    about: 'The last key of an account cannot be deleted: make a new one first.',
  },
  too_many_keys: {
    status: 409,
    title: 'Too many keys',
    about: 'An account has at most 20 keys: delete one first.',
  },
  too_many_antennas: {
    status: 409,
    title: 'Too many antennas',
    about: 'An account keeps at most 50 antenna patterns: delete one first.',
  },
  too_many_checkouts: {
    status: 409,
    title: 'Too many checkouts',
    about:
      'An account has at most 20 checkouts that are neither paid nor expired: pay one, or wait until one expires, 24 hours after it was opened.',
  },
  too_many_shares: {
    status: 409,
    title: 'Too many shares',
    about: 'A simulation has at most 100 shares that have not expired: revoke one first.',
  },
  too_many_webhooks: {
    status: 409,
    title: 'Too many webhooks',
    about: 'An account has at most 10 webhooks: delete one first.',
  },
  antenna_in_use: {
    status: 409,
    title: 'Antenna in use',
    about: 'A pending simulation needs this antenna pattern: wait for it, or delete it first.',
  },
  idempotency_in_flight: {
    status: 409,
    title: 'Request in flight',
    about: 'A request with this Idempotency-Key is being answered; repeat it in a moment.',
  },
  result_expired: {
    status: 410,
    title: 'Result expired',
    about: 'The result has expired and was deleted; the record remains.',
  },
  invite_used: {
    status: 410,
    title: 'Invite used',
    about: 'The invite was used before. The operator of the service can make another key.',
  },
  invite_expired: {
    status: 410,
    title: 'Invite expired',
    about: 'The invite has expired, seven days after it was made. The operator can make another one.',
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    about: 'The file is not the one that If-Match names, or was written after If-Unmodified-Since.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    about: 'A body has at most 65 536 bytes, that of a batch 1 048 576, of features or of an area 8 388 608.',
  },
  uri_too_long: { status: 414, title: 'URI too long', about: 'An address has at most 8192 characters.' },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    about:
      'Bodies are JSON: send "Content-Type: application/json". GeoJSON may be application/geo+json. An antenna file is text/plain or application/octet-stream; a batch and features may be text/csv.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'Range not satisfiable',
    about: 'The range begins beyond the end of the file; Content-Range states its size.',
  },
  idempotency_mismatch: {
    status: 422,
    title: 'Idempotency key used already',
    about:
      'The Idempotency-Key was used with another body in the last 24 hours; take a new key for a new request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    about: 'The window is used up; Retry-After and X-RateLimit-Reset state when the next begins.',
  },
  concurrency_limit_exceeded: {
    status: 429,
    title: 'Too many simulations at once',
    about: 'As many simulations as the plan allows are running or waiting. Nothing was charged.',
  },
  too_many_streams: {
    status: 429,
    title: 'Too many streams',
    about:
      'A key has at most 10 streams of events open: close one first, or follow all simulations with one.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    about: 'The headers of a request have at most 16 KiB.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    about: 'A fault on the side of the service; request_id finds it in the logs.',
  },
  time_limit_exceeded: {
    status: 500,
    title: 'Time limit exceeded',
    about:
      'Never an answer, only the error of a failed simulation: its computation took far longer than expected and was aborted. The credits were refunded.',
  },
  ground_differs: {
    status: 500,
    title: 'Ground differs',
    about:
      'Never an answer, only the error of a failed simulation: what was to be computed on was not the ground that the service has. The credits were refunded.',
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    about:
      'The queue is full, or nothing can be stored or no ground read at the moment; try again later. Nothing was charged.',
  },
  starting: {
    status: 503,
    title: 'Starting',
    about:
      'The terrain is not scanned yet since the service started, and nothing is computed on a part of it; try again after Retry-After. Nothing was charged.',
  },
  shutting_down: {
    status: 503,
    title: 'Shutting down',
    about: 'The service is stopping and takes no new simulations; try again.',
  },
  storage_unavailable: {
    status: 503,
    title: 'Storage unavailable',
    about:
      'The store of results cannot be reached, is too slow, or has no room for more at the moment. Nothing was charged; try again after Retry-After.',
  },
  payments_unavailable: {
    status: 503,
    title: 'Payments unavailable',
    about: 'This service sells no credits, or its payment provider is out of reach.',
  },
} as const satisfies Record<string, { status: number; title: string; about: string }>

export type ProblemCode = keyof typeof problems

export interface FieldError {
  pointer?: string
  parameter?: string
  /** Of a table, as a spreadsheet counts: the names are row 1. */
  row?: number
  detail: string
}

interface Extra {
  headers?: Record<string, string | number>
  /** Members that the code adds to the problem. */
  members?: Record<string, number>
  errors?: FieldError[]
}

/** The one error class: what a route throws, a client reads as problem details (RFC 9457). */
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
