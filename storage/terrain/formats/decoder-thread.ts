/** Worker thread that decodes bytes of tiles into posts; started by decoder.ts. */

import { extname } from 'node:path'
import { answerTasks } from '../../files/answer-tasks.ts'
import { type Encoded, type Posts, TileError } from '../tile.ts'

/** Decodes bytes into posts; exported as `decode` by the module of each format. */
export type Decode = (input: never) => { posts: Posts } | Promise<{ posts: Posts }>

export interface Message {
  /** Name of a module in this folder, without the extension. */
  module: string
  input: Encoded
}

/** Result of a task; `damage` is the message of the TileError. */
export type Decoded = { posts: Posts } | { damage: string }

async function decoded({ module, input }: Message): Promise<Decoded> {
  try {
    // Modules are loaded on demand, as some need large libraries.
    const { decode } = await import(`./${module}${extname(import.meta.filename)}`)
    return await decode(input)
  } catch (error) {
    if (error instanceof TileError) return { damage: error.reason }
    throw error
  }
}

answerTasks(decoded, (result) => ('posts' in result ? [result.posts.buffer as ArrayBuffer] : []))
