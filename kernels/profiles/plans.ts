/**
 * What each model does on the device from profiles to losses, as steps to call inside a pipeline: alone, as
 * `ProfileEngine` does, or behind kernels that make the profiles.
 */

import type { Device, Step } from '../device.ts'
import { freeSpaceLossDb } from '../propagation/free-space.ts'
import { hataLossDb } from '../propagation/hata.ts'
import { bullingtonLossDb, bullingtonParameter, knifeEdgeLossDb } from '../propagation/knife-edge.ts'
import {
  blend,
  multipathDb,
  rareWeight,
  smoothStep,
  troposcatterLossDb,
  withDuctingDb,
} from '../propagation/p1812/combine.ts'
import {
  ductingLogBeta,
  ductingLossDb,
  ductingTimeDb,
  seaCouplingDb,
  siteShieldingDb,
} from '../propagation/p1812/ducting.ts'
import { ductingPercent, inlandTau, inverseNormal } from '../propagation/p1812/radio-climate.ts'
import { diffractionSmoothHeight, smoothHeightAtRx, smoothHeightAtTx } from '../propagation/smooth-surface.ts'
import {
  firstTermLossDb,
  heightGainDb,
  mixedFirstTermLossDb,
  sphericalEarthLossDb,
} from '../propagation/spherical-earth.ts'
import { twoRayLossDb } from '../propagation/two-ray.ts'
import { deltaBullingtonDb, terrainBullingtonDb } from './diffraction.ts'
import { p526Loss } from './p526-kernel.ts'
import { p1812Loss } from './p1812-kernel.ts'
import { combinedLossDb, ductingPathDb, middleLatitudeDeg } from './p1812-terms.ts'
import { freeSpaceLoss, hataLoss, twoRayLoss } from './plain-kernels.ts'
import { sumBefore, sumOfGroup, sumToStep, topBefore, topBeforeStep, topOfGroup } from './prefix.ts'
import { greatestSmoothEdge, smoothBullingtonDb, smoothEdge, smoothSlope } from './smooth-bullington.ts'
import type { ProfileModelName } from './terms.ts'

/** Rays and steps of the profiles; steps are a multiple of 16. */
export interface ProfileShape {
  rays: number
  steps: number
}

/**
 * Inside an orchestration, to losses in dB [1][RAYS][STEPS]: profiles [1][RAYS][STEPS] relative to the transmitting
 * antenna, the terms of terms.ts, and the cosines of the rays' azimuths [1][1][RAYS].
 */
export type LossPlan = (profiles: unknown, terms: unknown, bearings: unknown) => unknown

const DIFFRACTION = [
  freeSpaceLossDb,
  knifeEdgeLossDb,
  bullingtonParameter,
  bullingtonLossDb,
  heightGainDb,
  firstTermLossDb,
  mixedFirstTermLossDb,
  sphericalEarthLossDb,
  smoothHeightAtTx,
  smoothHeightAtRx,
  diffractionSmoothHeight,
  smoothSlope,
  smoothEdge,
  greatestSmoothEdge,
  smoothBullingtonDb,
  terrainBullingtonDb,
  deltaBullingtonDb,
]

const AIR = [
  inlandTau,
  ductingPercent,
  inverseNormal,
  siteShieldingDb,
  seaCouplingDb,
  ductingLogBeta,
  ductingTimeDb,
  ductingLossDb,
  multipathDb,
  troposcatterLossDb,
  rareWeight,
  smoothStep,
  blend,
  withDuctingDb,
  middleLatitudeDeg,
  ductingPathDb,
  combinedLossDb,
]

/** The plan of a model; what compiles it is the pipeline that calls it. */
export function lossPlan(device: Device, name: ProfileModelName, shape: ProfileShape): LossPlan {
  const output: [number, number, number] = [shape.steps, shape.rays, 1]
  switch (name) {
    case 'free_space':
      return plain(device.kernel(freeSpaceLoss, { output, functions: [freeSpaceLossDb] }))
    case 'two_ray':
      return plain(device.kernel(twoRayLoss, { output, functions: [freeSpaceLossDb, twoRayLossDb] }))
    case 'hata':
      return plain(device.kernel(hataLoss, { output, functions: [freeSpaceLossDb, hataLossDb] }))
    case 'p526': {
      const prefixes = prefixPlan(device, shape, 2)
      const loss = device.kernel(p526Loss, { output, functions: DIFFRACTION })
      return (profiles, terms) =>
        loss(profiles, terms, prefixes.tops(profiles, terms), prefixes.sums(profiles))
    }
    case 'p1812': {
      const prefixes = prefixPlan(device, shape, 4)
      const loss = device.kernel(p1812Loss, { output, functions: [...DIFFRACTION, ...AIR] })
      return (profiles, terms, bearings) =>
        loss(profiles, terms, bearings, prefixes.tops(profiles, terms), prefixes.sums(profiles))
    }
  }
}

function plain(loss: Step): LossPlan {
  return (profiles, terms) => loss(profiles, terms)
}

/** The prefixes of prefix.ts: tops [kinds][RAYS][STEPS] and sums [2][RAYS][STEPS]. */
function prefixPlan(device: Device, { rays, steps }: ProfileShape, kinds: number) {
  const groups = steps / 16
  const topGroup = device.kernel(topOfGroup, { output: [groups, rays, kinds] })
  const topGroupBefore = device.kernel(topBefore, { output: [groups, rays, kinds] })
  const topStep = device.kernel(topBeforeStep, { output: [steps, rays, kinds] })
  const sumGroup = device.kernel(sumOfGroup, { output: [groups, rays, 2] })
  const sumGroupBefore = device.kernel(sumBefore, { output: [groups, rays, 2] })
  const sumStep = device.kernel(sumToStep, { output: [steps, rays, 2] })
  return {
    tops(profiles: unknown, terms: unknown): unknown {
      return topStep(profiles, terms, topGroupBefore(profiles, terms, topGroup(profiles, terms)))
    },
    sums(profiles: unknown): unknown {
      return sumStep(profiles, sumGroupBefore(sumGroup(profiles)))
    },
  }
}
