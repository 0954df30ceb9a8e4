/** Reads candidate positions from a file: GeoJSON points, or a table with latitude and longitude. */

import { numberOf } from './fields.ts'

export interface CandidatePlace {
  name?: string
  lat: number
  lon: number
}

interface Feature {
  geometry?: { type?: string; coordinates?: unknown } | null
  properties?: { name?: unknown } | null
}

const columns = {
  lat: /^(tx_)?lat(itude)?(_deg)?$/i,
  lon: /^(tx_)?(lon|lng|long|longitude)(_deg)?$/i,
  name: /^name$/i,
}

/** Positions in file order; `undefined` if the file has none. */
export function placesOfFile(text: string): CandidatePlace[] | undefined {
  const plain = text.replace(/^\uFEFF/, '')
  const places = /^\s*\{/.test(plain) ? placesOfGeojson(plain) : placesOfTable(plain)
  return places.length > 0 ? places : undefined
}

function placesOfGeojson(text: string): CandidatePlace[] {
  try {
    const value = JSON.parse(text) as Feature & { features?: Feature[] }
    return (value.features ?? [value]).flatMap(placesOfFeature)
  } catch {
    return []
  }
}

function placesOfFeature({ geometry, properties }: Feature): CandidatePlace[] {
  const { type, coordinates } = geometry ?? {}
  const points = type === 'Point' ? [coordinates] : type === 'MultiPoint' ? coordinates : []
  return (points as unknown[]).flatMap((point) => {
    const [lon, lat] = Array.isArray(point) ? point : []
    return placeOf(lat, lon, properties?.name)
  })
}

function placesOfTable(text: string): CandidatePlace[] {
  const [header = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const separator = [',', ';', '\t'].find((one) => header.includes(one)) ?? ','
  const names = cellsOf(header, separator)
  const at = (column: keyof typeof columns) => names.findIndex((name) => columns[column].test(name))
  const [latAt, lonAt, nameAt] = [at('lat'), at('lon'), at('name')]
  return lines.flatMap((line) => {
    const cells = cellsOf(line, separator)
    return placeOf(numberOf(cells[latAt] ?? ''), numberOf(cells[lonAt] ?? ''), cells[nameAt])
  })
}

/** Cells of a table row (RFC 4180); line breaks in quoted cells are not supported. */
function cellsOf(line: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += character
  }
  return cells.map((cell) => cell.trim())
}

/** Candidate at a position; whether the position is in bounds is checked by the service. */
function placeOf(lat: unknown, lon: unknown, name: unknown): CandidatePlace[] {
  if (typeof lat !== 'number' || typeof lon !== 'number') return []
  const isNamed = (typeof name === 'string' || typeof name === 'number') && name !== ''
  return [{ lat, lon, ...(isNamed && { name: String(name) }) }]
}
