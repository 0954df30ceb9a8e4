import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

/** What a tile server does instead of answering as it should. */
export type Mischief =
  | { status: number; headers?: Record<string, string> }
  /** Announces everything and ends after so many bytes. */
  | { cutAfterBytes: number }
  /** Says nothing at all. */
  | 'silent'
  /** Stops in the middle of the body. */
  | 'stalled'
  /** Sends the body byte by byte. */
  | 'dripping'
  /** Ranges mean nothing to it. */
  | 'whole'

export interface Asked {
  path: string
  range: string | undefined
}

export interface TileServer {
  origin: string
  /** Path with its leading slash → what lies there. Everything else is 404. */
  files: Map<string, Buffer>
  /** What the next requests of a path get, one by one; then they get the file. */
  mischief: Map<string, Mischief[]>
  /** Time between the chunks of a body. */
  slowMs: number
  asked: Asked[]
  sentBytes: number
  /** Maximum number of requests open at the same time. */
  maximumOpen: number
  stop(): Promise<void>
}

const CHUNK_BYTES = 128 * 1024

const etags = new WeakMap<Buffer, string>()

/** Of the bytes that the file had when it was first served. */
function etagOf(file: Buffer): string {
  const etag = etags.get(file) ?? `"${createHash('sha256').update(file).digest('hex')}"`
  etags.set(file, etag)
  return etag
}

/** Serves tiles by range over plain HTTP on this machine, as badly as it is asked to. */
export async function startTileServer(t: Test): Promise<TileServer> {
  let open = 0
  const http = createServer((request, response) => {
    open++
    served.maximumOpen = Math.max(served.maximumOpen, open)
    answer(served, request, response)
      .catch(() => response.destroy())
      .finally(() => open--)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const served: TileServer = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    files: new Map(),
    mischief: new Map(),
    slowMs: 0,
    asked: [],
    sentBytes: 0,
    maximumOpen: 0,
    stop() {
      http.closeAllConnections()
      return new Promise((resolve) => http.close(() => resolve()))
    },
  }
  t.teardown(() => served.stop())
  return served
}

async function answer(served: TileServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = decodeURI(request.url ?? '')
  const { range } = request.headers
  served.asked.push({ path, range })
  const mischief = served.mischief.get(path)?.shift()
  if (mischief === 'silent') return
  const file = served.files.get(path)
  if (typeof mischief === 'object' && 'status' in mischief) {
    response.writeHead(mischief.status, mischief.headers).end('no')
    return
  }
  if (file === undefined) {
    response.writeHead(404).end('no such tile')
    return
  }
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  const isPart = from !== '' && mischief !== 'whole'
  const first = isPart ? Number(from) : 0
  const body = isPart ? file.subarray(first, Number(to) + 1) : file
  response.writeHead(isPart ? 206 : 200, {
    'content-length': body.length,
    etag: etagOf(file),
    ...(isPart && { 'content-range': `bytes ${first}-${first + body.length - 1}/${file.length}` }),
  })
  const cutAfterBytes = typeof mischief === 'object' ? mischief.cutAfterBytes : Number.POSITIVE_INFINITY
  if (mischief === 'dripping') {
    for (const byte of body) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (response.destroyed) return
      response.write(Buffer.of(byte))
    }
  }
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    if (served.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, served.slowMs))
    const chunk = body.subarray(at, Math.min(at + CHUNK_BYTES, cutAfterBytes))
    served.sentBytes += chunk.length
    if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve))
    if (at + CHUNK_BYTES >= cutAfterBytes) {
      response.destroy()
      return
    }
    if (mischief === 'stalled') return
  }
  response.end()
}
