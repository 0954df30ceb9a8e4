/** What the thread runs. */

import { checkBatch } from './check.ts'

export interface CheckTask {
  bytes: Uint8Array
  mediaType: string
}

export default ({ bytes, mediaType }: CheckTask) => checkBatch(bytes, mediaType)
