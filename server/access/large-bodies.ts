/** Bodies of places, as GeoJSON or tables: kept as bytes until answered, validated by the threads that read them. */

import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import Negotiator from 'negotiator'
import { maximumPlacesBytes } from '../config/sizes.ts'
import { retryLater } from '../http/errors.ts'
import { onResponseEnd } from './connections.ts'

export const geoJson = 'application/geo+json'
export const csv = 'text/csv'
/** Maximum of bytes kept, per account and in total. */
const maximumHeldBytes = 64 * 2 ** 20
const maximumHeldBytesInAll = 256 * 2 ** 20
const retryAfterS = 5
/** A large answer is encrypted in parts, with yields in between. */
const partBytes = 2 ** 18

/** Enables such bodies in the routes of a plugin; returns their route options. */
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

  /** Counts a body from before it is read until it is answered. */
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

/** A missing body is an empty document. */
export function bytesOf({ body }: { body: unknown }): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

/** True if a table is accepted with priority over `other`. */
export function namesTable({ headers: { accept = '' } }: FastifyRequest, other: string): boolean {
  return new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaTypes([other, csv])[0] === csv
}

export function* partsOf(content: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < content.length; at += partBytes) yield content.subarray(at, at + partBytes)
}
