/** Unknown ground is hatched: diagonals a few pixels wide, which go on from tile to tile. */
const HATCH_PERIOD_PX = 8
const HATCH_PX = 3

export function isHatched(x: number, y: number): boolean {
  return (x + y) % HATCH_PERIOD_PX < HATCH_PX
}
