/** Bounds in degrees; east may exceed 180 and is never less than west. */
export type CircleBounds = ReturnType<typeof circleBounds>

const radians = Math.PI / 180
/** Shortest length of a degree along a meridian, at the equator. */
const shortestDegreeKm = 110.5

export function circleBounds(latDeg: number, lonDeg: number, radiusKm: number) {
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

/** Bounds around all given bounds, shifted by multiples of 360° to the longitudes of the first. */
export function joinedBounds([first, ...others]: readonly CircleBounds[]): CircleBounds {
  return others.reduce((joined, bounds) => {
    const turnsDeg = 360 * Math.round((joined.westDeg - bounds.westDeg) / 360)
    return {
      westDeg: Math.min(joined.westDeg, bounds.westDeg + turnsDeg),
      southDeg: Math.min(joined.southDeg, bounds.southDeg),
      eastDeg: Math.max(joined.eastDeg, bounds.eastDeg + turnsDeg),
      northDeg: Math.max(joined.northDeg, bounds.northDeg),
    }
  }, first)
}

/** True if two bounds intersect, even across the antimeridian. */
export function meets(a: CircleBounds, b: CircleBounds): boolean {
  const overlaps = (turnsDeg: number) =>
    a.westDeg + turnsDeg <= b.eastDeg && a.eastDeg + turnsDeg >= b.westDeg
  return a.southDeg <= b.northDeg && a.northDeg >= b.southDeg && [-360, 0, 360].some(overlaps)
}
