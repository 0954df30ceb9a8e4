/** Unknown terrain is hatched with diagonals that continue across tiles. */
const HATCH_PERIOD_PX = 8
const HATCH_PX = 3

export function isHatched(x: number, y: number): boolean {
  return (x + y) % HATCH_PERIOD_PX < HATCH_PX
}
