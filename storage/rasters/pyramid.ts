import type { LevelSize } from './overviews.ts'
import type { RasterGeometry } from './types.ts'

/** Sizes and positions of the levels of a raster. */
export class Pyramid {
  readonly geometry: RasterGeometry
  /** Of the levels; the first is the raster itself, and each has half the cells of the one before on a side. */
  readonly sizes: readonly LevelSize[]

  constructor(geometry: RasterGeometry, sizes: readonly LevelSize[]) {
    this.geometry = geometry
    this.sizes = sizes
  }

  /** The geometry of a level; cells at its southern and eastern edges may reach beyond the raster. */
  levelGeometry(level: number): RasterGeometry {
    const { northDeg, westDeg, cellLatDeg, cellLonDeg } = this.geometry
    const scale = 2 ** level
    return {
      ...this.sizes[level],
      northDeg,
      westDeg,
      cellLatDeg: cellLatDeg * scale,
      cellLonDeg: cellLonDeg * scale,
    }
  }

  /** The coarsest level whose cells are at most so many cells of the raster wide. */
  levelFor(cells: number): number {
    const level = Math.floor(Math.log2(Math.max(1, cells)) + 1e-9)
    return Math.min(this.sizes.length - 1, level)
  }
}
