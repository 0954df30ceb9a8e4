/** What models of diffraction are given of a path whose ground has been read. */

/** To be filled. Heights in metres above the transmitting antenna, slopes in metres a step. */
export class DirectWalk {
  steps = 0
  distanceKm = 0
  /** Receiving antenna, and the ground under it and under the transmitting one. */
  rxM = 0
  rxGroundM = 0
  txGroundM = 0
  /** Straight line that fits the ground, at both ends. */
  txSmoothM = 0
  rxSmoothM = 0
  /** Over a flat earth: greatest height above the direct ray, slopes of such heights from both ends. */
  highestM = 0
  txFlatSlope = 0
  rxFlatSlope = 0
  /** Over the earth and what stands on the ground; `edge` is the square of a diffraction parameter, with its sign. */
  txSlope = 0
  rxSlope = 0
  edge = 0
}

/** And over a second earth, and between the horizons. */
export class Walk extends DirectWalk {
  /** The same over a second earth. */
  rareTxSlope = 0
  rareRxSlope = 0
  rareEdge = 0
  /** Over the first earth and bare ground, and the steps of the greatest. */
  bareTxSlope = 0
  bareRxSlope = 0
  txAt = 0
  rxAt = 0
  /** How far the ground between those steps stands out of the smooth one. */
  roughnessM = 0
  /** At its middle. */
  latitudeDeg = 0
}
