/** How the registry describes a propagation model: its own parameters, where it holds, what it costs. */

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
  /** Whether `k_factor` bends its earth; a model with refractivity of its own, or no earth, refuses it. */
  takes_k_factor: boolean
  /** Whether it reads the ground all the way to each cell, so that a cell costs more the farther it is. */
  reads_way: boolean
  parameters: ModelParameter[]
  validity: ValidityLimit[]
  source: string
}

/** Whether a model says what is seen, rather than how much power is lost. */
export function isVisibility({ output }: Model): boolean {
  return output.includes('visible')
}

/** What the rasters of path-loss models may hold. */
export const LOSS_OUTPUTS = ['received_power', 'field_strength', 'path_loss']
