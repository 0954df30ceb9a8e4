import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Problem } from '../http/errors.ts'
import { urlText } from '../http/schemas/common.ts'
import { describeFile } from '../http/send-file.ts'

const bytes = 'application/octet-stream'
const content = { [bytes]: { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) } }

const Params = Type.Object(
  {
    hash: urlText('SHA-256 of the file, in hexadecimal', '88d12dd7'.repeat(8)),
  },
  { additionalProperties: false },
)

/** Terrain files for compute nodes, by SHA-256, so that no other files can be requested. */
export const terrainFiles: FastifyPluginAsyncTypebox = async (app) => {
  const { groundFiles } = app.services

  app.get(
    '/terrain/:hash',
    {
      config: {
        problems: [
          'terrain_file_not_found',
          'precondition_failed',
          'range_not_satisfiable',
          'overloaded',
          'starting',
        ],
      },
      schema: {
        operationId: 'getTerrainFile',
        summary:
          'Get a terrain file, byte for byte as stored by the service, by its SHA-256; for compute nodes',
        tags: ['nodes'],
        params: Params,
        response: {
          200: { description: 'Complete file', content },
          206: { description: 'Requested byte range of the file', content },
          304: { description: 'Not modified', type: 'null' },
        },
      },
    },
    async (request, reply) => {
      app.requireGround()
      const { hash } = request.params
      const file = await groundFiles.openFile(hash)
      if (file === undefined) throw new Problem('terrain_file_not_found')
      const range = describeFile(reply, {
        size: file.bytes,
        etag: `"${hash}"`,
        modifiedMs: file.modifiedMs,
        contentType: bytes,
        name: hash,
      })
      if (range === undefined) return reply.code(304).send(null)
      // Sends an empty stream, as Fastify would set a content length of 0 without a payload.
      if (request.method === 'HEAD') return reply.send(Readable.from([]))
      return reply.send(file.stream(range.start, range.end))
    },
  )
}
