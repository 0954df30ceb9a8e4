import { workerData } from 'node:worker_threads'
import { answerTasks } from '../../storage/files/answer-tasks.ts'
import { type Refusal, RefusedError } from '../requests/places.ts'
import { type GroundLocation, surroundingsIn } from '../results/products/surroundings.ts'
import { type LinksTask, makeLinks, type RelaysTask } from './make.ts'
import { makeRelays } from './relays.ts'

export interface ThreadData {
  niceness: number
  ground: GroundLocation
}

export type ThreadTask = ({ kind: 'links' } & LinksTask) | ({ kind: 'relays' } & RelaysTask)

export type LinksAnswer = { content: Uint8Array; pairs: number } | { refusal: Refusal }

const { ground } = workerData as ThreadData
const surroundings = surroundingsIn(ground)

answerTasks(async (task: ThreadTask): Promise<LinksAnswer> => {
  try {
    const { text, pairs } = await (task.kind === 'links'
      ? makeLinks(task, surroundings)
      : makeRelays(task, surroundings))
    return { content: Buffer.from(text), pairs }
  } catch (error) {
    if (error instanceof RefusedError) return { refusal: error.refusal }
    throw error
  }
})
