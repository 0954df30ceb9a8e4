/** Parser for file names of SRTM tiles. */

// Matches N49E011.hgt, n49e011.hgt.gz, and N49E011.SRTMGL1.hgt.zip as in NASA's archives.
const NAME = /^([NS])(\d{2})([EW])(\d{3})(?:\.\w+)?\.hgt(?:\.(gz|zip))?$/i

export interface HgtName {
  /** Latitude of the southern edge in degrees. */
  southDeg: number
  /** Longitude of the western edge in degrees. */
  westDeg: number
  packing: 'none' | 'gz' | 'zip'
}

/** Corner and packing from a file name; `undefined` if the name is not that of an SRTM tile. */
export function parseHgtName(name: string): HgtName | undefined {
  const match = NAME.exec(name)
  if (match === null) return undefined
  const [, northSouth = '', lat, eastWest = '', lon, packing] = match
  const southDeg = Number(lat) * (northSouth.toUpperCase() === 'S' ? -1 : 1) + 0
  const westDeg = Number(lon) * (eastWest.toUpperCase() === 'W' ? -1 : 1) + 0
  if (southDeg < -90 || southDeg > 89 || westDeg < -180 || westDeg > 180) return undefined
  return {
    southDeg,
    westDeg,
    packing: packing === undefined ? 'none' : packing.toLowerCase() === 'gz' ? 'gz' : 'zip',
  }
}
