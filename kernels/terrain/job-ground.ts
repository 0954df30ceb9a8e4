/** The ground of one job, as its posts were read or as the device takes it. */

import { heightAt } from './ground.ts'
import { edgeAround, groundAtM, withoutFiner } from './parts.ts'
import {
  type JobGround,
  type Lower,
  lowerHeights,
  type PostGrid,
  type PostWindow,
  placeOf,
  windowInSteps,
} from './window.ts'

/** How a window is made of parts. */
export interface Making {
  /** Runs steps to their end; it may pause between them. */
  run: (steps: Generator<void, PostWindow>) => Promise<PostWindow>
  lower: Lower
}

/** Takes the parts over; `making` says how a window is made of them. */
export function jobGround(
  parts: readonly PostGrid[],
  { latDeg, lonDeg, antennaM }: { latDeg: number; lonDeg: number; antennaM: number },
  { run, lower }: Making = { run: runAtOnce, lower: lowerHeights },
): JobGround {
  let making: Promise<PostWindow> | undefined
  let made: PostWindow | undefined
  const last = parts[parts.length - 1]
  const windowOver = (grid: PostGrid) => windowInSteps(grid, latDeg, lonDeg, antennaM, lower)
  function* windowOf(part: number) {
    return yield* windowOver(yield* withoutFiner(parts.slice(0, part + 1)))
  }
  return {
    parts,
    antennaM,
    async window() {
      making ??= run(parts.length > 1 ? windowOf(parts.length - 1) : windowOver(last))
      const window = await making
      if (parts.length === 1) made = window
      return window
    },
    windowOf: (part) => run(windowOf(part)),
    edgeOf: (part) => run(windowOver(edgeAround(parts[part], last))),
    overAntennaM(atLatDeg, atLonDeg) {
      if (made === undefined) return groundAtM(parts, atLatDeg, atLonDeg) - antennaM
      const { row, col } = placeOf(last, atLatDeg, atLonDeg)
      return heightAt(made, row, col)
    },
  }
}

export async function runAtOnce(steps: Generator<void, PostWindow>): Promise<PostWindow> {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
