/** The thread that hashes files; hasher.ts has the other end. */

import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

export interface HashTask {
  id: number
  path: string
}

/** `code`: a system error's. */
export type HashAnswer = { id: number } & ({ sha256: string } | { error: string; code: string | undefined })

const block = Buffer.alloc(1024 * 1024)

parentPort?.on('message', ({ id, path }: HashTask) => {
  let answer: HashAnswer
  try {
    answer = { id, sha256: hashOf(path) }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    answer = { id, error: message, code }
  }
  parentPort?.postMessage(answer)
})

/** Nothing else waits in this thread, so it may block. */
function hashOf(path: string): string {
  const hash = createHash('sha256')
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
