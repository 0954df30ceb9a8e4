/** Parses positions typed by people, in the web page and on the command line. */

import proj4 from 'proj4'

export interface Position {
  lat: number
  lon: number
}

export interface ReadPosition extends Position {
  /** Size in degrees of a Maidenhead square; the position is the square's center. */
  square?: { latDeg: number; lonDeg: number }
}

const number = String.raw`([-+]?\d+(?:\.\d+)?)`
const decimal = new RegExp(`^${number}\\s*°?\\s*([NS]?)[\\s,;]+${number}\\s*°?\\s*([EWO]?)$`)
const angle = String.raw`(\d+(?:\.\d+)?)\s*°\s*(?:(\d+(?:\.\d+)?)\s*['′’]\s*)?(?:(\d+(?:\.\d+)?)\s*(?:"|″|”|'')\s*)?`
const sexagesimal = new RegExp(`^${angle}([NS])[\\s,;]*${angle}([EWO])$`)
const maidenhead = /^([A-R])([A-R])(\d)(\d)(?:([A-X])([A-X])(?:(\d)(\d))?)?$/
const utm =
  /^(\d{1,2})\s*([C-HJ-NP-X])\s+(\d{5,7}(?:\.\d+)?)(?:\s*m?E)?[\s,;]+(\d{1,8}(?:\.\d+)?)(?:\s*m?N)?$/

/** Two numbers, at least one with a decimal comma, separated by spaces, a semicolon, or both. */
const withCommas = /^[-+]?\d+(?:,\d+)?\s*°?\s*[NS]?,?[;\s]+[-+]?\d+(?:,\d+)?\s*°?\s*[EWO]?$/i
/** Two numbers with decimal commas, separated by a comma: four groups of digits. */
const allCommas = /^([-+]?\d+),(\d+),([-+]?\d+),(\d+)$/
/** One number with a decimal comma, such as 50,0303: no longitude begins with a zero. */
const oneNumber = /^[-+]?\d+,0\d+$/

/**
 * Parses decimal degrees; degrees, minutes and seconds; a Maidenhead locator (its center); or UTM on WGS 84.
 * Commas are decimal separators if a different separator is present: 47,6333; 8,925.
 */
export function readPosition(text: string): ReadPosition | undefined {
  const trimmed = text.trim().replaceAll('−', '-')
  if (oneNumber.test(trimmed)) return undefined
  const plain = withoutDecimalCommas(trimmed).toUpperCase()
  const found = readDecimal(plain) ?? readSexagesimal(plain) ?? readLocator(plain) ?? readUtm(plain)
  return found && Math.abs(found.lat) <= 90 && Math.abs(found.lon) <= 180 ? found : undefined
}

function withoutDecimalCommas(text: string): string {
  const four = allCommas.exec(text)
  if (four) return `${four[1]}.${four[2]} ${four[3]}.${four[4]}`
  return withCommas.test(text) ? text.replace(/(\d),(\d)/g, '$1.$2') : text
}

function signed(degrees: number, letter: string | undefined): number {
  return letter === 'S' || letter === 'W' ? -degrees : degrees
}

function readDecimal(text: string): Position | undefined {
  const [, lat, northOrSouth, lon, eastOrWest] = decimal.exec(text) ?? []
  if (lat === undefined || lon === undefined) return undefined
  return { lat: signed(Number(lat), northOrSouth), lon: signed(Number(lon), eastOrWest) }
}

function readSexagesimal(text: string): Position | undefined {
  const parts = sexagesimal.exec(text)
  if (parts === null) return undefined
  const degreesFrom = (first: number) => {
    const [degrees, minutes, seconds] = [0, 1, 2].map((index) => Number(parts[first + index] ?? 0))
    return minutes < 60 && seconds < 60 ? degrees + minutes / 60 + seconds / 3600 : Number.NaN
  }
  const position = { lat: signed(degreesFrom(1), parts[4]), lon: signed(degreesFrom(5), parts[8]) }
  return Number.isNaN(position.lat + position.lon) ? undefined : position
}

/** Parses a Maidenhead locator: fields of 20° × 10°, squares of 2° × 1°, each divided by 24, then by 10. */
function readLocator(text: string): ReadPosition | undefined {
  const parts = maidenhead.exec(text)
  if (parts === null) return undefined
  const pairs = [
    { base: 18, from: 1, isLetter: true },
    { base: 10, from: 3, isLetter: false },
    { base: 24, from: 5, isLetter: true },
    { base: 10, from: 7, isLetter: false },
  ].filter(({ from }) => parts[from] !== undefined)
  let [east, north, side, squares] = [0, 0, 1, 1]
  for (const { base, from, isLetter } of pairs) {
    const [column, row] = [from, from + 1].map((index) =>
      isLetter ? (parts[index]?.charCodeAt(0) ?? 65) - 65 : Number(parts[index]),
    )
    squares *= base
    side = 1 / squares
    east += column * side
    north += row * side
  }
  return {
    lat: 180 * (north + side / 2) - 90,
    lon: 360 * (east + side / 2) - 180,
    square: { latDeg: 180 / squares, lonDeg: 360 / squares },
  }
}

function readUtm(text: string): Position | undefined {
  const [, zone, band = '', easting, northing] = utm.exec(text) ?? []
  if (zone === undefined || Number(zone) < 1 || Number(zone) > 60) return undefined
  const definition = `+proj=utm +zone=${zone} ${band < 'N' ? '+south ' : ''}+datum=WGS84 +units=m`
  const [lon, lat] = proj4(definition, 'WGS84', [Number(easting), Number(northing)])
  return { lat, lon }
}

/** Formats a position so that `readPosition` returns the position to within about a metre. */
export function showPosition({ lat, lon }: Position): string {
  return `${lat.toFixed(5)}, ${lon.toFixed(5)}`
}
