import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import Negotiator from 'negotiator'
import { Problem } from './errors.ts'
import { failedCondition } from './send-file.ts'

/** Content encodings in order of preference. */
const encodings = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof encodings)[number]

/** Brotli quality: output 10 % larger than at the maximum quality, in a tenth of the maximum's time. */
const brotliQuality = 9

interface Encoded {
  bytes: Buffer
  etag: string
}

/** Text that stays constant while the service runs; compressed on first use, then cached. */
export class CompressedText {
  readonly contentType: string
  readonly #bytes: Buffer
  readonly #brotli: Buffer | undefined
  readonly #encoded = new Map<Encoding, Promise<Encoded>>()

  /** `brotli`: the bytes compressed with Brotli, if already available. */
  constructor(contentType: string, bytes: Buffer, brotli?: Buffer) {
    this.contentType = contentType
    this.#bytes = bytes
    this.#brotli = brotli
  }

  as(encoding: Encoding): Promise<Encoded> {
    const before = this.#encoded.get(encoding)
    if (before) return before
    const made = this.#encode(encoding)
    this.#encoded.set(encoding, made)
    return made
  }

  async #encode(encoding: Encoding): Promise<Encoded> {
    // A strong ETag identifies exact bytes, so the tag includes the encoding.
    const hash = createHash('sha256').update(this.#bytes).digest('base64url').slice(0, 22)
    const before = encoding === 'br' ? this.#brotli : undefined
    return { bytes: before ?? (await compressed[encoding](this.#bytes)), etag: `"${hash}-${encoding}"` }
  }
}

const compressed: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  identity: async (bytes) => bytes,
}

declare module 'fastify' {
  interface FastifyReply {
    /** Sends text in the best accepted encoding with an ETag; `cacheControl` defaults to revalidation. */
    sendCompressed(text: CompressedText, cacheControl?: string): Promise<FastifyReply>
  }
}

/** Sends large texts that are the same for every client: pages, page files and the API document. */
export default fp(
  async (app) => {
    app.decorateReply('sendCompressed', async function (this: FastifyReply, text, cacheControl = 'no-cache') {
      const accepted = new Negotiator(this.request).encodings(encodings)
      // If no encoding is accepted, send the text uncompressed (RFC 9110, 12.5.3).
      const encoding = encodings.find((name) => accepted.includes(name)) ?? 'identity'
      const { bytes, etag } = await text.as(encoding)
      const varied = [this.getHeader('vary'), 'Accept-Encoding'].flat().filter(Boolean).join(', ')
      this.headers({ etag, vary: varied, 'cache-control': cacheControl })
      const failed = failedCondition(this.request, etag)
      if (failed === 'precondition_failed') throw new Problem(failed)
      if (failed === 'not_modified') return this.code(304).send()
      if (encoding !== 'identity') this.header('content-encoding', encoding)
      return this.header('content-type', text.contentType).send(bytes)
    })
  },
  { name: 'compressed', dependencies: ['problems'] },
)
