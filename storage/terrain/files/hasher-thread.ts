/** The thread that hashes files; hasher.ts has the other end. */

import { parentPort } from 'node:worker_threads'
import { hashOf } from './hash-of.ts'

export interface HashTask {
  id: number
  path: string
}

/** `code`: a system error's. */
export type HashAnswer = { id: number } & ({ sha256: string } | { error: string; code: string | undefined })

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
