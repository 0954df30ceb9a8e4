/** The kernels of line of sight as one plan: rays, bounds and cells of some items a call. */

import type {
  Device,
  DevicePipeline,
  Helper,
  KernelFunction,
  PipelineOptions,
} from '../../../device/device.ts'
import { groupAbove, groupBelow, groupMargin, postExcess, roughness } from './band-kernels.ts'
import { cellDecision, packedDecisions, reachOf } from './cell-kernel.ts'
import { columnTop, quadActive, quadHidden, quadSample, quadTop, steepest } from './culling-kernels.ts'
import {
  aboveBefore,
  belowBefore,
  blockAbove,
  blockBelow,
  blockHorizon,
  horizonBefore,
  smallerRise,
  stateAfter,
} from './prefix-kernels.ts'
import { crossing, excessInside, groupHorizon, heightAtCrossing } from './ray-kernels.ts'
import * as shapes from './shapes.ts'

const { BOUNDARIES, CELL_LINES, CELL_QUADS, GROUPS, ITEMS, PACKED_ACROSS, POSTS_ACROSS, PREFIX_BLOCKS } =
  shapes
const { QUAD, QUADS, RAYS_COMPUTED, STATE_NUMBERS } = shapes

/** What a call of the pipeline answers: [ITEMS][CELL_LINES][PACKED_ACROSS] and [ITEMS][STATE_NUMBERS][RAYS_COMPUTED]. */
export interface Answer {
  packed: Float32Array[][]
  after: Float32Array[][]
}

type Size = [number, number, number]

/** Takes the tensors of a `Batch`, the receiver's height and whether it follows the ground (1, else 0). */
export function openPipeline(device: Device, options?: PipelineOptions): DevicePipeline<Answer> {
  const kernel = (source: KernelFunction, output: [number, number, number], helpers: Helper[] = []) =>
    device.kernel(source, { output, helpers, constants: shapes })
  const quads: Size = [QUADS, GROUPS, ITEMS]
  const groupsOfQuads: Size = [QUAD, QUADS, GROUPS * ITEMS]
  const prefix: Size = [QUAD, QUADS, PREFIX_BLOCKS * ITEMS]
  const befores: Size = [QUAD, QUADS, BOUNDARIES * ITEMS]
  const inside = [excessInside, crossing, heightAtCrossing]
  const columns = kernel(columnTop, [POSTS_ACROSS, GROUPS, ITEMS])
  const tops = kernel(quadTop, quads)
  const samples = kernel(quadSample, quads)
  const activity = kernel(quadActive, quads, [steepest])
  const groups = kernel(groupHorizon, groupsOfQuads, inside)
  const blocks = kernel(blockHorizon, prefix)
  const before = kernel(horizonBefore, befores)
  const margins = kernel(groupMargin, groupsOfQuads, [roughness])
  const aboveGroups = kernel(groupAbove, groupsOfQuads, [postExcess])
  const belowGroups = kernel(groupBelow, groupsOfQuads, [postExcess])
  const aboveBlocks = kernel(blockAbove, prefix, [smallerRise])
  const belowBlocks = kernel(blockBelow, prefix, [smallerRise])
  const above = kernel(aboveBefore, befores, [smallerRise])
  const below = kernel(belowBefore, befores, [smallerRise])
  const after = kernel(stateAfter, [RAYS_COMPUTED, STATE_NUMBERS, ITEMS])
  const hide = kernel(quadHidden, quads, [steepest])
  const decide = kernel(cellDecision, [QUAD, CELL_QUADS, CELL_LINES * ITEMS], [...inside, reachOf])
  const pack = kernel(packedDecisions, [PACKED_ACROSS, CELL_LINES, ITEMS])
  return device.pipeline<Answer>((posts, rays, state, lines, receiverM, followGround) => {
    const top = tops(columns(posts, rays), rays)
    const active = activity(top, samples(posts, rays), state, rays)
    const highest = groups(posts, rays, active)
    const horizons = before(highest, blocks(highest, active), state, active)
    const margin = margins(posts, rays, horizons, active)
    const excesses = aboveGroups(posts, rays, highest, horizons, margin, active)
    const gaps = belowGroups(posts, rays, horizons, margin, active)
    const lower = below(gaps, belowBlocks(gaps, horizons, active), horizons, state, active)
    const hidden = hide(top, horizons, lower, rays, receiverM, followGround)
    const upper = above(excesses, aboveBlocks(excesses, horizons, active), horizons, state, active, hidden)
    const scalars = [receiverM, followGround]
    const decisions = decide(posts, rays, horizons, upper, lower, lines, hidden, ...scalars)
    return { packed: pack(decisions), after: after(horizons, upper, lower) }
  }, options)
}
