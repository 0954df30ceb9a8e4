import { answerTasks } from '../../storage/files/answer-tasks.ts'
import type { Decoded, Message } from '../../storage/terrain/formats/decoder-thread.ts'

/** A decoding thread whose tasks say what becomes of it; `modulePath` of a Decoder in tests. */

answerTasks(({ input }: Message): Decoded | Promise<Decoded> => {
  const does = Buffer.from(input.bytes).toString()
  if (does === 'throw') {
    // Where nothing catches it.
    setImmediate(() => {
      throw new Error('out of something')
    })
    return new Promise(() => {})
  }
  if (does === 'exit') process.exit(3)
  for (; does === 'hang'; );
  if (does === 'refuse') return { damage: 'made of nothing' }
  if (does === 'fail') throw new RangeError('a fault of ours')
  return { posts: Int16Array.from(input.bytes) }
})
