import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SimulationId } from '../http/schemas/common.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { GeojsonQuery, maximumLevels } from './product-schemas.ts'
import { fileProblems } from './results.ts'
import { fileResponses } from './schemas.ts'
import { betweenSteps, betweenWhole, seriesOf125 } from './steps.ts'

const geoJson = 'application/geo+json'
const collection = {
  type: 'object',
  title: 'ResultPolygons',
  description:
    'A FeatureCollection: a MultiPolygon a zone with simplestyle colours, the transmitter, and members params, attribution, engine, cell_m, simplified_to_m, overview',
}
const defaultMaxBytes = 10_000_000
const toleranceSteps = [0, ...seriesOf125(1, 100_000)]
const maxBytesSteps = seriesOf125(200_000, 100_000_000)

export const geojson: FastifyPluginAsyncTypebox<{ suffix: string }> = async (app, { suffix }) => {
  app.get(
    '/:id.geojson',
    {
      config: { byAddress: true, problems: [...fileProblems, 'overloaded'] },
      schema: {
        operationId: `getGeojson${suffix}`,
        summary:
          'The result as polygons (RFC 7946): classes along the edges of cells, measures as bands between contours',

        tags: ['results'],
        params: SimulationId,
        querystring: GeojsonQuery,
        response: fileResponses(geoJson, collection),
      },
    },
    async (request, reply) => {
      const { levels, tolerance_m: toleranceM, max_bytes: maxBytes = defaultMaxBytes } = request.query
      const simulation = await app.simulationOf(request.caller.account, request.params.id)
      const { unit } = app.resultLayer(simulation, request.query)
      if (levels !== undefined && unit === null) {
        throw refused('levels', 'levels is for layers of measures; this one has classes')
      }
      const notStep = betweenSteps(maxBytes, maxBytesSteps)
      if (notStep) throw refused('max_bytes', notStep)
      const notTolerance = toleranceM === undefined ? undefined : betweenSteps(toleranceM, toleranceSteps)
      if (notTolerance) throw refused('tolerance_m', notTolerance)
      return reply.sendProduct(simulation, {
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
    throw refused(
      'levels',
      `levels must be up to ${maximumLevels} ascending whole numbers with commas between, like -110,-100`,
    )
  }
  const notWhole = levels.map(betweenWhole).find((one) => one !== undefined)
  if (notWhole) throw refused('levels', notWhole)
  return levels
}

function refused(parameter: string, detail: string) {
  return invalidParameters([{ parameter, detail }])
}
