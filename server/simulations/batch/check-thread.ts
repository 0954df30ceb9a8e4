import { answerTasks } from '../../../storage/files/answer-tasks.ts'
import { checkBatch } from './check.ts'

export interface CheckTask {
  bytes: Uint8Array
  mediaType: string
}

answerTasks(({ bytes, mediaType }: CheckTask) => checkBatch(bytes, mediaType))
