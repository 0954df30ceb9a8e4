import type { Bounds } from '../types.ts'

/** Intersection of two boxes; if empty, the sides are in reverse order. */
export function cut(a: Bounds, b: Bounds): Bounds {
  return {
    southDeg: Math.max(a.southDeg, b.southDeg),
    westDeg: Math.max(a.westDeg, b.westDeg),
    northDeg: Math.min(a.northDeg, b.northDeg),
    eastDeg: Math.min(a.eastDeg, b.eastDeg),
  }
}

export function meets(a: Bounds, b: Bounds): boolean {
  return (
    a.southDeg <= b.northDeg && a.northDeg >= b.southDeg && a.westDeg <= b.eastDeg && a.eastDeg >= b.westDeg
  )
}

export function contains(outer: Bounds, inner: Bounds): boolean {
  return (
    outer.southDeg <= inner.southDeg &&
    outer.northDeg >= inner.northDeg &&
    outer.westDeg <= inner.westDeg &&
    outer.eastDeg >= inner.eastDeg
  )
}

/** Intersection of two boxes; `undefined` if empty. */
export function common(a: Bounds, b: Bounds): Bounds | undefined {
  return meets(a, b) ? cut(a, b) : undefined
}

/** Intersection of two boxes; `undefined` if empty or a line. */
export function overlap(a: Bounds, b: Bounds): Bounds | undefined {
  const both = cut(a, b)
  return both.southDeg < both.northDeg && both.westDeg < both.eastDeg ? both : undefined
}

export function around(a: Bounds, b: Bounds): Bounds {
  return {
    southDeg: Math.min(a.southDeg, b.southDeg),
    westDeg: Math.min(a.westDeg, b.westDeg),
    northDeg: Math.max(a.northDeg, b.northDeg),
    eastDeg: Math.max(a.eastDeg, b.eastDeg),
  }
}

export function grown(bounds: Bounds, latDeg: number, lonDeg: number): Bounds {
  return {
    southDeg: bounds.southDeg - latDeg,
    northDeg: bounds.northDeg + latDeg,
    westDeg: bounds.westDeg - lonDeg,
    eastDeg: bounds.eastDeg + lonDeg,
  }
}
