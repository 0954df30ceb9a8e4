import { authorization, send, token } from './session.ts'

export interface TileFile {
  bytes: ArrayBuffer
  cacheControl?: string
}

const MAXIMUM_BYTES = 48 * 2 ** 20
/** As long as the service says of tiles of the ground; those of results never change. */
const KEPT_MS = 60_000

const kept = new Map<string, { file: TileFile; readMs: number }>()
const started = new Map<string, Promise<TileFile>>()
let keptBytes = 0

/**
 * A tile as the service made it. Relief, 3D, contours and colours share what was read a moment ago; a busy service is
 * asked again when it says so.
 */
export async function readTile(path: string, signal: AbortSignal): Promise<TileFile> {
  const name = `${token.peek()} ${path}`
  const known = kept.get(name)
  if (known !== undefined && Date.now() - known.readMs < KEPT_MS) return known.file
  for (;;) {
    const other = started.get(name)
    try {
      return await (other ?? start(name, path, signal))
    } catch (error) {
      // Whoever began to read it may have turned away from it.
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

/** The oldest go when there are too many. */
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

/** Reads tiles anew, by the beginning of their paths. */
export function forgetTiles(pathStart: string): void {
  for (const name of kept.keys()) if (name.split(' ')[1]?.startsWith(pathStart)) forget(name)
}
