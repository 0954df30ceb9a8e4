import type { Polygons } from '../../../client/areas.ts'
import { northingOf, TILE_PX, type TileIndex } from './grid.ts'

/** Mask with 1 where a pixel's center is inside the polygons and outside their holes, else 0. */
export function pixelsWithin(polygons: Polygons, { z, x, y }: TileIndex): Uint8Array {
  const pixelsAround = TILE_PX * 2 ** z
  const place = ([lon, lat]: [number, number]) =>
    [((lon + 180) / 360) * pixelsAround - x * TILE_PX, northingOf(lat) * pixelsAround - y * TILE_PX] as const
  const within = new Uint8Array(TILE_PX * TILE_PX)
  for (const rings of polygons) {
    const crossings: number[][] = Array.from({ length: TILE_PX }, () => [])
    for (const ring of rings) {
      const corners = ring.map(place)
      corners.forEach(([column, row], at) => {
        const [nextColumn, nextRow] = corners[(at + 1) % corners.length] ?? [column, row]
        const first = Math.max(0, Math.ceil(Math.min(row, nextRow) - 0.5))
        const end = Math.min(TILE_PX, Math.ceil(Math.max(row, nextRow) - 0.5))
        for (let crossed = first; crossed < end; crossed++) {
          const fraction = (crossed + 0.5 - row) / (nextRow - row)
          crossings[crossed]?.push(column + fraction * (nextColumn - column))
        }
      })
    }
    for (const [row, columns] of crossings.entries()) {
      columns.sort((one, other) => one - other)
      for (let at = 0; at + 1 < columns.length; at += 2) {
        const [first = 0, end = 0] = columns
          .slice(at, at + 2)
          .map((column) => Math.min(TILE_PX, Math.max(0, Math.ceil(column - 0.5))))
        within.fill(1, row * TILE_PX + first, row * TILE_PX + end)
      }
    }
  }
  return within
}

/** Area, or share of one, that is covered by at least one result in the bit set `any`. */
export function sumOf(areas: ArrayLike<number>, any: number): number {
  return Array.from(areas).reduce((sum, area, by) => ((by & any) === 0 ? sum : sum + area), 0)
}
