import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { mercatorBounds } from '../../storage/rasters/mercator.ts'
import type { RasterGeometry } from '../../storage/rasters/types.ts'
import { Problem } from '../http/errors.ts'
import { invalidParameter, invalidParameters } from '../http/validation/validation.ts'
import { jobOf } from '../jobs/job.ts'
import type { SimulationParams } from '../requests/simulation.ts'
import { contentOf, fileRoute } from './file-route.ts'
import { TileJson, TileParams } from './product-schemas.ts'
import type { Subject } from './products/subject.ts'
import { emptyNumberTiles, emptyTiles, encodingOf, maximumZoom, meetsRaster } from './products/tiles.ts'
import { fileName, queryText } from './products.ts'
import type { Result } from './result.ts'
import { TileQuery, ViewedQuery } from './schemas.ts'
import { binEdges, binValues } from './views/bins.ts'
import type { LayerQuery } from './views/layers.ts'
import { type LossQuantity, lossOutputOf } from './views/outputs.ts'

const FINEST_ZOOM = 22
const WORST = 1e6
const UNKNOWN_CLASS = 255
const json = 'application/json'
const png = 'image/png'
const tileJsonSummary = 'Get the TileJSON of the result: URLs of the tiles, and the meaning of their colors'

export const tiles: FastifyPluginAsyncTypebox = async (app) => {
  const { config } = app.services

  /** Geometry of a result, from the record without reading a raster. */
  function gridOf(result: Result, query: LayerQuery) {
    const { network } = app.resultLayer(result, query).subject
    return network?.geometry ?? jobOf(result.simulation?.params as SimulationParams).grid
  }

  const kinds = [
    {
      path: 'tiles',
      product: 'tile',
      operationId: 'getTile',
      empty: emptyTiles,
      summary: 'Get a map tile in the colors of the result',
    },
    {
      path: 'values',
      product: 'value-tile',
      operationId: 'getValueTile',
      empty: emptyNumberTiles,
      summary: 'Get a map tile whose colors encode values, as described in tiles.json',
    },
    {
      path: 'bins',
      product: 'bin-tile',
      operationId: 'getBinTile',
      empty: emptyNumberTiles,
      summary:
        'Get a map tile whose colors encode bin numbers, as described in tiles.json; the same in every view',
    },
  ] as const
  for (const { path, product, empty, operationId, summary } of kinds) {
    app.get(
      `/:id/${path}/:z/:x/:y.png`,
      fileRoute(operationId, summary, TileQuery, contentOf([png]), { params: TileParams }),
      async (request, reply) => {
        const { id, ...indices } = request.params
        const result = await app.resultOf(request)
        const { size = '256', ...viewed } = request.query
        const { stored } = app.resultLayer(result, viewed)
        if (result.network && product === 'bin-tile') {
          throw new Problem(
            'layer_not_available',
            'A network has colored tiles and tiles of values, but no tiles of bins.',
          )
        }
        const query = product === 'bin-tile' ? { layer: stored } : viewed
        const options = { ...tileOf(indices), size: size === '512' ? 512 : 256 } as const
        if (!meetsRaster(gridOf(result, viewed), options)) {
          return reply.sendContent(empty[options.size], {
            etag: `"empty-${product}-${size}"`,
            modifiedMs: Date.parse(result.changedAt),
            contentType: png,
            name: fileName(id, query, 'png'),
          })
        }
        return reply.sendProduct(result, {
          product,
          options,
          query,
          ending: 'png',
          contentType: png,
          isQuick: true,
        })
      },
    )
  }

  app.get(
    '/:id/tiles.json',
    fileRoute('getTileJson', tileJsonSummary, ViewedQuery, contentOf([json], TileJson), { problems: [] }),
    async (request, reply) => {
      const result = await app.resultOf(request)
      const { id, name } = result
      const { query } = request
      const layer = app.resultLayer(result, query)
      const { subject, unit } = layer
      const { network, params, sources } = subject
      const geometry = await app.geometryOf(result, layer)
      // Tile URLs keep layer and view; tile URLs made with a signed URL also work without a key.
      const linkQuery = queryText(query)
      const tilesAt = (path: string) => [
        `${config.publicUrl}/results/${id}/${path}/{z}/{x}/{y}.png${linkQuery && `?${linkQuery}`}`,
      ]
      const loss = lossOutputOf(params)
      const isFloat = layer.cells !== undefined || unit !== null
      const [west, south, east, north] = mercatorBounds(geometry)
      const { base, step } = encodingOf(unit)
      const maxzoom = maximumZoom(geometry)
      const content = {
        tilejson: '3.0.0',
        name: name || id,
        description: network
          ? `${network.sites.length} sites, ${layer.name}`
          : `${params.model}, ${layer.name}`,
        attribution: asHtml([...new Set(sources.map(({ attribution }) => attribution))].join('; ')),
        scheme: 'xyz',
        tiles: tilesAt('tiles'),
        minzoom: 0,
        maxzoom,
        bounds: east > 180 ? [-180, south, 180, north] : [west, south, east, north],
        center: [...centerOf(subject, geometry), Math.max(0, maxzoom - 3)],
        values: {
          tiles: tilesAt('values'),
          encoding: 'custom',
          redFactor: step * 65_536,
          greenFactor: step * 256,
          blueFactor: step,
          baseShift: -base,
          unknown: base,
          unit,
          resampling: 'nearest',
        },
        bins: network
          ? { tiles: [], values: [], link: null }
          : {
              tiles: tilesAt('bins'),
              values: numbersOf(
                binValues(isFloat ? binEdges(params) : undefined),
                loss?.output.isLoss ? WORST : -WORST,
              ),
              link: loss && layer.cells ? linkOf(loss) : null,
            },
      }
      return reply.sendRaster(result, query, 'tiles.json', {
        contentType: json,
        content: JSON.stringify(content),
      })
    },
  )
}

/** Bin values as JSON: null for unknown, `worst` for cells that are too weak in results of earlier versions. */
function numbersOf(values: Float64Array, worst: number): (number | null)[] {
  return Array.from(values, (value) => {
    if (value === Number.NEGATIVE_INFINITY) return worst
    return Number.isNaN(value) || value === UNKNOWN_CLASS ? null : value
  })
}

function linkOf({ output, radio }: LossQuantity) {
  return {
    eirp_dbm: radio.eirpDbm,
    rx_gain_dbi: radio.rxGainDbi,
    lossless: output.isLoss ? null : output.baseDb(radio),
  }
}

function centerOf({ network, params }: Subject, geometry: RasterGeometry): [number, number] {
  if (network === undefined) return [Number(params.tx_lon), Number(params.tx_lat)]
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const lonDeg = westDeg + (cols * cellLonDeg) / 2
  return [lonDeg > 180 ? lonDeg - 360 : lonDeg, northDeg - (rows * cellLatDeg) / 2]
}

function tileOf(indices: { z: string; x: string; y: string }) {
  const [z, x, y] = [indices.z, indices.x, indices.y].map(Number)
  if (z > FINEST_ZOOM) throw invalidParameter('z', `z must be 0 to ${FINEST_ZOOM}`)
  const side = 2 ** z
  const errors = Object.entries({ x, y })
    .filter(([, index]) => index >= side)
    .map(([parameter]) => ({ parameter, detail: `${parameter} must be 0 to ${side - 1} at zoom level ${z}` }))
  if (errors.length > 0) throw invalidParameters(errors)
  return { z, x, y }
}

function asHtml(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}
