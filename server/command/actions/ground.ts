/** Commands `coverage terrain` and `coverage models`. */

import type { Position } from '../../client/coordinates.ts'
import type { components } from '../../client/requests.ts'
import { answer, type Call, serviceOf } from '../call/call.ts'
import { directionTo, higherGroundText } from '../call/record-text.ts'
import { UsageError } from '../errors.ts'
import type { TerrainFlags } from '../flags.ts'
import { positionIn } from '../request/positions.ts'
import { widthOf } from '../terminal/io.ts'
import { folded, pairs, table } from '../terminal/table.ts'
import { safe } from '../terminal/text.ts'

const [MINIMUM_WITHIN_M, MAXIMUM_WITHIN_M] = [1, 20_000]

type Elevation = components['schemas']['Elevation']
type TerrainCoverage = components['schemas']['TerrainCoverage']
type Models = components['schemas']['Models']

export async function terrain(call: Call<TerrainFlags>): Promise<void> {
  const { at, within, local, dem } = call.flags
  if (dem && !local) throw new UsageError('--dem requires --local.')
  if (within !== undefined && at === undefined) throw new UsageError('--within requires --at.')
  const position = at === undefined ? undefined : await positionIn(at, '--at')
  if (position) {
    const found = await elevationAt(call, position)
    const { state, elevation_m, source, higher_ground: higher } = found
    const text = () => {
      const ground =
        elevation_m === null ? 'unknown' : `${safe(elevation_m)} m (${safe(state)}, ${safe(source)})`
      const nearby = higher && elevation_m !== null ? [higherGroundText(position, elevation_m, higher)] : []
      return [ground, ...nearby, ...highestLines(position, found, within)].join('\n')
    }
    return answer(call, found, text, elevation_m === null ? '' : safe(elevation_m))
  }
  const found = await listed(call)
  const rows = found.features.map(({ properties, geometry }) => {
    const { name, source, resolution_m } = properties
    return [name, source, `${resolution_m.toFixed(1)} m`, boundsText(geometry.coordinates)]
  })
  const names = ['file', 'source', 'posts', 'west, south, east, north']
  answer(call, found, () => table(names, rows, widthOf(call.io)))
}

function highestLines(place: Position, { highest_ground: highest }: Elevation, within?: string): string[] {
  if (highest === undefined) return []
  const around = `within ${safe(within ?? '')} m`
  if (highest === null) return [`no elevation data ${around}`]
  if (highest.is_place) return [`no higher ground ${around}`]
  const at = `${highest.lat},${highest.lon}`
  const direction = directionTo(place, highest)
  return [
    `highest ground ${around}: ${safe(highest.ground_m)} m, ${safe(highest.distance_m)} m ${direction}, at ${safe(at)}`,
  ]
}

async function elevationAt(call: Call<TerrainFlags>, { lat, lon }: Position): Promise<Elevation> {
  const { local, within } = call.flags
  const within_m = within === undefined ? undefined : Number(within)
  if (within_m !== undefined && !(within_m >= MINIMUM_WITHIN_M && within_m <= MAXIMUM_WITHIN_M)) {
    throw new UsageError(
      `Expected --within with ${MINIMUM_WITHIN_M} to ${MAXIMUM_WITHIN_M} metres, got "${within}".`,
    )
  }
  if (local) return (await import('../local/terrain.ts')).elevationHere(call, { lat, lon }, within_m)
  const service = (await serviceOf(call)).requireKey()
  const query = { lat, lon, with: 'mast' as const, ...(within_m !== undefined && { within_m }) }
  return service.ask((client) => client.GET('/api/v1/elevation', { params: { query } }))
}

async function listed(call: Call<TerrainFlags>): Promise<TerrainCoverage> {
  if (call.flags.local) return (await import('../local/terrain.ts')).terrainHere(call)
  const service = (await serviceOf(call)).requireKey()
  return service.ask((client) => client.GET('/api/v1/terrain', {}))
}

/** Bounds of a tile's outline; a tile across the antimeridian has several rings. */
function boundsText(coordinates: unknown[]): string {
  const numbers = coordinates.flat(Number.POSITIVE_INFINITY) as number[]
  const lons = numbers.filter((_, at) => at % 2 === 0)
  const lats = numbers.filter((_, at) => at % 2 === 1)
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
    .map((degrees) => Number(degrees.toFixed(4)))
    .join(', ')
}

export async function models(call: Call<{ local?: boolean }>, name?: string): Promise<void> {
  // Routes outside of /api/v1 need no API key.
  const found = call.flags.local
    ? await ownModels()
    : await (await serviceOf(call)).ask((client) => client.GET('/models', {}))
  const width = widthOf(call.io)
  if (name === undefined) {
    const rows = found.models.map(({ name, title, weight, output }) => [
      name,
      weight,
      output.join(', '),
      title,
    ])
    return answer(call, found, () => table(['model', 'weight', 'output', 'title'], rows, width))
  }
  const model = found.models.find((each) => each.name === name)
  if (model === undefined) {
    throw new UsageError(
      `Expected a model (${found.models.map((each) => each.name).join(', ')}), got "${name}".`,
    )
  }
  const text = () => {
    const { title, source, parameters } = model
    const rows = parameters.map((parameter) => [
      parameter.name,
      parameter.enum?.join(', ') ?? `${parameter.minimum} to ${parameter.maximum}`,
      parameter.unit,
      String(parameter.default),
      parameter.title,
    ])
    const head = folded(`${safe(title)} (${safe(source)})`, Math.min(width, 100)).join('\n')
    const facts = pairs(
      [
        ['weight', model.weight],
        ['output', model.output.join(', ')],
      ],
      width,
    )
    return [head, facts, table(['parameter', 'values', 'unit', 'default', 'meaning'], rows, width)].join(
      '\n\n',
    )
  }
  answer(call, model, text)
}

async function ownModels(): Promise<Models> {
  const { models } = await import('../../../kernels/models.ts')
  const listed = [...models.values()].map(
    ({ name, title, weight, output, layers, takes_k_factor, uses_profile, parameters, validity, source }) => {
      const uses = { takes_k_factor, uses_profile }
      return { name, title, weight, output, layers, ...uses, parameters, validity, source }
    },
  )
  return { models: listed }
}
