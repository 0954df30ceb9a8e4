/** Zooms of tiles of contours. */
export const FINEST_ZOOM = 14
export const COARSEST_ZOOM = 9

/** By the zoom of the tile: lines of a slope of 30° lie some three pixels apart. */
export function intervalM(zoom: number): number {
  return (
    [200, 100, 50, 50, 20, 10][Math.min(FINEST_ZOOM, Math.max(COARSEST_ZOOM, zoom)) - COARSEST_ZOOM] ?? 500
  )
}

/** Every fifth line is drawn stronger and has its height. */
export function isMain(heightM: number, zoom: number): boolean {
  return heightM % (5 * intervalM(zoom)) === 0
}
