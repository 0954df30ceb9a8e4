import { heightAt } from './ground.ts'
import { groundAtM, withoutFiner } from './parts.ts'
import {
  type JobGround,
  type Lower,
  lowerHeights,
  type PostGrid,
  type PostWindow,
  placeOf,
  windowInSteps,
} from './window.ts'

export interface Making {
  /** Runs the steps to their end, with optional pauses. */
  run: (steps: Generator<void, PostWindow>) => Promise<PostWindow>
  lower: Lower
}

/** Takes ownership of the parts. */
export function jobGround(
  parts: readonly PostGrid[],
  { latDeg, lonDeg, antennaM }: { latDeg: number; lonDeg: number; antennaM: number },
  { run, lower }: Making = { run: runAtOnce, lower: lowerHeights },
): JobGround {
  let making: Promise<PostWindow> | undefined
  let made: PostWindow | undefined
  const last = parts[parts.length - 1]
  function* windowOf() {
    const grid = parts.length > 1 ? yield* withoutFiner(parts) : last
    return yield* windowInSteps(grid, latDeg, lonDeg, antennaM, lower)
  }
  return {
    parts,
    antennaM,
    async window() {
      making ??= run(windowOf())
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

export async function runAtOnce(steps: Generator<void, PostWindow>): Promise<PostWindow> {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
