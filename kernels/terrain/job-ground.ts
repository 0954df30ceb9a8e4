import { heightAt } from './ground.ts'
import { groundAtM, plainRoom, type Room, withoutFiner } from './parts.ts'
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
  room: Room
}

/** Takes ownership of the parts. */
export function jobGround(
  parts: readonly PostGrid[],
  { latDeg, lonDeg, antennaM }: { latDeg: number; lonDeg: number; antennaM: number },
  how: Making = { run: runAtOnce, lower: lowerHeights, room: plainRoom },
): JobGround {
  let making: Promise<PostWindow> | undefined
  let made: PostWindow | undefined
  const last = parts[parts.length - 1]
  function* windowOf(isAsRead: boolean) {
    const grid = parts.length > 1 ? yield* withoutFiner(parts, how.room) : last
    return yield* windowInSteps(grid, latDeg, lonDeg, antennaM, how.lower, isAsRead && parts.length === 1)
  }
  const windowMade = async (isAsRead: boolean) => {
    making ??= how.run(windowOf(isAsRead))
    const window = await making
    // Heights as they were read may yet be lowered.
    if (window.antennaM !== undefined) making = undefined
    else if (parts.length === 1) made = window
    return window
  }
  return {
    parts,
    antennaM,
    window: () => windowMade(false),
    windowAsRead: () => windowMade(true),
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
