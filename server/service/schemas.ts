import { Type } from 'typebox'

const ModelParameter = Type.Object({
  name: Type.String(),
  title: Type.String(),
  type: Type.Enum(['number', 'string']),
  unit: Type.Union([Type.String(), Type.Null()]),
  default: Type.Union([Type.Number(), Type.String()]),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  enum: Type.Optional(Type.Array(Type.String())),
})

export const Models = Type.Object(
  {
    models: Type.Array(
      Type.Object({
        name: Type.String(),
        title: Type.String(),
        weight: Type.Integer({ description: 'Factor of the price' }),
        output: Type.Array(Type.String()),
        layers: Type.Array(Type.String()),
        takes_k_factor: Type.Boolean({ description: 'Others refuse k_factor' }),
        uses_profile: Type.Boolean({
          description: 'Reads the terrain profile to each cell: a cell takes longer the farther it is',
        }),
        reads_way: Type.Boolean({ description: 'The same as uses_profile', deprecated: true }),
        parameters: Type.Array(ModelParameter),
        validity: Type.Array(
          Type.Object({
            parameter: Type.String(),
            minimum: Type.Number(),
            maximum: Type.Number(),
            warn_below: Type.Number(),
            warn_above: Type.Number(),
          }),
        ),
        source: Type.String(),
      }),
    ),
  },
  { description: 'The registered models' },
)

export const Health = Type.Object(
  {
    status: Type.Enum(['ok', 'starting', 'stopping']),
    version: Type.String(),
    backend: Type.Union([Type.String(), Type.Null()]),
    device: Type.Union([Type.String(), Type.Null()]),
    queue: Type.Integer({ description: 'Simulations that wait' }),
    running: Type.Integer({ description: 'Simulations that run' }),
    memory: Type.Object(
      {
        reserved_bytes: Type.Integer({ description: 'What the simulations that run may hold' }),
        budget_bytes: Type.Integer({ description: 'What all may hold together: COMPUTE_MEMORY' }),
      },
      { description: 'Of the compute process' },
    ),
  },
  { description: 'Ready if the status is ok' },
)

export const Live = Type.Object({ status: Type.Enum(['ok']) }, { description: 'The process answers' })
