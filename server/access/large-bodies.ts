/** Large request bodies (GeoJSON, CSV): buffered as bytes, parsed and validated by worker threads. */

import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import Negotiator from 'negotiator'
import { maximumPlacesBytes } from '../config/sizes.ts'
import { retryLater } from '../http/errors.ts'
import { onResponseEnd } from './connections.ts'

export const geoJson = 'application/geo+json'
export const csv = 'text/csv'
/** Maximum size in bytes of all buffered bodies of an account, and of all accounts together. */
const maximumHeldBytes = 64 * 2 ** 20
const maximumHeldBytesInAll = 256 * 2 ** 20
const retryAfterS = 5
/** Size in bytes of the parts in which large responses are encrypted; other requests run between parts. */
const partBytes = 2 ** 18

/** Makes the routes of a plugin accept large bodies; returns the route options to spread into each route. */
export function takeLargeBodies(app: FastifyInstance, mediaTypes: readonly string[]) {
  const heldBytes = new Map<string, number>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [...mediaTypes],
    { parseAs: 'buffer', bodyLimit: maximumPlacesBytes },
    async (_request: FastifyRequest, body: Buffer) => body,
  )
  app.addHook('preParsing', async (request, reply, payload) => {
    hold(request, reply)
    return payload
  })
  const validatorCompiler: FastifySchemaCompiler<object> = (part) =>
    part.httpPart === 'body' ? () => true : (app.validatorCompiler?.(part) ?? (() => true))
  return { bodyLimit: maximumPlacesBytes, validatorCompiler }

  /** Counts the bytes of a body against the limits before the body is read, until the response is sent. */
  function hold(request: FastifyRequest, reply: FastifyReply): void {
    const { caller, headers } = request
    const { id } = caller.account
    const stated = Number(headers['content-length'] ?? maximumPlacesBytes)
    const bytes = Math.min(maximumPlacesBytes, stated)
    const own = heldBytes.get(id) ?? 0
    const inAll = [...heldBytes.values()].reduce((sum, held) => sum + held, 0)
    if (own + bytes > maximumHeldBytes || inAll + bytes > maximumHeldBytesInAll) {
      throw retryLater('overloaded', retryAfterS, 'Too many large bodies are waiting; try again later.')
    }
    heldBytes.set(id, own + bytes)
    onResponseEnd(request, reply, () => {
      const left = (heldBytes.get(id) ?? 0) - bytes
      if (left > 0) heldBytes.set(id, left)
      else heldBytes.delete(id)
    })
  }
}

/** Body as bytes; empty if the request has no body. */
export function bytesOf({ body }: { body: unknown }): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

/** True if the `Accept` header prefers CSV to the media type `other`. */
export function namesTable({ headers: { accept = '' } }: FastifyRequest, other: string): boolean {
  return new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaTypes([other, csv])[0] === csv
}

export function* partsOf(content: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < content.length; at += partBytes) yield content.subarray(at, at + partBytes)
}
