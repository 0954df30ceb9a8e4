import type { PostGrid } from '../../kernels/terrain/window.ts'
import { boundsOf, rectangleAround } from '../../storage/terrain/tiles/lattice.ts'
import type { AreaOptions, Bounds, Terrain } from '../../storage/terrain/types.ts'
import { groundM } from '../references/window.ts'

/** The posts of every part within the bounds, and where it is believed. */
export async function readParts(terrain: Pick<Terrain, 'openParts'>, bounds: Bounds, options?: AreaOptions) {
  const parts = await terrain.openParts(bounds, options)
  return Promise.all(
    parts.map(async ({ area, bounds: own = bounds }) => {
      const rectangle = rectangleAround(area.lattice, own, 1)
      const { northDeg, westDeg } = boundsOf(area.lattice, rectangle)
      const grid: PostGrid = {
        ...area.lattice,
        northDeg,
        westDeg,
        rows: rectangle.rows,
        cols: rectangle.cols,
        heightsM: await area.read(rectangle),
      }
      return { grid, bounds: own, used: () => area.used() }
    }),
  )
}

export type ReadParts = Awaited<ReturnType<typeof readParts>>

/** Which of the parts is believed at a point. */
export function partAt(parts: ReadParts, latDeg: number, lonDeg: number): number {
  return parts.findIndex(
    ({ bounds }) =>
      latDeg >= bounds.southDeg &&
      latDeg <= bounds.northDeg &&
      lonDeg >= bounds.westDeg &&
      lonDeg <= bounds.eastDeg,
  )
}

/** Ground at a point by the first part that holds it. */
export function heightAt(parts: ReadParts, latDeg: number, lonDeg: number): number {
  const part = parts[partAt(parts, latDeg, lonDeg)]
  return part === undefined ? Number.NaN : groundM(part.grid, latDeg, lonDeg)
}
