/** The registry of propagation models: what each computes, its own parameters, where it holds, what it costs. */

export interface ModelParameter {
  name: string
  title: string
  type: 'number' | 'string'
  unit: string | null
  default: number | string
  minimum?: number
  maximum?: number
  enum?: string[]
}

/** Outside minimum…maximum a request is refused; outside warn_below…warn_above it is warned. */
export interface ValidityLimit {
  parameter: string
  minimum: number
  maximum: number
  warn_below: number
  warn_above: number
}

export interface Model {
  name: string
  title: string
  /** Integer factor of the price. */
  weight: number
  /** What the raster may hold; the first is the default. */
  output: string[]
  /** Further layers that a request's `layers` may ask for, beside the main raster. */
  layers: string[]
  parameters: ModelParameter[]
  validity: ValidityLimit[]
  source: string
}

export const models: ReadonlyMap<string, Model> = new Map(
  [
    {
      name: 'los',
      title: 'Line of sight over terrain on an effective earth',
      weight: 1,
      output: ['visible'],
      layers: ['visible', 'min_height'],
      parameters: [],
      validity: [],
      source:
        'Exact ray test on the bilinear elevation surface, heights lowered by s²/(2·k·6 371 000 m) at WGS 84 geodesic distance s (effective earth radius: ITU-R P.310)',
    } satisfies Model,
  ].map((model) => [model.name, model]),
)
