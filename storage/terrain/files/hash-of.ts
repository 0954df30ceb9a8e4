import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'

const BLOCK_BYTES = 2 ** 20

/** SHA-256 of a file in hex, computed synchronously, for processes without other work. */
export function hashOf(path: string): string {
  const hash = createHash('sha256')
  const block = Buffer.allocUnsafe(BLOCK_BYTES)
  const file = openSync(path, 'r')
  try {
    for (let length = readSync(file, block); length > 0; length = readSync(file, block)) {
      hash.update(block.subarray(0, length))
    }
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}
