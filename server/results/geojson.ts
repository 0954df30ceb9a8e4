import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { invalidParameter } from '../http/validation/validation.ts'
import { contentOf, fileRoute } from './file-route.ts'
import { USUAL_GEOJSON_BYTES } from './product-protocol.ts'
import { GeojsonQuery, maximumLevels } from './product-schemas.ts'

const geoJson = 'application/geo+json'
const summary =
  'Get the result as polygons (RFC 7946): classes along the edges of cells, quantities as bands between contours'
const collection = {
  type: 'object',
  title: 'ResultPolygons',
  description:
    'GeoJSON FeatureCollection: one MultiPolygon per zone with simplestyle colors, the transmitter, and the members params, attribution, engine, cell_m, simplified_to_m and overview',
}
/** Steps of product parameters: each value creates a stored file, so clients may only use fixed steps. */
const toleranceSteps = [0, ...seriesOf125(1, 100_000)]
const maxBytesSteps = seriesOf125(200_000, 100_000_000)

export const geojson: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:id.geojson',
    fileRoute('getGeojson', summary, GeojsonQuery, contentOf([geoJson], collection)),
    async (request, reply) => {
      const { levels, tolerance_m: toleranceM, max_bytes: maxBytes = USUAL_GEOJSON_BYTES } = request.query
      const result = await app.resultOf(request)
      const { unit } = app.resultLayer(result, request.query)
      if (levels !== undefined && unit === null) {
        throw invalidParameter('levels', 'levels is only for layers of quantities; this layer has classes')
      }
      refuseBetween('max_bytes', betweenSteps(maxBytes, maxBytesSteps))
      if (toleranceM !== undefined) refuseBetween('tolerance_m', betweenSteps(toleranceM, toleranceSteps))
      return reply.sendProduct(result, {
        product: 'geojson',
        options: {
          maxBytes,
          ...(levels !== undefined && { levels: levelsOf(levels) }),
          ...(toleranceM !== undefined && { toleranceM }),
        },
        query: request.query,
        ending: 'geojson',
        contentType: geoJson,
      })
    },
  )
}

export function levelsOf(text: string): number[] {
  const levels = text
    .split(',')
    .map((level) => (/^-?\d{1,6}(\.\d{1,6})?$/.test(level) ? Number(level) : Number.NaN))
  const isAscending = levels.every((level, index) => index === 0 || level > levels[index - 1])
  if (levels.some(Number.isNaN) || !isAscending || levels.length > maximumLevels) {
    throw invalidParameter(
      'levels',
      `levels must be up to ${maximumLevels} ascending whole numbers separated by commas, such as -110,-100`,
    )
  }
  for (const level of levels) refuseBetween('levels', betweenWhole(level))
  return levels
}

function refuseBetween(parameter: string, detail: string | undefined): void {
  if (detail !== undefined) throw invalidParameter(parameter, detail)
}

/** Series of 1, 2 and 5 times powers of ten, from `first` to `last`. */
export function seriesOf125(first: number, last: number): number[] {
  const series: number[] = []
  for (let decade = 10 ** Math.floor(Math.log10(first)); decade <= last; decade *= 10)
    series.push(decade, 2 * decade, 5 * decade)
  return series.filter((value) => value >= first && value <= last)
}

/** Error text for a value between two steps; the schema refuses values outside of the range. */
export function betweenSteps(value: number, steps: readonly number[]): string | undefined {
  if (steps.includes(value)) return undefined
  const below = steps.findLast((step) => step < value)
  const above = steps.find((step) => step > value)
  return `${value} is between the steps ${below} and ${above}`
}

/** Error text for a value between two integers. */
export function betweenWhole(value: number): string | undefined {
  if (Number.isInteger(value)) return undefined
  return `${value} is between the whole numbers ${Math.floor(value)} and ${Math.ceil(value)}`
}
