/** The ground of one job, as its posts were read or as the device takes it. */

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

/** How a window is made of parts. */
export interface Making {
  /** Runs steps to their end; it may pause between them. */
  run: (steps: Generator<void, PostWindow>) => Promise<PostWindow>
  lower: Lower
  room: Room
}

/** Takes the parts over; `making` says how a window is made of them. */
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
