import { Type } from 'typebox'
import { count, object, quantity, text } from './common.ts'

const FieldErrorSchema = object(
  'FieldError',
  'Error in one field of the request',
  {
    pointer: Type.Optional(text('JSON pointer to the field in the request body', '#/tx_lat')),
    parameter: Type.Optional(text('Name of the query parameter', 'limit')),
    row: Type.Optional(
      count(
        '1',
        'Row number in the CSV table; the header row with the column names is row 1, and empty rows are counted',
        7,
      ),
    ),
    detail: text(
      'Allowed values of the field, and the value received',
      'tx_lat must be a number between -85 and 85 degrees, got 91',
    ),
  },
  { additionalProperties: false },
)

/** RFC 9457, with the members that some codes add. */
export const Problem = Type.Object(
  {
    type: text('Path of the page that describes the error: /problems/<code>', '/problems/invalid_parameters'),
    title: text('Short title of the error', 'Invalid parameters'),
    status: count('1', 'HTTP status of the error', 400),
    detail: text('Description of the error in this request', 'max_range is required.'),
    instance: text('Path of the request, without its query', '/api/v1/simulate'),
    code: text('Error code for programs, described at /problems/<code>', 'invalid_parameters'),
    request_id: text('Request ID, also in the log of the service', 'req_0f4d9c0b1a2e3f4a5b6c7d8e'),
    errors: Type.Optional(
      Type.Array(FieldErrorSchema, {
        maxItems: 20,
        description: 'Errors in fields of the request, at most 20',
      }),
    ),
    cells: Type.Optional(count('cells', 'too_many_cells: number of cells in the circle', 400_000_000)),
    max_cells: Type.Optional(count('cells', 'too_many_cells: maximum number of cells', 100_000_000)),
    posts: Type.Optional(
      count(
        'elevation posts',
        'too_many_posts: number of elevation posts around the transmitter',
        2_000_000_000,
      ),
    ),
    max_posts: Type.Optional(
      count('elevation posts', 'too_many_posts: maximum number of elevation posts', 900_000_000),
    ),
    finest_terrain_spacing: Type.Optional(
      quantity('metres', 'too_many_posts: smallest terrain_spacing within the limit', 61.78),
    ),
    finest_resolution: Type.Optional(
      quantity('metres per cell', 'too_many_cells: finest resolution within the limit', 17.73),
    ),
    grid: Type.Optional(
      Type.Unsafe<object>({
        type: 'object',
        description: 'not_aligned: grid of the first site, as a value for `grid` of a request',
        examples: [{ west: 11, north: 50, step_lon: 0.0004, step_lat: 0.00025 }],
      }),
    ),
    ids: Type.Optional(
      Type.Array(text('ID of a simulation', 'sim_vq7YS5ecugNBEHXOPC7r'), {
        description: 'member_missing: IDs of the simulations whose sites have no result',
        examples: [['sim_vq7YS5ecugNBEHXOPC7r']],
      }),
    ),
    balance: Type.Optional(count('credits', 'insufficient_credits: available credits of the account', 3)),
    required: Type.Optional(
      count('credits', 'insufficient_credits, credit_limit_reached: price of the request in credits', 6),
    ),
    limit: Type.Optional(
      count(
        'credits or simulations',
        'credit_limit_reached: maximum credits per month; concurrency_limit_exceeded: maximum number of simulations at once',
        3,
      ),
    ),
    used_this_month: Type.Optional(
      count('credits', 'credit_limit_reached: credits used in this UTC month', 4998),
    ),
    used_bytes: Type.Optional(
      count('bytes', 'storage_quota_exceeded: bytes of stored results', 21_474_836_480),
    ),
    quota_bytes: Type.Optional(
      count('bytes', 'storage_quota_exceeded: maximum bytes of stored results in the plan', 21_474_836_480),
    ),
    running: Type.Optional(
      count('simulations', 'concurrency_limit_exceeded: number of running or waiting simulations', 3),
    ),
  },
  {
    $id: 'Problem',
    additionalProperties: false,
    description: 'Error response: problem details as defined by RFC 9457',
  },
)
