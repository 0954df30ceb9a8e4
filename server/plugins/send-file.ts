import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Problem } from './problems.ts'

export interface FileAnswer {
  path: string
  contentType: string
  /** What the file is called when it is saved. */
  name: string
  /** Names the content's identity; size and time are added. */
  tag: string
}

declare module 'fastify' {
  interface FastifyReply {
    /** Streams a file with ranges and conditions (RFC 9110); `false` if there is no such file. */
    sendFile(file: FileAnswer): Promise<boolean>
  }
}

/** Files that do not change once they are written: strong validators, one range at a time. */
export default fp(
  async (app) => {
    app.decorateReply('sendFile', async function (this: FastifyReply, file: FileAnswer) {
      const handle = await open(file.path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (handle === undefined) return false
      let streaming = false
      try {
        const { size, mtimeMs } = await handle.stat()
        const etag = `"${file.tag}-${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`
        const lastModified = new Date(mtimeMs).toUTCString()
        this.headers({
          etag,
          'last-modified': lastModified,
          'accept-ranges': 'bytes',
          'cache-control': 'private, no-cache',
        })
        if (notModified(this.request, etag, lastModified)) {
          this.code(304).send()
          return true
        }

        const range = rangeOf(this.request, size, etag, lastModified)
        if (range === 'unsatisfiable') {
          throw new Problem('range_not_satisfiable', `The file has ${size} bytes.`, {
            headers: { 'content-range': `bytes */${size}` },
          })
        }
        const { start, end } = range ?? { start: 0, end: size - 1 }
        if (range) this.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
        this.headers({
          'content-length': end - start + 1,
          'content-disposition': `attachment; filename="${file.name}"`,
        })
        // Set as it is: `type()` would add a charset to some types.
        this.header('content-type', file.contentType)
        if (this.request.method === 'HEAD') {
          // An empty stream, as for no payload at all the framework would say that its length is 0.
          this.send(Readable.from([]))
        } else {
          streaming = true
          this.send(handle.createReadStream({ start, end }))
        }
        return true
      } finally {
        if (!streaming) await handle.close()
      }
    })
  },
  { name: 'send-file', dependencies: ['problems'] },
)

/** RFC 9110, 13.1.2 and 13.1.3: If-None-Match, compared weakly, makes If-Modified-Since void. */
export function notModified({ headers }: FastifyRequest, etag: string, lastModified: string): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Date.parse(lastModified) <= since
}

/**
 * RFC 9110, 14.2: one range is served; a malformed one, several, or one whose If-Range no longer holds (13.1.5, strong
 * comparison) are ignored, and the whole file is the answer.
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
