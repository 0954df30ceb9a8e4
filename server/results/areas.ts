import type { Static } from 'typebox'
import type { RasterGeometry } from '../../storage/rasters/types.ts'
import type { Stats } from './product-schemas.ts'
import { type Bins, SECTORS } from './products/bins.ts'
import type { ShownLayer } from './views/layers.ts'
import { rounded, zoneAreas, zoneSetter } from './views/zones.ts'

interface Sums {
  cells: number[]
  km2: number[]
  farthestM: number
}

export function areasOf({ values, isFloat, ...tables }: Bins, layer: ShownLayer): Static<typeof Stats> {
  const { zones, cells } = layer
  const direction = cells?.stronger?.direction
  const zoneOfBin = new Uint8Array(values.length)
  zoneSetter(layer, isFloat)(zoneOfBin, values, 0, values.length)
  const isCovered = zones.map(({ kind }) => kind === 'covered')
  const sectors = Array.from({ length: SECTORS }, (_, sector): Sums => {
    const sums = { cells: zones.map(() => 0), km2: zones.map(() => 0), farthestM: 0 }
    for (let bin = 0, at = sector * values.length; bin < values.length; bin++, at++) {
      const index = zoneOfBin[bin] - 1
      sums.cells[index] += tables.cells[at]
      sums.km2[index] += tables.km2[at]
      if (isCovered[index]) sums.farthestM = Math.max(sums.farthestM, tables.farthestM[at])
    }
    return sums
  })
  const added = (of: (sums: Sums) => number) => sectors.reduce((sum, sums) => sum + of(sums), 0)
  const total: Sums = {
    cells: zones.map((_, index) => added(({ cells }) => cells[index])),
    km2: zones.map((_, index) => added(({ km2 }) => km2[index])),
    farthestM: Math.max(...sectors.map(({ farthestM }) => farthestM)),
  }
  return {
    unit: layer.unit,
    farthest_km: rounded(total.farthestM / 1000),
    ...zoneAreas(zones, total.cells, total.km2),
    sectors: sectors.map(({ km2, farthestM }, index) => {
      const ofKind = (kind: string) =>
        rounded(km2.reduce((sum, one, zone) => sum + (zones[zone].kind === kind ? one : 0), 0))
      return {
        from_deg: (360 / SECTORS) * index,
        to_deg: (360 / SECTORS) * (index + 1),
        covered_km2: ofKind('covered'),
        ...(direction && { one_direction_km2: ofKind(direction) }),
        lacking_km2: ofKind('lacking'),
        unknown_km2: ofKind('unknown'),
        farthest_km: rounded(farthestM / 1000),
      }
    }),
  }
}

/** Warning for a polygon that contains no cells of the result. */
export function noCellsWarning({ rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg }: RasterGeometry) {
  const [west, east] = [westDeg, westDeg + cols * cellLonDeg].map(degrees)
  const [south, north] = [northDeg - rows * cellLatDeg, northDeg].map(degrees)
  const detail = `No cell within range has its center inside the polygon. The result is between longitudes ${west} and ${east} and latitudes ${south} and ${north}; positions are longitude, then latitude.`
  return { code: 'no_cells', detail }
}

function degrees(value: number): number {
  return Number(value.toFixed(5))
}
