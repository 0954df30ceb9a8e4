/** Zoom range of contour tiles. */
export const FINEST_ZOOM = 14
export const COARSEST_ZOOM = 9

/** Contour interval in metres by zoom: on a 30° slope, lines are about three pixels apart. */
export function intervalM(zoom: number): number {
  return (
    [200, 100, 50, 50, 20, 10][Math.min(FINEST_ZOOM, Math.max(COARSEST_ZOOM, zoom)) - COARSEST_ZOOM] ?? 500
  )
}

/** True for every fifth contour, which is thicker and labeled. */
export function isMain(heightM: number, zoom: number): boolean {
  return heightM % (5 * intervalM(zoom)) === 0
}
