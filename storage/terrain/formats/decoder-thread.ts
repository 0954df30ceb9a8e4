/** The thread that turns bytes of tiles into posts; decoder.ts has the other end. */

import { extname } from 'node:path'
import { answerTasks } from '../../files/answer-tasks.ts'
import { type Encoded, type Posts, TileError } from '../tile.ts'

/** Makes posts of bytes; its module exports it as `decode`. */
export type Decode = (input: never) => { posts: Posts } | Promise<{ posts: Posts }>

export interface Message {
  /** Name of a module of this folder without its ending. */
  module: string
  input: Encoded
}

/** `damage`: why a TileError was thrown. */
export type Decoded = { posts: Posts } | { damage: string }

async function decoded({ module, input }: Message): Promise<Decoded> {
  try {
    // Loaded for the first file: some modules bring libraries.
    const { decode } = await import(`./${module}${extname(import.meta.filename)}`)
    return await decode(input)
  } catch (error) {
    if (error instanceof TileError) return { damage: error.reason }
    throw error
  }
}

answerTasks(decoded, (result) => ('posts' in result ? [result.posts.buffer as ArrayBuffer] : []))
