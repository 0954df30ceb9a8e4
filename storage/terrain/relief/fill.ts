/** Sweeps over what was filled, to and fro. */
const SWEEPS = 40

/**
 * Gives unknown cells of a square (NaN) heights, in waves outwards from the known ones: each the mean of those of its
 * eight neighbours that are known before the wave, so that no cliff stands at the edge; then they are smoothed, as waves
 * meet in ridges. All 0 where nothing is known.
 */
export function fillUnknown(heightsM: Float32Array, side: number): void {
  let wave: number[] = []
  for (const [i, heightM] of heightsM.entries()) if (Number.isNaN(heightM)) wave.push(i)
  if (wave.length === heightsM.length) {
    heightsM.fill(0)
    return
  }
  const unknown = wave
  while (wave.length > 0) {
    const filled = wave.flatMap((i) => {
      const heightM = meanAround(heightsM, side, i)
      return Number.isNaN(heightM) ? [] : [{ i, heightM }]
    })
    for (const { i, heightM } of filled) heightsM[i] = heightM
    // Those beside the last wave are all that the next one can reach.
    const next = new Set<number>()
    for (const { i } of filled) {
      for (const neighbour of neighboursOf(i, side))
        if (Number.isNaN(heightsM[neighbour])) next.add(neighbour)
    }
    wave = [...next]
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const i of unknown) heightsM[i] = meanAround(heightsM, side, i)
    unknown.reverse()
  }
}

/** The middle of a square of cells, without a margin of so many on each side. */
export function withoutMargin(heightsM: Float32Array, side: number, margin: number): Float32Array {
  const inner = side - 2 * margin
  const out = new Float32Array(inner * inner)
  for (let row = 0; row < inner; row++) {
    const start = (row + margin) * side + margin
    out.set(heightsM.subarray(start, start + inner), row * inner)
  }
  return out
}

/** NaN without a known neighbour. */
function meanAround(heightsM: Float32Array, side: number, i: number): number {
  const col = i % side
  let sumM = 0
  let count = 0
  for (let row = i - col - side; row <= i - col + side; row += side) {
    if (row < 0 || row >= heightsM.length) continue
    for (let c = Math.max(0, col - 1); c <= Math.min(side - 1, col + 1); c++) {
      const heightM = heightsM[row + c]
      if (row + c === i || Number.isNaN(heightM)) continue
      sumM += heightM
      count++
    }
  }
  return sumM / count
}

function neighboursOf(i: number, side: number): number[] {
  const col = i % side
  const neighbours: number[] = []
  for (let row = i - col - side; row <= i - col + side; row += side) {
    if (row < 0 || row >= side * side) continue
    for (let c = Math.max(0, col - 1); c <= Math.min(side - 1, col + 1); c++) {
      if (row + c !== i) neighbours.push(row + c)
    }
  }
  return neighbours
}
