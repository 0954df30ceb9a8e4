/** Degrees; east may be beyond 180, and is never west of west. */
export interface CircleBounds {
  westDeg: number
  southDeg: number
  eastDeg: number
  northDeg: number
}

const radians = Math.PI / 180
/** A degree of a meridian where it is shortest, at the equator. */
const shortestDegreeKm = 110.5

/** Bounds that hold a circle on the ground, a little larger than it. */
export function circleBounds(latDeg: number, lonDeg: number, radiusKm: number): CircleBounds {
  const reachDeg = radiusKm / shortestDegreeKm
  const sine = Math.sin(reachDeg * radians) / Math.cos(latDeg * radians)
  const reachLonDeg = sine < 1 ? Math.asin(sine) / radians : 180
  return {
    westDeg: lonDeg - reachLonDeg,
    southDeg: latDeg - reachDeg,
    eastDeg: lonDeg + reachLonDeg,
    northDeg: latDeg + reachDeg,
  }
}

/** Whether two have a place in common, wherever they lie about the date line. */
export function meets(a: CircleBounds, b: CircleBounds): boolean {
  const overlaps = (turnsDeg: number) =>
    a.westDeg + turnsDeg <= b.eastDeg && a.eastDeg + turnsDeg >= b.westDeg
  return a.southDeg <= b.northDeg && a.northDeg >= b.southDeg && [-360, 0, 360].some(overlaps)
}
