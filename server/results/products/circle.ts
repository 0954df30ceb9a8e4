import { inverse } from '../../../kernels/geodesy/azimuthal.ts'
import type { RasterGeometry } from '../../../storage/rasters/types.ts'
import type { Subject } from './subject.ts'

export interface Circle {
  latDeg: number
  lonDeg: number
  rangeM: number
}

/** Circle of a simulation's range, or around the ranges of a network's sites. */
export function circleOfSubject({ params, network }: Pick<Subject, 'params' | 'network'>): Circle {
  if (network === undefined) return circleOf(params)
  return circleAbout(
    network.geometry,
    network.sites.map(({ subject }) => circleOf(subject.params)),
  )
}

function circleAbout(geometry: RasterGeometry, sites: readonly Circle[]): Circle {
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const latDeg = northDeg - (rows * cellLatDeg) / 2
  const lonDeg = westDeg + (cols * cellLonDeg) / 2
  const reachesM = sites.map(
    (site) => inverse(latDeg, lonDeg, site.latDeg, site.lonDeg).distanceM + site.rangeM,
  )
  return { latDeg, lonDeg, rangeM: Math.max(...reachesM) }
}

export function circleOf({ tx_lat, tx_lon, max_range }: Readonly<Record<string, unknown>>): Circle {
  return { latDeg: Number(tx_lat), lonDeg: Number(tx_lon), rangeM: 1000 * Number(max_range) }
}
