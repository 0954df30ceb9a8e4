import { authorization, send, token } from './session.ts'

export interface TileFile {
  bytes: ArrayBuffer
  cacheControl?: string
}

const MAXIMUM_BYTES = 48 * 2 ** 20
/** Cache lifetime of terrain tiles, as the service sets it; tiles of results never change. */
const KEPT_MS = 60_000

const kept = new Map<string, { file: TileFile; readMs: number }>()
const started = new Map<string, Promise<TileFile>>()
let keptBytes = 0

/** A tile in its original encoding; cached for relief, 3D, contours and colors. */
export async function readTile(path: string, signal: AbortSignal): Promise<TileFile> {
  const name = `${token.peek()} ${path}`
  const known = kept.get(name)
  if (known !== undefined && Date.now() - known.readMs < KEPT_MS) return known.file
  for (;;) {
    const other = started.get(name)
    try {
      return await (other ?? start(name, path, signal))
    } catch (error) {
      // The reader who started the request may have aborted it.
      if (signal.aborted || other === undefined || (error as Error).name !== 'AbortError') throw error
    }
  }
}

function start(name: string, path: string, signal: AbortSignal): Promise<TileFile> {
  const reading = fetchTile(path, signal).then((file) => {
    keep(name, file)
    return file
  })
  const ended = reading.finally(() => started.delete(name))
  started.set(name, ended)
  return ended
}

async function fetchTile(path: string, signal: AbortSignal): Promise<TileFile> {
  const answer = await send(new Request(`${location.origin}${path}`, { headers: authorization(), signal }))
  if (!answer.ok) throw new Error(`${answer.status} ${path}`)
  const cacheControl = answer.headers.get('cache-control') ?? undefined
  return { bytes: await answer.arrayBuffer(), ...(cacheControl !== undefined && { cacheControl }) }
}

function keep(name: string, file: TileFile): void {
  forget(name)
  kept.set(name, { file, readMs: Date.now() })
  keptBytes += file.bytes.byteLength
  for (const oldest of kept.keys()) {
    if (keptBytes <= MAXIMUM_BYTES) return
    forget(oldest)
  }
}

function forget(name: string): void {
  keptBytes -= kept.get(name)?.file.bytes.byteLength ?? 0
  kept.delete(name)
}

/** Removes tiles from the cache by path prefix. */
export function forgetTiles(pathStart: string): void {
  for (const name of kept.keys()) if (name.split(' ')[1]?.startsWith(pathStart)) forget(name)
}
