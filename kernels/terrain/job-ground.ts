import { heightAt } from './ground.ts'
import { edgeAround, groundAtM, plainRoom, type Room, withoutFiner } from './parts.ts'
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
  /** Runs the steps to the end, with optional pauses. */
  run: (steps: Generator<void, PostWindow>) => Promise<PostWindow>
  lower: Lower
  room: Room
}

/** Ground of one job; takes ownership of the parts. */
export function jobGround(
  parts: readonly PostGrid[],
  { latDeg, lonDeg, antennaM }: { latDeg: number; lonDeg: number; antennaM: number },
  how: Making = { run: runAtOnce, lower: lowerHeights, room: plainRoom },
): JobGround {
  let making: Promise<PostWindow> | undefined
  let made: PostWindow | undefined
  const last = parts[parts.length - 1]
  const windowOver = (grid: PostGrid, isAsRead = false) =>
    windowInSteps(grid, latDeg, lonDeg, antennaM, how.lower, isAsRead)
  function* windowOf(part: number) {
    return yield* windowOver(yield* withoutFiner(parts.slice(0, part + 1), how.room))
  }
  const windowMade = async (isAsRead: boolean) => {
    making ??= how.run(parts.length > 1 ? windowOf(parts.length - 1) : windowOver(last, isAsRead))
    const window = await making
    // The window is not kept, because the caller lowers a window whose heights are still in the datum.
    if (window.antennaM !== undefined) making = undefined
    else if (parts.length === 1) made = window
    return window
  }
  return {
    parts,
    antennaM,
    window: () => windowMade(false),
    windowAsRead: () => windowMade(true),
    windowOf: (part) => how.run(windowOf(part)),
    edgeOf: (part) => how.run(windowOver(edgeAround(parts[part], last, how.room))),
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
