/**
 * Losses along rays: profiles of equally spaced ground heights in, the loss to a receiver over each step out. Rays are
 * computed in batches of a few canonical shapes, so that nothing is compiled for a job but at the first of its kind.
 */

import { type Device, type DevicePipeline, tensor } from '../device.ts'
import { lossPlan, type ProfileShape } from './plans.ts'
import { type ProfileModel, type ProfileModelName, type ProfileTerms, termsTensor } from './terms.ts'

/** Steps a shape may have; each holds the same number of threads. */
const STEPS = [512, 1024, 2048, 4096]
const THREADS = 2 ** 18
const MOST_STEPS = 4096

export interface ProfileJob extends Omit<ProfileTerms, 'receiverM' | 'lastStep'> {
  model: ProfileModel
  /** Points of each ray, with the one under the transmitter. */
  steps: number
  /** Ground heights above the datum, [rays][steps]. */
  heightsM: Float32Array
  /** Azimuths of the rays; only P.1812 asks for them. East where they are left out. */
  azimuthsDeg?: ArrayLike<number>
  /** Receiving antenna: above its ground, or above the datum where it does not follow the ground. */
  rxHeightM: number
}

export interface ProfileOptions {
  signal?: AbortSignal
  onProgress?: (portion: number) => void
}

type Pipeline = DevicePipeline<Float32Array[][]>

export class ProfileEngine {
  readonly #device: Device
  readonly #pipelines = new Map<string, Pipeline>()

  constructor(device: Device) {
    this.#device = device
  }

  /**
   * Losses in dB, [rays][steps]; those of step 0 are free space straight up, those of receivers below ground NaN.
   * Rejects with a `RangeError` for a job that is none, with its reason when `signal` aborts.
   */
  async compute(job: ProfileJob, { signal, onProgress }: ProfileOptions = {}): Promise<Float32Array> {
    const { rays, steps, heightsM } = job
    if (!(steps >= 2 && steps <= MOST_STEPS)) {
      throw new RangeError(`Expected 2 to ${MOST_STEPS} steps, got ${steps}`)
    }
    if (heightsM.length !== rays * steps) {
      throw new RangeError(`Expected ${rays} x ${steps} = ${rays * steps} heights, got ${heightsM.length}`)
    }
    const shape = shapeFor(steps)
    const pipeline = this.#pipeline(job.model.name, shape)
    const receiverM = job.receiverFollowsGround ? job.rxHeightM : job.rxHeightM - job.txAntennaM
    const losses = new Float32Array(rays * steps)
    const values = new Float32Array(shape.rays * shape.steps)
    const profiles = tensor(values, [shape.steps, shape.rays, 1])
    const cosines = new Float32Array(shape.rays)
    const bearings = tensor(cosines, [shape.rays, 1, 1])
    for (let first = 0; first < rays; first += shape.rays) {
      signal?.throwIfAborted()
      const count = Math.min(shape.rays, rays - first)
      fill(values, shape.steps, job, first, count)
      for (let ray = 0; ray < count; ray++) {
        cosines[ray] = Math.cos(((job.azimuthsDeg?.[first + ray] ?? 90) * Math.PI) / 180)
      }
      const terms = termsTensor({ ...job, receiverM, rays: count, lastStep: steps - 1 }, job.model)
      const [answer] = (await pipeline(profiles, terms, bearings)) as [Float32Array[]]
      for (let ray = 0; ray < count; ray++) {
        const row = answer[ray] as Float32Array
        losses.set(row.subarray(0, steps), (first + ray) * steps)
      }
      onProgress?.((first + count) / rays)
    }
    signal?.throwIfAborted()
    if (!job.receiverFollowsGround) {
      for (let at = 0; at < losses.length; at++) {
        if (job.rxHeightM < (heightsM[at] as number)) losses[at] = Number.NaN
      }
    }
    return losses
  }

  #pipeline(name: ProfileModelName, shape: ProfileShape): Pipeline {
    const key = `${name} ${shape.steps}`
    let pipeline = this.#pipelines.get(key)
    if (pipeline === undefined) {
      const plan = lossPlan(this.#device, name, shape)
      pipeline = this.#device.pipeline<Float32Array[][]>((profiles, terms, bearings) =>
        plan(profiles, terms, bearings),
      )
      this.#pipelines.set(key, pipeline)
    }
    return pipeline
  }

  async destroy(): Promise<void> {
    for (const pipeline of this.#pipelines.values()) await pipeline.destroy()
    this.#pipelines.clear()
  }
}

function shapeFor(steps: number): ProfileShape {
  const padded = STEPS.find((most) => steps <= most) as number
  return { steps: padded, rays: THREADS / padded }
}

/** Heights relative to the transmitting antenna, in float64 before they are rounded; the last one goes on behind. */
function fill(values: Float32Array, width: number, job: ProfileJob, first: number, count: number): void {
  const { steps, heightsM, txAntennaM } = job
  for (let ray = 0; ray < count; ray++) {
    const from = (first + ray) * steps
    const to = ray * width
    for (let step = 0; step < steps; step++)
      values[to + step] = (heightsM[from + step] as number) - txAntennaM
    values.fill(values[to + steps - 1] as number, to + steps, to + width)
  }
}
