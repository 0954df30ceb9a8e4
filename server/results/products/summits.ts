import { writeFile } from 'node:fs/promises'
import { metresPerDegree } from '../../../kernels/geodesy/azimuthal.ts'
import type { RasterGeometry } from '../../../storage/rasters/types.ts'
import { sidesM, summitsWithin } from '../../choice/summits-within.ts'
import { readArea } from '../../requests/places.ts'
import type { AreaOptions } from './bins.ts'
import { IndexedArea } from './inside.ts'
import { areaOf, runsAt } from './polygons.ts'
import type { ResultSource } from './source.ts'
import type { Surroundings } from './surroundings.ts'
import { boundsOver, rasterBounds } from './weights.ts'

export interface SummitsOptions extends AreaOptions {
  maximum: number
}

/** Margin around the sites in which summits are searched, in metres. */
const BEYOND_M = 100_000
const MINIMUM_PROMINENCE_M = 10
/** Minimum distance between two summits: as a fraction of the longer side of the bounds, and in metres. */
const DISTANCE_SHARE = 1 / 50
const MINIMUM_DISTANCE_M = 200

/** Writes the highest summits within a network's cells or an area, in descending order: a list of `Summit`. */
export async function makeSummits(
  { geometry }: ResultSource,
  { area, maximum }: SummitsOptions,
  path: string,
  surroundings: Surroundings,
): Promise<void> {
  const around = widened(geometry)
  const within = area && areaOf(readArea(area), around)
  const bounds = within ? boundsOver(around, [new IndexedArea(within)]) : rasterBounds(geometry)
  const summits =
    bounds &&
    (await summitsWithin(await surroundings.terrain(), bounds, {
      maximum,
      minimumProminenceM: MINIMUM_PROMINENCE_M,
      minimumDistanceM: Math.max(MINIMUM_DISTANCE_M, DISTANCE_SHARE * Math.max(...sidesM(bounds))),
      isWithin: ({ latDeg, lonDeg }) => {
        if (within === undefined) return true
        const col = (lonDeg - around.westDeg) / around.cellLonDeg
        return runsAt(within, latDeg, around).some(({ first, end }) => col >= first && col < end)
      },
    }))
  await writeFile(path, JSON.stringify(summits ?? []))
}

function widened(geometry: RasterGeometry): RasterGeometry {
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const perDegree = metresPerDegree(northDeg - (rows * cellLatDeg) / 2)
  const [moreRows, moreCols] = [
    Math.ceil(BEYOND_M / perDegree.lat / cellLatDeg),
    Math.ceil(BEYOND_M / perDegree.lon / cellLonDeg),
  ]
  return {
    ...geometry,
    rows: rows + 2 * moreRows,
    cols: cols + 2 * moreCols,
    northDeg: northDeg + moreRows * cellLatDeg,
    westDeg: westDeg - moreCols * cellLonDeg,
  }
}
