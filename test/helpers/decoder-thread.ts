import { parentPort } from 'node:worker_threads'
import type { Answer, Ready } from '../../storage/terrain/formats/decoder-thread.ts'

/** A decoding thread whose tasks say what becomes of it; `modulePath` of a Decoder in tests. */

const post = (answer: Answer | Ready) => parentPort?.postMessage(answer)

post({ isReady: true })
parentPort?.on('message', ({ input }: { input: { name: string; bytes: Uint8Array } }) => {
  const does = Buffer.from(input.bytes).toString()
  if (does === 'throw') throw new Error('out of something')
  if (does === 'exit') process.exit(3)
  for (; does === 'hang'; );
  if (does === 'refuse') post({ damage: 'made of nothing' })
  else if (does === 'fail') post({ error: new RangeError('a fault of ours') })
  else post({ output: { posts: Int16Array.from(input.bytes) } })
})
