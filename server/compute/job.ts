/** What the compute process works on, and how a job fails. */

import type { AntennaField } from '../schemas/antenna.ts'

/** A fault of the job, not of the service: it fails with this code and is refunded. */
export class JobError extends Error {
  readonly code: string

  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

/** What the job needs is more than it may hold: it has to be given more, or refused. */
export class MemoryNeeded extends Error {
  readonly posts: number
  readonly memoryBytes: number

  constructor(posts: number, memoryBytes: number) {
    super(`The job needs ${memoryBytes} bytes.`)
    this.posts = posts
    this.memoryBytes = memoryBytes
  }
}

/** Why nothing can be computed at a place; for whoever asked, and never for a log. */
export function unknownGround({ tx_lat, tx_lon }: { tx_lat: number; tx_lon: number }): string {
  return `No elevation is known under the transmitter at latitude ${tx_lat}, longitude ${tx_lon}.`
}

/** The parameters that kernels need, in the units of the request. */
export interface Parameters {
  name: string
  tx_lat: number
  tx_lon: number
  tx_height: number
  tx_height_mode: 'AGL' | 'AMSL'
  rx_height: number
  rx_height_mode: 'AGL' | 'AMSL'
  model: string
  resolution: number
  max_range: number
  frequency: number
  erp: number
  /** For the models that take it. */
  k_factor?: number
  /** For the models that have any. */
  layers?: string[]
  /** For path-loss models. */
  output?: string
  antenna?: AntennaField
  rx_gain_dbi?: number
  rx_sensitivity_dbm?: number
  /** The model's own. */
  [parameter: string]: unknown
}
