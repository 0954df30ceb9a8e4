/** Checks before a compute node takes jobs: secret and store must be those of the API node. */

import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { StoreError } from '../../storage/objects/errors.ts'
import type { ObjectStore } from '../../storage/objects/types.ts'
import { greetingKey } from './protocol.ts'
import { seal, unseal } from './sealed.ts'

export type Marks = Pick<ObjectStore, 'putBytes' | 'readWhole'>

interface Greeting {
  storeMark: string
}

const markName = 'store'
const markBytes = 16
const retryMs = 1000

/** Thrown if the node's setup differs from the API node's, so waiting is useless. */
export class NodeSetupError extends Error {
  readonly code = 'node_setup'
}

/** Reads the mark, a unique text that identifies a store; creates the mark if missing. */
export async function markOf(marks: Marks): Promise<string> {
  const found = await marks.readWhole(markName)
  if (found) return found.toString()
  const mark = randomBytes(markBytes).toString('hex')
  await marks.putBytes(markName, Buffer.from(mark))
  return mark
}

/** Rejects with a StoreError if the store has another mark (unique text): the right store may be offline. */
export async function requireMark(marks: Marks, storeMark: string): Promise<void> {
  const found = await marks.readWhole(markName)
  if (found?.toString() !== storeMark)
    throw new StoreError('be used', new Error('it is a different store now'))
}

/** Writes the API node's greeting to Redis; repeated regularly, because Redis may lose data. */
export async function greet(redis: Redis, secret: string, greeting: Greeting): Promise<void> {
  await redis.set(greetingKey, seal(secret, 'greeting', greeting))
}

export interface SetupOptions {
  name: string
  secret: string
  marks: Marks
  /** Called with the reason for each delay. */
  onWait(error: unknown): void
  signal: AbortSignal
}

/**
 * Resolves when secret and store match those of the API node, and the store is writable.
 * @throws {NodeSetupError}, or the signal's reason
 */
export async function checkSetup(redis: Redis, options: SetupOptions): Promise<void> {
  const { secret, onWait, signal } = options
  for (;;) {
    const sealed = await redis.get(greetingKey)
    const greeting = unseal(secret, 'greeting', sealed) as Greeting | undefined
    if (greeting) return checkStore(greeting.storeMark, options)
    if (sealed !== null) throw new NodeSetupError('QUEUE_SECRET differs from that of the API node.')
    onWait(new Error('No API node uses this queue.'))
    await delay(retryMs, undefined, { signal })
  }
}

async function checkStore(storeMark: string, { name, marks, onWait, signal }: SetupOptions): Promise<void> {
  for (;;) {
    try {
      const found = await marks.readWhole(markName)
      if (found?.toString() !== storeMark) {
        throw new NodeSetupError('RASTER_STORE differs from that of the API node.')
      }
      return await marks.putBytes(`node-${name}`, Buffer.from(new Date().toISOString()))
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      onWait(error)
    }
    await delay(retryMs, undefined, { signal })
  }
}
