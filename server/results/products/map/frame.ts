import { geodesicFrom } from '../../../../kernels/geodesy/azimuthal.ts'
import type { ResultSource } from '../source.ts'

export const PANEL_PX = 1200
export const RING_PX = 0.455 * PANEL_PX
export type Circle = Pick<ResultSource['disc'], 'latDeg' | 'lonDeg' | 'rangeM'>

/** Distance in pixels between computed positions; the positions in between are interpolated. */
const NODE_PX = 10

export function metresPerPixel(rangeM: number): number {
  return rangeM / RING_PX
}

/** Square around a transmitter in the azimuthal equidistant projection, with north up at the transmitter. */
export function frameAround({ latDeg, lonDeg, rangeM }: Circle) {
  const scaleM = metresPerPixel(rangeM)
  const nodes = PANEL_PX / NODE_PX + 1
  const [dLatsDeg, dLonsDeg] = [0, 0].map(() => new Float64Array(nodes ** 2))
  for (let row = 0, at = 0; row < nodes; row++) {
    for (let col = 0; col < nodes; col++, at++) {
      const [dLatDeg, dLonDeg] = offsetOf(latDeg, scaleM, col * NODE_PX, row * NODE_PX)
      dLatsDeg[at] = dLatDeg
      dLonsDeg[at] = dLonDeg
    }
  }
  return {
    /** Latitudes and longitudes at the pixel centers of a row; longitudes are continuous around the transmitter. */
    rowPositions(y: number, latsDeg: Float64Array, lonsDeg: Float64Array): void {
      const atRow = (y + 0.5) / NODE_PX
      const row = Math.floor(atRow)
      const down = atRow - row
      for (let x = 0; x < PANEL_PX; x++) {
        const atCol = (x + 0.5) / NODE_PX
        const col = Math.floor(atCol)
        const at = row * nodes + col
        latsDeg[x] = latDeg + mixed(dLatsDeg, at, nodes, atCol - col, down)
        lonsDeg[x] = lonDeg + mixed(dLonsDeg, at, nodes, atCol - col, down)
      }
    },
  }
}
export type Frame = ReturnType<typeof frameAround>

function mixed(values: Float64Array, at: number, width: number, right: number, down: number): number {
  const above = values[at] + right * (values[at + 1] - values[at])
  const below = values[at + width] + right * (values[at + width + 1] - values[at + width])
  return above + down * (below - above)
}

function offsetOf(latDeg: number, scaleM: number, x: number, y: number): [number, number] {
  const [eastM, northM] = [scaleM * (x - PANEL_PX / 2), scaleM * (PANEL_PX / 2 - y)]
  const azimuthDeg = (Math.atan2(eastM, northM) * 180) / Math.PI
  const { dLatDeg, dLonDeg } = geodesicFrom(latDeg, azimuthDeg)(Math.hypot(eastM, northM))
  return [dLatDeg, dLonDeg]
}

/** Bounds of the frame in degrees; longitudes are continuous around the transmitter. */
export function frameBounds({ latDeg, lonDeg, rangeM }: Circle) {
  const scaleM = metresPerPixel(rangeM)
  const steps = 32
  const edge = Array.from({ length: steps + 1 }, (_, step) => (step * PANEL_PX) / steps)
  const offsets = edge.flatMap((at) => [
    offsetOf(latDeg, scaleM, at, 0),
    offsetOf(latDeg, scaleM, at, PANEL_PX),
    offsetOf(latDeg, scaleM, 0, at),
    offsetOf(latDeg, scaleM, PANEL_PX, at),
  ])
  const [dLats, dLons] = [0, 1].map((member) => offsets.map((offset) => offset[member]))
  return {
    northDeg: latDeg + Math.max(...dLats),
    southDeg: latDeg + Math.min(...dLats),
    eastDeg: lonDeg + Math.max(...dLons),
    westDeg: lonDeg + Math.min(...dLons),
  }
}

const ROUND = [1, 2, 5]

/** Largest round number (1, 2 or 5 times a power of ten) that is at most `maximum`. */
export function largestRound(maximum: number): number {
  const power = 10 ** Math.floor(Math.log10(maximum))
  const digit = ROUND.findLast((one) => one * power <= maximum) ?? 1
  return digit * power
}
