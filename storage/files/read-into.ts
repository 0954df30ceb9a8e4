import type { FileHandle } from 'node:fs/promises'

/** Fills `memory` with file bytes from an offset. Returns the number of bytes read, fewer at the end of the file. */
export async function readInto(file: FileHandle, memory: Uint8Array, offset: number): Promise<number> {
  let done = 0
  while (done < memory.length) {
    const { bytesRead } = await file.read(memory, done, memory.length - done, offset + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return done
}

/** Reads `length` bytes into new memory; rejects if the file is too short. */
export async function readPart(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const content = Buffer.allocUnsafeSlow(length)
  const done = await readInto(file, content, offset)
  if (done < length) throw new RangeError(`Expected ${length} bytes at ${offset}, got ${done}.`)
  return content
}
