import { Type } from 'typebox'

/** RFC 9457, with the members that some codes add. */
export const Problem = Type.Object(
  {
    type: Type.String({ description: '/problems/<code>, a page of this service' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ description: "The request's path without its query" }),
    code: Type.String(),
    request_id: Type.String(),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            pointer: Type.Optional(Type.String({ description: 'JSON pointer of a field, e.g. #/tx_lat' })),
            parameter: Type.Optional(Type.String({ description: 'Name of a query parameter' })),
            detail: Type.String(),
          },
          { additionalProperties: false },
        ),
        { maxItems: 20 },
      ),
    ),
    cells: Type.Optional(Type.Integer({ description: 'too_many_cells' })),
    max_cells: Type.Optional(Type.Integer({ description: 'too_many_cells' })),
    posts: Type.Optional(Type.Integer({ description: 'too_many_posts' })),
    max_posts: Type.Optional(Type.Integer({ description: 'too_many_posts' })),
    finest_resolution: Type.Optional(Type.Number({ description: 'too_many_cells: metres per cell' })),
    balance: Type.Optional(Type.Integer({ description: 'insufficient_credits' })),
    required: Type.Optional(Type.Integer({ description: 'insufficient_credits, credit_limit_reached' })),
    limit: Type.Optional(
      Type.Integer({ description: 'credit_limit_reached: credits a month; concurrency: simulations' }),
    ),
    used_this_month: Type.Optional(Type.Integer({ description: 'credit_limit_reached' })),
    used_bytes: Type.Optional(Type.Integer({ description: 'storage_quota_exceeded: stored results' })),
    quota_bytes: Type.Optional(Type.Integer({ description: 'storage_quota_exceeded: what the plan allows' })),
    running: Type.Optional(Type.Integer({ description: 'concurrency_limit_exceeded' })),
  },
  { $id: 'Problem', additionalProperties: false, description: 'RFC 9457 problem details' },
)
