import { workerData } from 'node:worker_threads'
import { answerTasks } from '../../storage/files/answer-tasks.ts'
import { orRefused } from '../http/thread-problems.ts'
import { type GroundLocation, surroundingsIn } from '../results/products/surroundings.ts'
import { type LinksTask, makeLinks, type RelaysTask } from './make.ts'
import { makeRelays } from './relays.ts'

export interface ThreadData {
  niceness: number
  ground: GroundLocation
}

export type ThreadTask = ({ kind: 'links' } & LinksTask) | ({ kind: 'relays' } & RelaysTask)

export interface LinksAnswer {
  content: Uint8Array
  pairs: number
}

const { ground } = workerData as ThreadData
const surroundings = surroundingsIn(ground)

answerTasks(
  orRefused(async (task: ThreadTask): Promise<LinksAnswer> => {
    const { text, pairs } = await (task.kind === 'links'
      ? makeLinks(task, surroundings)
      : makeRelays(task, surroundings))
    return { content: Buffer.from(text), pairs }
  }),
)
