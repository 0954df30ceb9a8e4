/** What is used of it: the package's own types are not found by its exports. */
declare module 'maplibre-contour' {
  class HeightTile {
    constructor(width: number, height: number, get: (x: number, y: number) => number)
  }
  const contour: {
    HeightTile: typeof HeightTile
    /** Lines as x, y, x, y and so on, by their height; `extent` is that of the tile's samples. */
    generateIsolines(
      interval: number,
      tile: HeightTile,
      extent: number,
      buffer: number,
    ): Record<string, number[][]>
  }
  export default contour
}
