import type { Simulation } from '../../storage/records/types.ts'

/** Links to the products of a completed simulation; empty if the result has expired. */
export function linksOf({ id, status, expires_at: expiresAt }: Simulation, nowMs: number) {
  if (status !== 'completed' || (expiresAt !== undefined && Date.parse(expiresAt) <= nowMs)) return undefined
  const result = `/results/${id}`
  return {
    tif: `${result}.tif`,
    qml: `${result}.qml`,
    png: `${result}.png`,
    map: `${result}.png?style=map`,
    pgw: `${result}.pgw`,
    prj: `${result}.prj`,
    kmz: `${result}.kmz`,
    geojson: `${result}.geojson`,
    tilejson: `${result}/tiles.json`,
    stats: `${result}/stats`,
  }
}
