/** The thread that turns bytes of tiles into posts; decoder.ts has the other end. */

import { extname } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { type Encoded, type Posts, TileError } from '../tile.ts'

/** Makes posts of bytes; its module exports it as `decode`. */
export type Decode = (input: never) => { posts: Posts } | Promise<{ posts: Posts }>

export interface Message {
  /** Name of a module of this folder without its ending. */
  module: string
  input: Encoded
}

/** Posted once, before any answer. */
export type Ready = { isReady: true }
/** `damage`: why a TileError was thrown. */
export type Answer = { output: { posts: Posts } } | { damage: string } | { error: Error }

parentPort?.on('message', async ({ module, input }: Message) => {
  try {
    // Loaded for the first file: some modules bring libraries.
    const { decode } = await import(`./${module}${extname(import.meta.filename)}`)
    const output: { posts: Posts } = await decode(input)
    post({ output }, [output.posts.buffer as ArrayBuffer])
  } catch (error) {
    if (error instanceof TileError) post({ damage: error.reason })
    else post({ error: error instanceof Error ? error : new Error(String(error)) })
  }
})

post({ isReady: true })

function post(answer: Answer | Ready, memory: ArrayBuffer[] = []): void {
  parentPort?.postMessage(answer, memory)
}
