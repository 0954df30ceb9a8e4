import { contours } from 'd3-contour'

/** Heights in metres on a square of samples, one more at each edge than what is drawn. */
export interface Samples {
  heightsM: Float32Array
  /** Samples along an edge, with those outside. */
  side: number
}

export interface ContourLines {
  heightM: number
  /** Positions as x and y in samples, 0 at the edge of what is drawn. */
  lines: [number, number][][]
}

/** The lines of the heights that are multiples of an interval. */
export function contourLines({ heightsM, side }: Samples, intervalM: number): ContourLines[] {
  const [lowest, highest] = boundsOf(heightsM)
  const found: ContourLines[] = []
  const maker = contours().size([side, side])
  for (let heightM = intervalM * Math.ceil(lowest / intervalM); heightM <= highest; heightM += intervalM) {
    const { coordinates } = maker.contour(heightsM as unknown as number[], heightM)
    const lines = coordinates.flat().flatMap((ring) => openLines(ring as [number, number][], side))
    // The sea is flat: none of its own.
    if (lines.length > 0 && heightM !== 0) found.push({ heightM, lines })
  }
  return found
}

function boundsOf(heightsM: Float32Array): [number, number] {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const heightM of heightsM) {
    if (heightM < lowest) lowest = heightM
    if (heightM > highest) highest = heightM
  }
  return [lowest, highest]
}

/** The library closes its rings along the edge; what runs there is no contour. Its first sample lies at a half. */
function openLines(ring: readonly [number, number][], side: number): [number, number][][] {
  const isAtEdge = ([x, y]: readonly [number, number]) =>
    x < 0.5 || y < 0.5 || x > side - 0.5 || y > side - 0.5
  const first = ring.findIndex(isAtEdge)
  const shifted = ([x, y]: readonly [number, number]): [number, number] => [x - 1, y - 1]
  if (first < 0) return [ring.map(shifted)]
  // The last point of a ring is its first.
  const turned = [...ring.slice(first, -1), ...ring.slice(0, first + 1)]
  const lines: [number, number][][] = []
  let line: [number, number][] = []
  for (const point of turned) {
    if (!isAtEdge(point)) line.push(shifted(point))
    else if (line.length > 0) {
      if (line.length > 1) lines.push(line)
      line = []
    }
  }
  return lines
}
