/** What models of diffraction are given of a path whose ground has been read. */

/** Heights in metres above the transmitting antenna, slopes in metres a step. */
export interface DirectWalk {
  steps: number
  distanceKm: number
  /** Receiving antenna, and the ground under it and under the transmitting one. */
  rxM: number
  rxGroundM: number
  txGroundM: number
  /** Straight line that fits the ground, at both ends. */
  txSmoothM: number
  rxSmoothM: number
  /** Over a flat earth: greatest height above the direct ray, slopes of such heights from both ends. */
  highestM: number
  txFlatSlope: number
  rxFlatSlope: number
  /** Over the earth and what stands on the ground; `edge` is the square of a diffraction parameter, with its sign. */
  txSlope: number
  rxSlope: number
  edge: number
}

/** And over a second earth, and between the horizons. */
export interface Walk extends DirectWalk {
  /** The same over a second earth. */
  rareTxSlope: number
  rareRxSlope: number
  rareEdge: number
  /** Over the first earth and bare ground, and the steps of the greatest. */
  bareTxSlope: number
  bareRxSlope: number
  txAt: number
  rxAt: number
  /** How far the ground between those steps stands out of the smooth one. */
  roughnessM: number
  /** At its middle. */
  latitudeDeg: number
}

/** To be filled. */
export function noWalk(): Walk {
  return {
    steps: 0,
    distanceKm: 0,
    rxM: 0,
    rxGroundM: 0,
    txGroundM: 0,
    txSmoothM: 0,
    rxSmoothM: 0,
    highestM: 0,
    txFlatSlope: 0,
    rxFlatSlope: 0,
    txSlope: 0,
    rxSlope: 0,
    edge: 0,
    rareTxSlope: 0,
    rareRxSlope: 0,
    rareEdge: 0,
    bareTxSlope: 0,
    bareRxSlope: 0,
    txAt: 0,
    rxAt: 0,
    roughnessM: 0,
    latitudeDeg: 0,
  }
}
