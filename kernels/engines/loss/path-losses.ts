/** Path losses from a model's float64 function of a whole path profile. */

import type { GeodesicPathInSegments } from '../../geodesy/geodesic-segments.ts'
import { type LinkPath, ModelInputError, type PathLossModel, type PathTerms } from '../../model.ts'
import type { ProfileSampler } from '../../profiles/profile-sampler.ts'

/** Losses of one job. The object passed to the model's function is reused for each path. */
export class PathLosses {
  readonly #model: PathLossModel
  readonly #parameters: unknown
  readonly #txLatDeg: number
  readonly #path: LinkPath
  readonly #ends = { distancesM: new Float64Array(2), heightsM: new Float64Array(2) }

  constructor(model: PathLossModel, parameters: unknown, terms: PathTerms) {
    this.#model = model
    this.#parameters = parameters
    this.#txLatDeg = terms.txLatDeg
    this.#path = {
      ...this.#ends,
      frequencyMhz: terms.frequencyMhz,
      txHeightM: terms.txHeightM,
      rxHeightM: 0,
      kFactor: terms.kFactor,
      latitudeDeg: terms.txLatDeg,
      squareM: terms.cellM,
    }
    this.#ends.heightsM[0] = terms.txAntennaM - terms.txHeightM
  }

  /** Loss in dB by a model that reads only the ground at both ends. */
  overEnds(distanceM: number, rxGroundM: number, rxHeightM: number): number {
    this.#ends.distancesM[1] = distanceM
    this.#ends.heightsM[1] = rxGroundM
    this.#path.rxHeightM = rxHeightM
    return this.#lossDb()
  }

  /** Loss in dB over the sampled ground of a path; NaN where any ground is unknown. */
  overGround(path: GeodesicPathInSegments, sampler: ProfileSampler, rxHeightM: number): number {
    if (!sampler.sample(path, this.#model.wants_equal_steps ?? false)) return Number.NaN
    path.moveTo(path.distanceM / 2)
    this.#path.latitudeDeg = this.#txLatDeg + path.latDeg
    this.#path.distancesM = sampler.distancesM
    this.#path.heightsM = sampler.heightsM
    this.#path.rxHeightM = rxHeightM
    return this.#lossDb()
  }

  /** Loss in dB; NaN where the model gives no result. */
  #lossDb(): number {
    try {
      return this.#model.lossOverPath(this.#path, this.#parameters).lossDb
    } catch (error) {
      if (error instanceof ModelInputError) return Number.NaN
      throw error
    }
  }
}
