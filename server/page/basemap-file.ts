import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Problem } from '../http/errors.ts'
import { describeFile } from '../http/send-file.ts'

export const basemapAddress = '/api/v1/basemap/tiles.pmtiles'

const contentType = 'application/vnd.pmtiles'
const content = { [contentType]: { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) } }

/** Serves the file in BASEMAP with range requests: browsers read the directory and the visible tiles. */
export const basemapFile: FastifyPluginAsyncTypebox = async (app) => {
  const { config } = app.services

  app.get(
    '/tiles.pmtiles',
    {
      config: {
        problems: ['invalid_parameters', 'route_not_found', 'precondition_failed', 'range_not_satisfiable'],
      },
      schema: {
        operationId: 'getBasemapTiles',
        summary: 'Get the base map of the operator as a PMTiles file, by range requests',
        tags: ['service'],
        response: {
          200: { description: 'Complete file', content },
          206: { description: 'Requested byte range of the file', content },
          304: { description: 'Not modified', type: 'null' },
        },
      },
    },
    async (request, reply) => {
      const path = config.basemapFile
      // The file existed at startup, but may have been removed.
      const stats = path === null ? undefined : await stat(path).catch(() => undefined)
      if (path === null || stats === undefined) throw new Problem('route_not_found', 'BASEMAP is not set.')
      const { size, mtimeMs } = stats
      const range = describeFile(reply, {
        size,
        etag: `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`,
        modifiedMs: mtimeMs,
        contentType,
        name: 'basemap.pmtiles',
      })
      if (range === undefined) return reply.code(304).send(null)
      // Empty stream for HEAD; without a payload Fastify would set Content-Length to 0.
      if (request.method === 'HEAD') return reply.send(Readable.from([]))
      const file = await open(path)
      return reply.send(file.createReadStream({ ...range, autoClose: true }))
    },
  )
}
