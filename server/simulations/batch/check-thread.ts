import { answerTasks } from '../../../storage/files/answer-tasks.ts'
import { orRefused } from '../../http/thread-problems.ts'
import { checkBatch } from './check.ts'

export interface CheckTask {
  bytes: Uint8Array
  mediaType: string
}

answerTasks(orRefused(({ bytes, mediaType }: CheckTask) => checkBatch(bytes, mediaType)))
