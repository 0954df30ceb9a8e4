/** Numbers that describe the ground of a path for diffraction models. */

/** Obstacles along a path. Heights in metres above the transmitting antenna, slopes in metres per step. */
export class DirectWalk {
  steps = 0
  distanceKm = 0
  /** Heights of the receiving antenna, and of the ground under both antennas. */
  rxM = 0
  rxGroundM = 0
  txGroundM = 0
  /** Heights at both ends of the line fitted to the ground. */
  txSmoothM = 0
  rxSmoothM = 0
  /** Over a flat earth: maximum height above the direct ray, and slopes to such heights from both ends. */
  highestM = 0
  txFlatSlope = 0
  rxFlatSlope = 0
  /** Slopes over the curved earth with ground cover; `edge`: signed square of a diffraction parameter. */
  txSlope = 0
  rxSlope = 0
  edge = 0
}

/** Obstacles of `DirectWalk`, plus obstacles over a second effective earth and between the horizons. */
export class Walk extends DirectWalk {
  /** Slopes and edge over a second effective earth, with cover. */
  rareTxSlope = 0
  rareRxSlope = 0
  rareEdge = 0
  /** Slopes over bare ground on the first earth, and the steps of their maxima. */
  bareTxSlope = 0
  bareRxSlope = 0
  txAt = 0
  rxAt = 0
  /** Maximum height of ground between the horizons above the smooth surface. */
  roughnessM = 0
  /** Latitude of the middle of the path. */
  latitudeDeg = 0
}
