/** Catalog of problem codes with HTTP status, and the error class that routes throw. */

const maximumErrors = 20

/** Meaning and remedy of every problem code, by HTTP status. */
const abouts = {
  400: {
    bad_request: 'The request is not valid HTTP/1.1.',
    bad_url: 'The path or the query has a percent-encoding that is broken or not UTF-8.',
    invalid_parameters:
      'One or more fields or query parameters are missing, unknown, of the wrong type or out of range; errors names each. Nothing is clamped, coerced or ignored.',
    malformed_json: 'The body is empty, not a JSON document, or has a duplicate name in an object.',
    malformed_csv:
      'The body is not a valid table: text, cells separated by commas, semicolons or tabs, the same number of cells in each row, column names in the first row, and decimal points or commas in numbers.',
    too_many_cells:
      'The circle has more cells than the plan or the memory of the service allows; finest_resolution is the finest that fits.',
    too_many_posts:
      'The terrain around the transmitter has more elevation posts than the service or its memory allows; finest_terrain_spacing is the smallest terrain_spacing that fits.',
    tx_below_ground:
      'tx_height is above mean sea level, and the ground under the transmitter is higher than that.',
    terrain_unavailable:
      'Nothing is known about the ground under the transmitter, or somewhere on the path of a link; missing terrain is never taken as sea level.',
    not_aligned:
      'The cells of the sites are on different lattices; grid is that of the first site: run the others again with it.',
    unknown_pack: 'pack is not one of those that GET /credits/packs lists.',
    signature_invalid:
      'The Stripe-Signature is missing, does not fit the body, or is older than five minutes. Nothing was done.',
    tls_required:
      'The service answers only over HTTPS; behind a proxy, only requests that a trusted proxy marks with "X-Forwarded-Proto: https". Replace a key that was sent unencrypted.',
  },
  401: {
    key_missing: 'Send the key in the header "Authorization: Bearer <API_KEY>".',
    key_invalid:
      'The key, the share or the signed URL is wrong, revoked or expired, or a share does not cover this.',
  },
  403: {
    plan_not_allowed: 'The plan of the account has no access to this endpoint.',
    insufficient_credits:
      'The balance is lower than the price of the simulation or of the requested paths. Nothing was charged.',
    credit_limit_reached:
      'The price would take the account past the credits it may use this month. Nothing was charged.',
    storage_quota_exceeded:
      'The stored results of the account take all the space that its plan allows: delete simulations first. Nothing was charged.',
  },
  404: {
    simulation_not_found: 'The account has no simulation of that id.',
    result_not_ready: 'The simulation is still pending, or it failed and has no result; see its status.',
    layer_not_available: 'The simulation was not requested with that layer.',
    network_not_found: 'The account has no network of that id.',
    search_not_found: 'The account has no search of that id.',
    key_not_found: 'The account has no key of that id.',
    antenna_not_found: 'The account has no antenna pattern of that id.',
    share_not_found: 'The simulation or network has no share of that id, or it has expired.',
    webhook_not_found: 'The account has no webhook of that id.',
    delivery_not_found:
      'The webhook has no delivery of that id. Only the last hundred final deliveries are kept.',
    invite_not_found:
      'There is no such invite: its address is incomplete, or its account was deleted or disabled.',
    terrain_file_not_found: 'No terrain file of this service has that SHA-256.',
    route_not_found: 'No resource has that path.',
  },
  405: {
    method_not_allowed: 'The path exists, but not for that method; the header Allow lists those it has.',
  },
  408: {
    request_timeout: 'The request did not arrive in time.',
  },
  409: {
    no_terrain_source: 'TERRAIN_URL of the service names no source of terrain.',
    terrain_fetch_running: 'One area is fetched at a time; GET /terrain shows its progress.',
    member_missing:
      'A site of the network has no result: its simulation failed or was deleted, or the result has expired. PUT the network without it.',
    too_many_networks: 'An account has at most 200 networks: delete one first.',
    last_key: 'The last key of an account cannot be deleted: create a new one first.',
    too_many_keys: 'An account has at most 20 keys: delete one first.',
    too_many_antennas: 'An account keeps at most 50 antenna patterns: delete one first.',
    too_many_checkouts:
      'An account has at most 20 checkouts that are neither paid nor expired: pay one, or wait until one expires, 24 hours after it was opened.',
    too_many_shares: 'A simulation has at most 100 shares that have not expired: revoke one first.',
    too_many_webhooks: 'An account has at most 10 webhooks: delete one first.',
    antenna_in_use: 'A pending simulation needs this antenna pattern: wait for it, or delete it first.',
    idempotency_in_flight: 'A request with this Idempotency-Key is being answered; repeat it in a moment.',
  },
  410: {
    result_expired: 'The result has expired and was deleted; the record remains.',
    invite_used: 'The invite was used before. The operator of the service can create another key.',
    invite_expired:
      'The invite has expired, seven days after it was created. The operator can create another one.',
  },
  412: {
    precondition_failed:
      'The file is not the one that If-Match names, or was written after If-Unmodified-Since.',
  },
  413: {
    payload_too_large:
      'A body has at most 65 536 bytes, that of a batch 1 048 576, of features or of an area 8 388 608.',
  },
  414: {
    uri_too_long: 'An address has at most 8192 characters.',
  },
  415: {
    unsupported_media_type:
      'Bodies are JSON: send "Content-Type: application/json". GeoJSON may be application/geo+json. An antenna file is text/plain or application/octet-stream; a batch and features may be text/csv.',
  },
  416: {
    range_not_satisfiable: 'The range begins beyond the end of the file; Content-Range states its size.',
  },
  422: {
    idempotency_mismatch:
      'The Idempotency-Key was used with another body in the last 24 hours; use a new key for a new request.',
  },
  429: {
    rate_limited:
      'The limit of this window is reached; Retry-After and X-RateLimit-Reset state when the next begins.',
    concurrency_limit_exceeded:
      'As many simulations as the plan allows are running or waiting. Nothing was charged.',
    too_many_streams:
      'A key has at most 10 streams of events open: close one first, or follow all simulations with one.',
  },
  431: {
    headers_too_large: 'The headers of a request may have at most 16 KiB.',
  },
  500: {
    internal_error: 'An internal fault of the service, logged under request_id.',
    time_limit_exceeded:
      'Never an answer, only the error of a failed simulation: its computation took far longer than expected and was aborted. The credits were refunded.',
    ground_differs:
      'Never an answer, only the error of a failed simulation: the terrain for the computation differed from that of the service. The credits were refunded.',
  },
  503: {
    overloaded:
      'The queue is full, or storage or terrain is not available at the moment; try again later. Nothing was charged.',
    starting:
      'The service is still scanning the terrain after its start and computes nothing until then; try again after Retry-After. Nothing was charged.',
    shutting_down: 'The service is stopping and takes no new simulations; try again.',
    storage_unavailable:
      'The store of results cannot be reached, is too slow, or has no space left at the moment. Nothing was charged; try again after Retry-After.',
    payments_unavailable: 'This service sells no credits, or its payment provider cannot be reached.',
  },
} as const

type Abouts = typeof abouts
export type ProblemCode = { [Status in keyof Abouts]: keyof Abouts[Status] }[keyof Abouts]

const titles: Partial<Record<ProblemCode, string>> = {
  bad_url: 'Bad URL',
  malformed_json: 'Malformed JSON',
  malformed_csv: 'Malformed CSV',
  too_many_posts: 'Too many elevation posts',
  tx_below_ground: 'Transmitter below the ground',
  tls_required: 'TLS required',
  key_missing: 'API key missing',
  key_invalid: 'API key invalid',
  route_not_found: 'Not found',
  idempotency_in_flight: 'Request in flight',
  uri_too_long: 'URI too long',
  idempotency_mismatch: 'Idempotency key used already',
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
  /** Row of a table, numbered as in a spreadsheet: the header is row 1. */
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
