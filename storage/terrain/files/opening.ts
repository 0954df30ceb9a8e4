import { TileError, type TileFile } from '../tile.ts'

/** Maximum bytes read to open a file: opening reads the header, at most two lists of 16 MiB, but no posts. */
const MAXIMUM_BYTES = 64 * 1024 * 1024
/** Time limit for opening a file, in milliseconds; a sleeping disk needs some seconds. */
export const OPENING_MS = 30_000

/** Thrown if a file could not be opened within the time limit; a later attempt may succeed. */
export class SlowFileError extends TileError {}

/** Opens a file with `open`. Throws a TileError above `MAXIMUM_BYTES`, a SlowFileError after `timeoutMs`. */
export async function openingWithin<T>(
  file: TileFile,
  open: (file: TileFile) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  let leftBytes = MAXIMUM_BYTES
  let late: SlowFileError | undefined
  file.onRead = (lengthBytes) => {
    leftBytes -= lengthBytes
    if (late !== undefined) throw late
    if (leftBytes < 0) throw new TileError(file, `its header takes more than ${MAXIMUM_BYTES} bytes`)
  }
  const opening = open(file).finally(() => {
    delete file.onRead
  })
  if (timeoutMs === undefined) return opening
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      late = new SlowFileError(file, `could not be opened within ${timeoutMs / 1000} s`)
      reject(late)
    }, timeoutMs)
  })
  try {
    return await Promise.race([opening, timeout])
  } finally {
    clearTimeout(timer)
  }
}
