/** Declarations of the used part; the package's exports do not resolve to its types. */
declare module 'maplibre-contour' {
  class HeightTile {
    constructor(width: number, height: number, get: (x: number, y: number) => number)
  }
  const contour: {
    HeightTile: typeof HeightTile
    /** Lines as x, y, x, y …, by height; `extent` is that of the tile's samples. */
    generateIsolines(
      interval: number,
      tile: HeightTile,
      extent: number,
      buffer: number,
    ): Record<string, number[][]>
  }
  export default contour
}
