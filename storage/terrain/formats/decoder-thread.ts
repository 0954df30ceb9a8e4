/** The thread that turns bytes of tiles into posts; decoder.ts has the other end. */

import { parentPort } from 'node:worker_threads'
import { type Posts, TileError } from '../tile.ts'
import { parseHeights } from './esri-ascii-heights.ts'
import type { decodeBatch } from './geotiff-batch.ts'
import { heightsOfHgt } from './hgt-heights.ts'
import { heightsOfPixels } from './terrarium-heights.ts'

// Each format that has posts decoded. A new one is a line here and a function from bytes to posts. What takes long to
// load is loaded for its first file: a thread has to be there for one SRTM tile too.
const formats = {
  esriAscii: parseHeights,
  geotiff: async (input: Parameters<typeof decodeBatch>[0]) =>
    (await import('./geotiff-batch.ts')).decodeBatch(input),
  hgt: heightsOfHgt,
  terrarium: heightsOfPixels,
}
export type Formats = typeof formats
export type Format = keyof Formats

/** Posted once, before any answer. */
export type Ready = { isReady: true }
/** `damage`: why a TileError was thrown. */
export type Answer = { output: { posts: Posts } } | { damage: string } | { error: Error }

parentPort?.on('message', async ({ format, input }: { format: Format; input: never }) => {
  try {
    const output: { posts: Posts } = await formats[format](input)
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
