import { unlessLate } from '../../network/deadline.ts'
import { TileError, type TileFile, UnreadyFileError } from '../tile.ts'

/** Maximum bytes read to open a file: opening reads the header, at most two lists of 16 MiB, but no posts. */
const MAXIMUM_BYTES = 64 * 1024 * 1024
/** Time limit for opening a file, in milliseconds; a sleeping disk needs some seconds. */
export const OPENING_MS = 30_000

/** Opens a file with `open`. Throws a TileError above `MAXIMUM_BYTES`, an UnreadyFileError after `timeoutMs`. */
export async function openingWithin<T>(
  file: TileFile,
  open: (file: TileFile) => Promise<T>,
  timeoutMs = Number.POSITIVE_INFINITY,
): Promise<T> {
  let leftBytes = MAXIMUM_BYTES
  let late: UnreadyFileError | undefined
  file.onRead = (lengthBytes) => {
    leftBytes -= lengthBytes
    if (late !== undefined) throw late
    if (leftBytes < 0) throw new TileError(file, `its header takes more than ${MAXIMUM_BYTES} bytes`)
  }
  const opening = open(file).finally(() => {
    delete file.onRead
  })
  return unlessLate(timeoutMs, opening, () => {
    late = new UnreadyFileError(file, `could not be opened within ${timeoutMs / 1000} s`)
    throw late
  })
}
