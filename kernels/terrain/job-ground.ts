/** The ground of one job, as its posts were read or as the device takes it. */

import { heightAt } from './ground.ts'
import { groundAtM } from './parts.ts'
import { type JobGround, type PostGrid, type PostWindow, placeOf, windowInSteps } from './window.ts'

/** Runs steps to their end. */
type Runner = (steps: Generator<void, PostWindow>) => Promise<PostWindow>

/** Takes the parts over; `run` may pause between the steps in which a window is made. */
export function jobGround(
  parts: readonly PostGrid[],
  { latDeg, lonDeg, antennaM }: { latDeg: number; lonDeg: number; antennaM: number },
  run: Runner = runAtOnce,
): JobGround {
  let making: Promise<PostWindow> | undefined
  let made: PostWindow | undefined
  const last = parts[parts.length - 1]
  return {
    parts,
    antennaM,
    async window() {
      making ??= run(windowInSteps(parts.length > 1 ? copyOf(last) : last, latDeg, lonDeg, antennaM))
      const window = await making
      if (parts.length === 1) made = window
      return window
    },
    overAntennaM(atLatDeg, atLonDeg) {
      if (made === undefined) return groundAtM(parts, atLatDeg, atLonDeg) - antennaM
      const { row, col } = placeOf(last, atLatDeg, atLonDeg)
      return heightAt(made, row, col)
    },
  }
}

function copyOf(grid: PostGrid): PostGrid {
  return { ...grid, heightsM: grid.heightsM.slice() }
}

async function runAtOnce(steps: Generator<void, PostWindow>): Promise<PostWindow> {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
