import { Semaphore } from '../../files/semaphore.ts'
import type { HttpResponse } from '../../network/request.ts'
import { notePage } from '../files/page-log.ts'
import { type ByteSource, TileError } from '../tile.ts'
import { type Downloader, UnexpectedResponse } from './downloader.ts'
import { RemoteError } from './errors.ts'
import { type PageStore, type PresentMeta, pageLength } from './page-store.ts'
import { inTurn } from './requester.ts'
import type { RemoteKey } from './tile-keys.ts'

/** Page size in bytes: smaller pages would be many files, larger pages would fetch more than a block needs. */
export const PAGE_BYTES = 256 * 1024
const MAXIMUM_PAGES_AT_ONCE = 64
/** Maximum size of a file that is fetched whole, including files from servers that do not support ranges. */
const MAXIMUM_WHOLE_BYTES = 256 * 1024 * 1024
const MISSING_MS = 24 * 3_600_000
/** A 403 response is cached for this time only, as it may concern the client instead of the file. */
const FORBIDDEN_MS = 3_600_000
const FAILURE_COOLDOWN_MS = 30_000
/** Number of pages kept per reader, as formats read directories a few bytes at a time. */
const KEPT_PAGES = 4

/** File of a remote source: bytes come from the cache, missing bytes from the source. */
export class RemoteFile {
  readonly key: RemoteKey
  readonly #path: string
  readonly #isRanged: boolean
  readonly #store: PageStore
  /** `undefined` if nothing may be downloaded. */
  readonly #downloader: Downloader | undefined
  readonly #turns = new Semaphore(1)
  #cooldownEndMs = 0
  #reason = ''

  /** `path`: path of the file in the page store. */
  constructor(
    key: RemoteKey,
    path: string,
    isRanged: boolean,
    store: PageStore,
    downloader: Downloader | undefined,
  ) {
    this.key = key
    this.#path = path
    this.#isRanged = isRanged
    this.#store = store
    this.#downloader = downloader
  }

  /**
   * Size and version, from the cache, or from the source together with the file's first page.
   * @throws {RemoteError}
   */
  async meta(): Promise<PresentMeta> {
    const known = await this.#knownMeta()
    return (
      known ??
      inTurn(this.#turns, '', async () => {
        const meanwhile = await this.#knownMeta()
        return meanwhile ?? (await this.#download(0, undefined, new Map()))
      })
    )
  }

  async #knownMeta(): Promise<PresentMeta | undefined> {
    const meta = await this.#store.readMeta(this.#path)
    if (meta === undefined) return undefined
    if ('absent' in meta) throw new RemoteError('missing', meta.absent)
    return meta
  }

  /** Marks the file as unavailable for `forMs`, with the reason, and removes its pages. */
  async exclude(reason: string, forMs: number): Promise<void> {
    await this.#store.drop(this.#path)
    await this.#store.writeMeta(this.#path, { absent: reason, untilMs: Date.now() + forMs })
  }

  open(meta: PresentMeta): ByteSource {
    const kept = new Map<number, Buffer>()
    return {
      sizeBytes: meta.sizeBytes,
      read: async (offset, length) => {
        if (!(offset >= 0 && length >= 0 && offset + length <= meta.sizeBytes)) {
          throw new TileError(this.key, `truncated: bytes ${offset}…${offset + length} are beyond its end`)
        }
        const bytes = new Uint8Array(length)
        if (length === 0) return bytes
        const first = Math.floor(offset / meta.pageBytes)
        const last = Math.floor((offset + length - 1) / meta.pageBytes)
        for (const [page, held] of await this.#pages(first, last, meta, kept)) {
          if (this.#isRanged) notePage(page, held)
          const start = page * meta.pageBytes
          const from = Math.max(0, offset - start)
          const to = Math.min(held.length, offset + length - start)
          bytes.set(held.subarray(from, to), start + from - offset)
        }
        return bytes
      },
      close: async () => kept.clear(),
    }
  }

  async #pages(
    first: number,
    last: number,
    meta: PresentMeta,
    kept: Map<number, Buffer>,
  ): Promise<Map<number, Buffer>> {
    const pages = new Map<number, Buffer>()
    const load = async () => {
      for (let page = first; page <= last; page++) {
        const held = pages.get(page) ?? kept.get(page) ?? (await this.#store.readPage(this.#path, page, meta))
        if (held !== undefined) pages.set(page, held)
      }
      return pages.size === last - first + 1
    }
    if (!(await load())) {
      // One download at a time per file: later requesters find the pages in the store.
      await inTurn(this.#turns, '', async () => {
        if (await load()) return
        for (let page = first; page <= last; page++) {
          if (pages.has(page)) continue
          let end = page
          while (end < last && !pages.has(end + 1) && end - page + 1 < MAXIMUM_PAGES_AT_ONCE) end++
          await this.#download(page, { meta, last: end }, pages)
        }
      })
    }
    if (pages.size <= KEPT_PAGES || meta.pageBytes === meta.sizeBytes) {
      kept.clear()
      for (const [page, bytes] of pages) kept.set(page, bytes)
    }
    return pages
  }

  /** Fetches adjacent pages into the store and `pages`; without a known version, the first page or the whole file. */
  async #download(
    first: number,
    run: { meta: PresentMeta; last: number } | undefined,
    pages: Map<number, Buffer>,
  ): Promise<PresentMeta> {
    if (this.#downloader === undefined) throw new RemoteError('not_cached', 'is not in the cache')
    if (Date.now() < this.#cooldownEndMs) throw new RemoteError('unreachable', this.#reason)
    // The next attempt continues at the byte where an earlier attempt broke off.
    let next = first
    const last = run?.last ?? first
    const store = async (page: number, meta: PresentMeta, bytes: Buffer) => {
      if (page >= first && page <= last) pages.set(page, bytes)
      if (page === next) next++
      await this.#store.writePage(this.#path, page, meta, bytes)
    }
    const rangeOf = () => {
      if (!this.#isRanged) return undefined
      return [
        next * PAGE_BYTES,
        Math.min(run?.meta.sizeBytes ?? Infinity, (last + 1) * PAGE_BYTES) - 1,
      ] as const
    }
    try {
      return await this.#downloader.fetch(this.key.url, rangeOf, async (response) => {
        const meta = await this.#metaOf(response, next, run?.meta)
        await takePages(response, meta, (page, bytes) => store(page, meta, bytes))
        if (next <= last) throw new UnexpectedResponse('sent fewer bytes than requested')
        // Metadata is written last, as a file of known size must have its first page.
        if (run === undefined) await this.#store.writeMeta(this.#path, meta)
        return meta
      })
    } catch (error) {
      if (error instanceof RemoteError && error.failure === 'missing') {
        const forMs = error.message.endsWith('403') ? FORBIDDEN_MS : MISSING_MS
        await this.exclude(error.message, forMs)
      }
      if (error instanceof RemoteError && error.failure === 'unreachable') {
        this.#cooldownEndMs = Date.now() + FAILURE_COOLDOWN_MS
        this.#reason = error.message
      }
      throw error
    }
  }

  /** Metadata from response headers; throws if the headers do not match the request. */
  async #metaOf(
    { status, range, lengthBytes, etag }: HttpResponse,
    next: number,
    known: PresentMeta | undefined,
  ): Promise<PresentMeta> {
    const sizeBytes = status === 206 ? range?.totalBytes : lengthBytes
    if (status === 206 && range?.first !== next * PAGE_BYTES)
      throw new UnexpectedResponse('sent a different range')
    if (sizeBytes === undefined) throw new UnexpectedResponse('sent no length of the file')
    if (sizeBytes === 0) throw new TileError(this.key, 'is empty')
    if (status !== 206 && sizeBytes > MAXIMUM_WHOLE_BYTES) {
      throw new TileError(this.key, `has ${sizeBytes} bytes, and its server supports no ranges`)
    }
    if (known !== undefined && (known.sizeBytes !== sizeBytes || known.etag !== etag)) {
      await this.#store.drop(this.#path)
      throw new RemoteError('changed', 'has changed at its source')
    }
    return { sizeBytes, pageBytes: this.#isRanged ? PAGE_BYTES : sizeBytes, etag }
  }
}

/** Splits a body into pages while it arrives, and passes on complete pages. */
async function takePages(
  response: HttpResponse,
  meta: PresentMeta,
  store: (page: number, bytes: Buffer) => Promise<void>,
): Promise<void> {
  let page = response.status === 206 ? Math.floor((response.range?.first ?? 0) / meta.pageBytes) : 0
  let held: Buffer[] = []
  let heldBytes = 0
  for await (const chunk of response.body) {
    let rest = chunk
    while (rest.length > 0) {
      const wanted = page * meta.pageBytes < meta.sizeBytes ? pageLength(page, meta) - heldBytes : 0
      if (wanted === 0) throw new UnexpectedResponse('sent more bytes than requested')
      const part = rest.subarray(0, wanted)
      held.push(part)
      heldBytes += part.length
      rest = rest.subarray(part.length)
      if (part.length < wanted) continue
      await store(page, Buffer.concat(held))
      page++
      held = []
      heldBytes = 0
    }
  }
  if (heldBytes > 0) throw new UnexpectedResponse('broke off')
}
