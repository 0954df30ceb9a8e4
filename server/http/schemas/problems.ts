import { Type } from 'typebox'
import { count, object, quantity, text } from './common.ts'

const FieldErrorSchema = object(
  'FieldError',
  'What is wrong with one field',
  {
    pointer: Type.Optional(text('JSON pointer of a field of the body', '#/tx_lat')),
    parameter: Type.Optional(text('Name of a query parameter', 'limit')),
    row: Type.Optional(
      count(
        '1',
        'Row of a CSV table; the header row with the column names is row 1, and empty rows count too',
        7,
      ),
    ),
    detail: text(
      'Allowed values, and the value received',
      'tx_lat must be a number between -85 and 85 degrees, got 91',
    ),
  },
  { additionalProperties: false },
)

/** Problem details (RFC 9457), including members that only some codes have. */
export const Problem = Type.Object(
  {
    type: text('/problems/<code>, a page of this service', '/problems/invalid_parameters'),
    title: text('Short text for the code', 'Invalid parameters'),
    status: count('1', 'HTTP status', 400),
    detail: text('What is wrong with this request', 'max_range is required.'),
    instance: text("The request's path without its query", '/api/v1/simulate'),
    code: text('Code for programs; /problems/<code> explains it', 'invalid_parameters'),
    request_id: text('Identifier of this answer, also in the log', 'req_0f4d9c0b1a2e3f4a5b6c7d8e'),
    errors: Type.Optional(
      Type.Array(FieldErrorSchema, { maxItems: 20, description: 'Every offending field, up to 20' }),
    ),
    cells: Type.Optional(count('cells', 'too_many_cells: in the circle', 400_000_000)),
    max_cells: Type.Optional(count('cells', 'too_many_cells: allowed', 100_000_000)),
    posts: Type.Optional(count('elevation posts', 'too_many_posts: around the transmitter', 2_000_000_000)),
    max_posts: Type.Optional(count('elevation posts', 'too_many_posts: allowed', 900_000_000)),
    finest_terrain_spacing: Type.Optional(
      quantity('metres', 'too_many_posts: the smallest terrain_spacing that fits', 61.78),
    ),
    finest_resolution: Type.Optional(
      quantity('metres per cell', 'too_many_cells: the finest resolution that fits', 17.73),
    ),
    grid: Type.Optional(
      Type.Unsafe<object>({
        type: 'object',
        description: 'not_aligned: the lattice of the first site, as `grid` of a request takes it',
        examples: [{ west: 11, north: 50, step_lon: 0.0004, step_lat: 0.00025 }],
      }),
    ),
    ids: Type.Optional(
      Type.Array(text('ID of a simulation', 'sim_vq7YS5ecugNBEHXOPC7r'), {
        description: 'member_missing: the sites that have no result',
        examples: [['sim_vq7YS5ecugNBEHXOPC7r']],
      }),
    ),
    balance: Type.Optional(count('credits', 'insufficient_credits: credits left', 3)),
    required: Type.Optional(
      count('credits', 'insufficient_credits, credit_limit_reached: price in credits', 6),
    ),
    limit: Type.Optional(
      count(
        'credits or simulations',
        'credit_limit_reached: credits a month; concurrency_limit_exceeded: simulations at once',
        3,
      ),
    ),
    used_this_month: Type.Optional(count('credits', 'credit_limit_reached: used in this UTC month', 4998)),
    used_bytes: Type.Optional(count('bytes', 'storage_quota_exceeded: of stored results', 21_474_836_480)),
    quota_bytes: Type.Optional(count('bytes', 'storage_quota_exceeded: limit of the plan', 21_474_836_480)),
    running: Type.Optional(count('simulations', 'concurrency_limit_exceeded: running or waiting', 3)),
  },
  { $id: 'Problem', additionalProperties: false, description: 'RFC 9457 problem details' },
)
