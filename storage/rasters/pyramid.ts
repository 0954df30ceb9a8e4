import type { LevelSize } from './overviews.ts'
import type { RasterGeometry } from './types.ts'

export class Pyramid {
  readonly geometry: RasterGeometry
  /** Sizes of the levels: first the raster itself, then overviews with half the side length of the level before. */
  readonly sizes: readonly LevelSize[]

  constructor(geometry: RasterGeometry, sizes: readonly LevelSize[]) {
    this.geometry = geometry
    this.sizes = sizes
  }

  /** Geometry of a level; cells at the southern and eastern edges may extend beyond the raster. */
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

  levelFor(cells: number): number {
    const level = Math.floor(Math.log2(Math.max(1, cells)) + 1e-9)
    return Math.min(this.sizes.length - 1, level)
  }
}
