import { inverse } from '../../kernels/geodesy/azimuthal.ts'

export interface Place {
  latDeg: number
  lonDeg: number
}

export function distanceM(one: Place, other: Place): number {
  return inverse(one.latDeg, one.lonDeg, other.latDeg, other.lonDeg).distanceM
}
