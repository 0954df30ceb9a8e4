import { authorization, send, token } from './session.ts'

export interface TileFile {
  bytes: ArrayBuffer
  cacheControl?: string
}

const MAXIMUM_BYTES = 48 * 2 ** 20
/** Time in ms for which tiles stay cached, which the service permits for terrain tiles. */
const KEPT_MS = 60_000

const kept = new Map<string, { file: TileFile; readMs: number }>()
const started = new Map<string, Promise<TileFile>>()
let keptBytes = 0

/** Reads a tile, still encoded; tiles are cached for relief, 3D terrain, contours and colors. */
export async function readTile(path: string, signal: AbortSignal): Promise<TileFile> {
  const name = `${token.peek()} ${path}`
  const known = kept.get(name)
  if (known !== undefined && Date.now() - known.readMs < KEPT_MS) return known.file
  for (;;) {
    const other = started.get(name)
    try {
      return await (other ?? start(name, path, signal))
    } catch (error) {
      // The shared request may have been aborted by the caller that started the request.
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

/** Removes cached tiles whose path has a prefix. */
export function forgetTiles(pathStart: string): void {
  for (const name of kept.keys()) if (name.split(' ')[1]?.startsWith(pathStart)) forget(name)
}
