import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ObjectChanged } from '../../storage/objects/errors.ts'
import { Problem } from './errors.ts'

export interface FileAnswer {
  /** Name of the object in the raster store. */
  object: string
  /** Content derived from the object, sent in place of the object's bytes. */
  content?: string | Buffer
  contentType: string
  name: string
  /** Part of the ETag that identifies the content; size and version are appended. */
  tag: string
}

declare module 'fastify' {
  interface FastifyReply {
    /** Streams an object with range and conditional requests (RFC 9110); `false` if the object is missing. */
    sendFile(file: FileAnswer): Promise<boolean>
    /** Sends bytes from memory with range and conditional requests. */
    sendContent(content: Buffer, file: Omit<FileHead, 'size'>): FastifyReply
  }
}

/** Sends immutable objects with strong ETags and single ranges. */
export default fp(
  async (app) => {
    const { rasters } = app.services.stores

    app.decorateReply('sendFile', async function (this: FastifyReply, file: FileAnswer) {
      const object = await rasters.open(file.object)
      if (object === undefined) return false
      let streaming = false
      try {
        const { bytes, modifiedMs, version } = object
        const { content, contentType, name, tag } = file
        const size = content === undefined ? bytes : Buffer.byteLength(content)
        const etag = `"${tag}-${size.toString(36)}-${version}"`
        const head = { etag, modifiedMs, contentType, name }
        if (content !== undefined) {
          this.sendContent(typeof content === 'string' ? Buffer.from(content) : content, head)
          return true
        }
        const range = describeFile(this, { ...head, size })
        if (range === undefined) this.code(304).send()
        else if (this.request.method === 'HEAD') this.send(noPayload())
        else {
          const stream = await object.stream(range.start, range.end)
          streaming = true
          this.send(stream)
        }
        return true
      } catch (error) {
        // The object was removed or replaced after opening.
        if (error instanceof ObjectChanged) return false
        throw error
      } finally {
        if (!streaming) await object.close()
      }
    })

    app.decorateReply('sendContent', function (this: FastifyReply, content, head) {
      const range = describeFile(this, { ...head, size: content.length })
      if (range === undefined) return this.code(304).send()
      if (this.request.method === 'HEAD') return this.send(noPayload())
      return this.send(content.subarray(range.start, range.end + 1))
    })
  },
  { name: 'send-file', dependencies: ['services', 'problems'] },
)

/** Empty payload for HEAD; without a payload Fastify would set Content-Length to 0. */
function noPayload(): Readable {
  return Readable.from([])
}

interface FileHead {
  size: number
  /** Strong ETag, including the quotes. */
  etag: string
  modifiedMs: number
  contentType: string
  name: string
}

/** Sets the response headers and returns the byte range to send; `undefined` means 304 Not Modified. */
export function describeFile(
  reply: FastifyReply,
  { size, etag, modifiedMs, contentType, name }: FileHead,
): { start: number; end: number } | undefined {
  const { request } = reply
  const lastModified = new Date(modifiedMs).toUTCString()
  reply.headers({
    etag,
    'last-modified': lastModified,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
  })
  const failed = failedCondition(request, etag, lastModified)
  if (failed === 'precondition_failed') throw new Problem(failed)
  if (failed === 'not_modified') return undefined

  const range = rangeOf(request, size, etag, lastModified)
  if (range === 'unsatisfiable') {
    throw new Problem('range_not_satisfiable', `The file has ${size} bytes.`, {
      headers: { 'content-range': `bytes */${size}` },
    })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.headers({
    'content-length': end - start + 1,
    'content-disposition': `attachment; filename="${name}"`,
  })
  // Set directly, because `type()` would add a charset to some media types.
  reply.header('content-type', contentType)
  return { start, end }
}

/**
 * First failed condition of a GET or HEAD, in the order of RFC 9110, 13.2.2: If-Match (strong comparison)
 * overrides If-Unmodified-Since; If-None-Match (weak) overrides If-Modified-Since. Without a modification time,
 * conditions on dates are ignored.
 */
export function failedCondition(
  { headers }: Pick<FastifyRequest, 'headers'>,
  etag: string,
  lastModified = '',
): 'precondition_failed' | 'not_modified' | undefined {
  const modifiedMs = Date.parse(lastModified)
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  const matches =
    match === undefined
      ? !(modifiedMs > httpDateMs(headers['if-unmodified-since']))
      : tagsIn(match).some((tag) => tag === '*' || tag === etag)
  if (!matches) return 'precondition_failed'
  const isUnchanged =
    noneMatch === undefined
      ? modifiedMs <= httpDateMs(headers['if-modified-since'])
      : tagsIn(noneMatch).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
  return isUnchanged ? 'not_modified' : undefined
}

function tagsIn(list: string): string[] {
  return list.trim() === '*' ? ['*'] : (list.match(/(?:W\/)?"[^"]*"/g) ?? [])
}

/** Parses the three forms of an HTTP date (RFC 9110, 5.6.7); NaN for invalid dates, which are ignored. */
function httpDateMs(text = ''): number {
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return Number.NaN
  return Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
}

/**
 * Parses a single range (RFC 9110, 14.2). Malformed or multiple ranges, and ranges whose If-Range fails
 * (13.1.5, strong comparison), are ignored: the whole file is sent.
 */
export function rangeOf(
  { headers, method }: FastifyRequest,
  size: number,
  etag: string,
  lastModified: string,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(headers.range?.trim() ?? '')
  if (method !== 'GET' || match === null || (match[1] === '' && match[2] === '')) return undefined
  const condition = headers['if-range']
  if (condition !== undefined && condition !== etag && condition !== lastModified) return undefined

  const [first, last] = [match[1], match[2]].map((digits) => (digits ? Number(digits) : undefined))
  if (first === undefined) {
    const suffix = Math.min(last ?? 0, size)
    return suffix === 0 ? 'unsatisfiable' : { start: size - suffix, end: size - 1 }
  }
  if (last !== undefined && last < first) return undefined
  if (first >= size) return 'unsatisfiable'
  return { start: first, end: Math.min(last ?? size - 1, size - 1) }
}
