import { Type } from 'typebox'
import { count, optional, quantity, strictObject, text } from './common.ts'

const FieldErrorSchema = strictObject('FieldError', 'Error in a field of the request', {
  ...optional({
    pointer: text('JSON pointer to the field in the request body', '#/tx_lat'),
    parameter: text('Name of the query parameter', 'limit'),
    row: count(
      '1',
      'Row number in the CSV table; the header row with the column names is row 1, and empty rows are counted',
      7,
    ),
  }),
  detail: text(
    'Values that the field allows, and the value that was received',
    'tx_lat must be a number between -85 and 85 degrees, got 91',
  ),
})

/** Problem details (RFC 9457), including members that only some codes have. */
export const Problem = Type.Object(
  {
    type: text('Path of the page that describes the error: /problems/<code>', '/problems/invalid_parameters'),
    title: text('Short title of the error', 'Invalid parameters'),
    status: count('1', 'HTTP status of the error', 400),
    detail: text('Description of the error in this request', 'max_range is required.'),
    instance: text('Path of the request, without its query', '/api/v1/simulate'),
    code: text('Machine-readable error code, described at /problems/<code>', 'invalid_parameters'),
    request_id: text("Request ID, also written to the service's log", 'req_0f4d9c0b1a2e3f4a5b6c7d8e'),
    ...optional({
      errors: Type.Array(FieldErrorSchema, {
        maxItems: 20,
        description: 'Errors in fields of the request, at most 20',
      }),
      cells: count('cells', 'Number of cells in the requested circle; only for too_many_cells', 400_000_000),
      max_cells: count('cells', 'Maximum number of cells; only for too_many_cells', 100_000_000),
      posts: count(
        'elevation posts',
        'Number of elevation posts around the transmitter; only for too_many_posts',
        2_000_000_000,
      ),
      max_posts: count(
        'elevation posts',
        'Maximum number of elevation posts; only for too_many_posts',
        900_000_000,
      ),
      finest_terrain_spacing: quantity(
        'metres',
        'Smallest terrain_spacing within the limit; only for too_many_posts',
        61.78,
      ),
      finest_resolution: quantity(
        'metres per cell',
        'Finest resolution within the limit; only for too_many_cells',
        17.73,
      ),
      grid: Type.Unsafe<object>({
        type: 'object',
        description:
          'Grid of the first site, for use as `grid` in a simulation request; only for not_aligned',
        examples: [{ west: 11, north: 50, step_lon: 0.0004, step_lat: 0.00025 }],
      }),
      ids: Type.Array(text('ID of a simulation', 'sim_vq7YS5ecugNBEHXOPC7r'), {
        description:
          'IDs of the simulations whose sites have no result, or whose cells do not align with the first site; only for member_missing and not_aligned',
        examples: [['sim_vq7YS5ecugNBEHXOPC7r']],
      }),
      balance: count('credits', 'Available credits of the account; only for insufficient_credits', 3),
      required: count(
        'credits',
        'Price of the request in credits; only for insufficient_credits and credit_limit_reached',
        6,
      ),
      limit: count(
        'credits or simulations',
        'Limit of the plan: credits per month for credit_limit_reached, simulations at once for concurrency_limit_exceeded',
        3,
      ),
      used_this_month: count(
        'credits',
        'Credits used in this UTC month; only for credit_limit_reached',
        4998,
      ),
      used_bytes: count('bytes', 'Bytes of stored results; only for storage_quota_exceeded', 21_474_836_480),
      quota_bytes: count(
        'bytes',
        'Maximum bytes of stored results allowed by the plan; only for storage_quota_exceeded',
        21_474_836_480,
      ),
      running: count(
        'simulations',
        'Number of running or waiting simulations; only for concurrency_limit_exceeded',
        3,
      ),
    }),
  },
  {
    $id: 'Problem',
    additionalProperties: false,
    description: 'Error response: problem details as defined by RFC 9457',
  },
)
