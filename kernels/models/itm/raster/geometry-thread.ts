/** A thread that works out the geometry of batches; geometry-threads.ts has the other end. */

import { parentPort } from 'node:worker_threads'
import { PATH_NUMBERS } from '../../../profiles/shapes.ts'
import { BatchGeometry, type GeometryJob, type Paths } from './geometry.ts'
import { ITM_PATH_NUMBERS } from './slots.ts'

/** A job is announced before its first batch, and when it has ended. Each batch is answered by its columns, in turn. */
export type ToThread = { id: number; job: GeometryJob } | { id: number; paths: Paths } | { id: number }

const jobs = new Map<number, GeometryJob>()
const geometry = new BatchGeometry()

parentPort?.on('message', (message: ToThread) => {
  if ('job' in message) {
    jobs.set(message.id, message.job)
  } else if ('paths' in message) {
    const paths = message.paths.columns.length / PATH_NUMBERS
    const columns = new Float32Array(ITM_PATH_NUMBERS * paths)
    geometry.describe(jobs.get(message.id) as GeometryJob, message.paths, columns)
    parentPort?.postMessage(columns, [columns.buffer])
  } else {
    jobs.delete(message.id)
  }
})
