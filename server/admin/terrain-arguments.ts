import { parseArgs } from 'node:util'
import type { Bounds } from '../../storage/terrain/types.ts'
import { UsageError } from './errors.ts'

export type TerrainCommand =
  | { name: 'terrain list'; geojson: boolean }
  | { name: 'terrain check' }
  | { name: 'terrain fetch'; bounds: Bounds }

/**
 * Parses a terrain command, from the word `terrain` on.
 * @throws {UsageError}
 */
export function parseTerrainCommand(args: string[]): TerrainCommand {
  const { values, positionals } = parse(args)
  const name = positionals.join(' ')
  const { geojson, bbox } = values
  if (bbox !== undefined && name !== 'terrain fetch') throw new UsageError(`"${name}" has no option --bbox.`)
  if (geojson && name !== 'terrain list') throw new UsageError(`"${name}" has no option --geojson.`)
  switch (name) {
    case 'terrain list':
      return { name, geojson: geojson ?? false }
    case 'terrain check':
      return { name }
    case 'terrain fetch':
      return { name, bounds: readBounds(bbox) }
  }
  throw new UsageError(`Unknown command "${name}".`)
}

function parse(args: string[]) {
  // A western longitude begins like an option: "--bbox -10,40,5,50".
  const at = args.indexOf('--bbox')
  const joined =
    at >= 0 && args[at + 1] !== undefined
      ? [...args.slice(0, at), `--bbox=${args[at + 1]}`, ...args.slice(at + 2)]
      : args
  try {
    return parseArgs({
      args: joined,
      options: { geojson: { type: 'boolean' }, bbox: { type: 'string' } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function readBounds(text: string | undefined): Bounds {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [westDeg = Number.NaN, southDeg = Number.NaN, east = Number.NaN, northDeg = Number.NaN] = numbers
  // Across the date line east is the smaller number.
  const eastDeg = east < westDeg ? east + 360 : east
  const isOnEarth = westDeg >= -180 && westDeg <= 180 && east >= -180 && east <= 180
  if (numbers.length !== 4 || !isOnEarth || !(southDeg >= -90 && southDeg < northDeg && northDeg <= 90)) {
    throw new UsageError(
      `Expected --bbox WEST,SOUTH,EAST,NORTH in degrees, such as 11.2,49.8,12.1,50.4, got ${JSON.stringify(text ?? '')}.`,
    )
  }
  return { westDeg, southDeg, eastDeg, northDeg }
}
