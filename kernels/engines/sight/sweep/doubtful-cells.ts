/**
 * Resolves cells that the bounds of their sector leave undecided: per-cell rays in float64, as in `../rays/`,
 * but only over groups of lines whose ground can reach the direct ray.
 */

import { metresPerDegree } from '../../../geodesy/azimuthal.ts'
import { GeodesicPathInSegments, geodesicTable } from '../../../geodesy/geodesic-segments.ts'
import { BLOCKED, TOUCH_M, VISIBLE } from '../../../terrain/classes.ts'
import { postsOf } from '../../../terrain/window.ts'
import type { LosJob } from '../../visibility-job.ts'
import { PathSearch, raySlope } from '../rays/search.ts'
import { POSITION_TOLERANCE_M } from '../rays/squares.ts'
import type { Cells } from './cells.ts'
import type { Octant, RayBlock } from './octant.ts'
import type { OctantSweep } from './octant-sweep.ts'
import { GROUP, GROUPS, ROUNDING } from './shapes.ts'

export class DoubtfulCells {
  readonly #job: LosJob
  readonly #cells: Cells
  readonly #path: GeodesicPathInSegments
  readonly #search: PathSearch
  readonly #antennaM: number
  readonly #dropPerM2: number

  constructor(job: LosJob, cells: Cells, dropPerM2: number) {
    const { window, rangeM } = job
    const latDeg = window.txLatDeg
    this.#job = job
    this.#cells = cells
    this.#path = new GeodesicPathInSegments(geodesicTable(latDeg, rangeM + 1, POSITION_TOLERANCE_M))
    const start = { latDeg, lonDeg: 0, metresADegree: metresPerDegree(latDeg).lat }
    this.#antennaM = window.antennaM ?? 0
    this.#search = new PathSearch([{ grid: postsOf(window) }], this.#path, start)
    this.#search.antennaM = this.#antennaM
    this.#search.dropPerM2 = dropPerM2
    this.#dropPerM2 = dropPerM2
  }

  /** Class of the transmitter's cell. */
  decideOwn(): number {
    const { receiverM, receiverFollowsGround } = this.#job
    return !receiverFollowsGround && receiverM < this.#groundM(0, 0) - TOUCH_M ? BLOCKED : VISIBLE
  }

  /** Class of a cell before or on line 0. */
  decideNear(octant: Octant, line: number, cross: number): number {
    const slope = this.#start(octant, line, cross)
    return slope === undefined || this.#search.hides(0, this.#path.distanceM, slope) ? BLOCKED : VISIBLE
  }

  /** Class of a cell at line t of the newest block of lines. */
  decide(
    { octant, blocks, tops }: Pick<OctantSweep, 'octant' | 'blocks' | 'tops'>,
    line: number,
    cross: number,
    t: number,
  ): number {
    const slope = this.#start(octant, line, cross)
    if (slope === undefined) return BLOCKED
    const { distanceM } = this.#path
    const fraction = this.#cells.fraction(cross)
    const secant = Math.hypot(1, octant.tangent * fraction)
    // Slope per metre of depth, minus the maximum float32 rounding of the ground's slope.
    const sizes = 3 * Math.abs(slope) + 2 * distanceM * this.#dropPerM2
    const reached = secant * (slope - ROUNDING * sizes)
    // Error bound of depths on a line, in metres.
    const slackOf = ({ depthErrorM }: RayBlock) => octant.mainStepM / 4 + secant * depthErrorM
    const search = this.#search
    const [first] = blocks
    if (
      tops.mayReachNear(fraction, reached, first) &&
      search.hides(0, Math.min(distanceM, secant * depthAt(first, fraction, 0) + slackOf(first)), slope)
    ) {
      return BLOCKED
    }
    for (const block of blocks) {
      const isNewest = block === blocks.at(-1)
      const slackM = slackOf(block)
      const end = isNewest ? Math.ceil(t / GROUP) : GROUPS
      for (
        let group = tops.nextGroup(block, fraction, reached, 0, end);
        group < end;
        group = tops.nextGroup(block, fraction, reached, group + 1, end)
      ) {
        const fromM = secant * depthAt(block, fraction, group * GROUP) - slackM
        const toM = secant * depthAt(block, fraction, group * GROUP + GROUP) + slackM
        const isLast = isNewest && group === end - 1
        if (search.hides(Math.max(0, fromM), isLast ? distanceM : Math.min(distanceM, toM), slope))
          return BLOCKED
      }
    }
    return VISIBLE
  }

  /** Ground height above the transmitting antenna. */
  #groundM(dLatDeg: number, dLonDeg: number): number {
    return this.#search.groundM(dLatDeg, dLonDeg) - this.#antennaM
  }

  /** Computes the path to a cell. Returns its slope, or `undefined` if the receiver is below its ground. */
  #start(octant: Octant, line: number, cross: number): number | undefined {
    const { grid, receiverM, receiverFollowsGround } = this.#job
    const cells = this.#cells
    cells.setLine(octant, line)
    const metres = { north: 0, south: 0, east: 0, west: 0 }
    metres[octant.axis] = cells.depthM(cross)
    metres[octant.cross] = cells.acrossM(cross)
    const steps = { north: 0, south: 0, east: 0, west: 0 }
    steps[octant.axis] = line + cells.axes[octant.axis].shift
    steps[octant.cross] = cross + cells.axes[octant.cross].shift
    const dLatDeg = (steps.north - steps.south) * grid.cellLatDeg
    const dLonDeg = (steps.east - steps.west) * grid.cellLonDeg
    const path = this.#path
    const [eastM, northM] = [metres.east - metres.west, metres.north - metres.south]
    path.to(eastM, northM)
    // Corrects the frame's position error, a fraction of a post; the path's is a tenth of a millimetre.
    path.moveTo(path.distanceM)
    const perDegree = metresPerDegree(this.#job.window.txLatDeg + dLatDeg)
    const missingEastM = (dLonDeg - path.lonDeg) * perDegree.lon
    path.to(eastM + missingEastM, northM + (dLatDeg - path.latDeg) * perDegree.lat)
    path.endAt(dLatDeg, dLonDeg)
    const groundM = this.#groundM(dLatDeg, dLonDeg)
    const receiver = receiverFollowsGround ? groundM + receiverM : receiverM
    if (groundM - receiver > TOUCH_M) return undefined
    return raySlope(receiver + TOUCH_M, path.distanceM, this.#dropPerM2)
  }
}

/** Depth along the axis in metres at line t of a block. */
function depthAt({ rays, depth0, depth1, depth2 }: RayBlock, fraction: number, t: number): number {
  const ray = Math.min(rays + 2, Math.max(0, Math.floor(fraction * rays)))
  const onRay = (at: number) => depth0[at] + t * (depth1[at] + t * depth2[at])
  return onRay(ray) + (fraction * rays - ray) * (onRay(ray + 1) - onRay(ray))
}
