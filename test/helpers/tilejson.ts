/** What TileJSON 3.0.0 says of the fields that a raster's may have; `vector_layers` is for vector tiles. */

type Rule = (value: unknown) => boolean

const text: Rule = (value) => typeof value === 'string'
const texts: Rule = (value) => Array.isArray(value) && value.every(text)
const numbers =
  (count: number): Rule =>
  (value) =>
    Array.isArray(value) && value.length === count && value.every((one) => Number.isFinite(one))
const zoom: Rule = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 30
const version: Rule = (value) => text(value) && /^\d+\.\d+\.\d+/.test(String(value))

const rules: Record<string, Rule> = {
  tilejson: version,
  tiles: (value) => texts(value) && (value as string[]).every((url) => /\{z\}.*\{x\}.*\{y\}/.test(url)),
  attribution: text,
  bounds: (value) => {
    if (!numbers(4)(value)) return false
    const [west = 0, south = 0, east = 0, north = 0] = value as number[]
    return west >= -180 && west < east && east <= 180 && south >= -90 && south < north && north <= 90
  },
  center: numbers(3),
  data: texts,
  description: text,
  fillzoom: zoom,
  grids: texts,
  legend: text,
  maxzoom: zoom,
  minzoom: zoom,
  name: text,
  scheme: (value) => value === 'xyz' || value === 'tms',
  template: text,
  version,
}

/** The fields that are not as they should be; those without a rule may be anything. */
export function tileJsonFaults(document: Record<string, unknown>): string[] {
  const missing = ['tilejson', 'tiles'].filter((name) => !(name in document))
  const odd = Object.entries(document).filter(([name, value]) => rules[name]?.(value) === false)
  return [
    ...missing.map((name) => `${name} is missing`),
    ...odd.map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
  ]
}
