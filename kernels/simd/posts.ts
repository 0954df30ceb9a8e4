/**
 * Posts in shared memory that WebAssembly can read: [one page for the compiler][one scratch area per
 * thread][posts]. The operating system allocates pages on first write.
 */

import { SpareMemory } from '../terrain/spare-memory.ts'
import { lowerHeights } from '../terrain/window.ts'
import { instanceOver } from './modules.ts'

const PAGE_BYTES = 2 ** 16
const MAXIMUM_PAGES = 2 ** 16
/** Size of a thread's scratch area in bytes; users check that the size suffices. */
export const SCRATCH_BYTES = 2 ** 20
/** Maximum number of threads on the same posts. */
const SCRATCHES = 8
const POSTS_AT = PAGE_BYTES + SCRATCHES * SCRATCH_BYTES
/** Maximum number of posts that WebAssembly can hold. */
export const MAXIMUM_POSTS = ((MAXIMUM_PAGES - 1) * PAGE_BYTES - POSTS_AT) / 4

/** Exports of `assembly/heights.ts`. */
interface Heights {
  anyUnknown(at: number, count: number): number
  lowerHeights(at: number, count: number, byM: number): number
}

interface Owned {
  memory: WebAssembly.Memory
  /** True while a job uses this memory. */
  isLent: boolean
  /** Posts that another thread shared with the calling thread. */
  taken?: LentPosts
  heights?: Heights
}

const memories = new WeakMap<ArrayBufferLike, Owned>()

const spare = new SpareMemory<WebAssembly.Memory>(({ buffer }) => buffer.byteLength)

/** Posts in shared memory, as plain data for threads. */
export interface LentPosts {
  memory: WebAssembly.Memory
  postsAt: number
  /** True if the height of any post is unknown. */
  hasUnknown: boolean
  scratches: Int32Array
}

/** Posts that threads read without a copy; plain shared memory if the posts exceed WebAssembly's memory. */
export function sharedPosts(count: number): Float32Array<SharedArrayBuffer> {
  const pages = Math.ceil((POSTS_AT + 4 * count) / PAGE_BYTES) + 1
  const memory = spare.take(pages * PAGE_BYTES) ?? memoryOf(pages)
  if (memory === undefined) return new Float32Array(new SharedArrayBuffer(4 * count))
  return postsIn({ memory, isLent: false }, POSTS_AT, count)
}

function postsIn(owned: Owned, at: number, count: number): Float32Array<SharedArrayBuffer> {
  const buffer = owned.memory.buffer as unknown as SharedArrayBuffer
  memories.set(buffer, owned)
  return new Float32Array(buffer, at, count)
}

function memoryOf(pages: number): WebAssembly.Memory | undefined {
  if (pages > MAXIMUM_PAGES) return undefined
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
  } catch (error) {
    // Expected where address space is limited (`ulimit -v`), as each memory reserves 10 GB.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Functions for heights in an array's WebAssembly memory; `undefined` for an array elsewhere. */
function heightsIn({ buffer }: Float32Array): Heights | undefined {
  const own = memories.get(buffer)
  if (own) own.heights ??= instanceOver<Heights>('paths', own.memory)
  return own?.heights
}

export function anyUnknown(heightsM: Float32Array): boolean {
  const { byteOffset, length } = heightsM
  const inMemory = heightsIn(heightsM)
  return inMemory ? inMemory.anyUnknown(byteOffset, length) !== 0 : heightsM.includes(Number.NaN)
}

/** Version of `lowerHeights` that uses WebAssembly if possible. */
export function lowerPosts(heightsM: Float32Array, byM: number): boolean {
  const { byteOffset, length } = heightsM
  const inMemory = heightsIn(heightsM)
  return inMemory ? inMemory.lowerHeights(byteOffset, length, byM) !== 0 : lowerHeights(heightsM, byM)
}

/**
 * Posts for the threads of one job: the array itself if it is in WebAssembly's memory and unused, else a
 * copy. `posts` is `undefined` if the posts exceed WebAssembly's memory.
 */
export function lend(
  heightsM: Float32Array,
  hasUnknown: boolean,
): { heightsM: Float32Array; posts: LentPosts | undefined } {
  const own = memories.get(heightsM.buffer)
  if (own?.taken) return { heightsM, posts: own.taken }
  if (own === undefined || own.isLent) {
    const copy = sharedPosts(heightsM.length)
    const hasRoom = memories.has(copy.buffer)
    if (!hasRoom && heightsM.buffer instanceof SharedArrayBuffer) return { heightsM, posts: undefined }
    copy.set(heightsM)
    return hasRoom ? lend(copy, hasUnknown) : { heightsM: copy, posts: undefined }
  }
  own.isLent = true
  const scratches = new Int32Array(new SharedArrayBuffer(4))
  return { heightsM, posts: { memory: own.memory, postsAt: heightsM.byteOffset, hasUnknown, scratches } }
}

/** Posts that another thread shared, for jobs of the calling thread. */
export function takeLent(lent: LentPosts, count: number): Float32Array<SharedArrayBuffer> {
  return postsIn({ memory: lent.memory, isLent: true, taken: lent }, lent.postsAt, count)
}

/** Ends the job's use of the posts. */
export function giveBack(heightsM: Float32Array): void {
  const own = memories.get(heightsM.buffer)
  if (own !== undefined) own.isLent = false
}

/** Releases posts that no job uses; their memory may be reused. */
export function givePosts({ buffer }: Float32Array): void {
  const own = memories.get(buffer)
  if (own !== undefined && !own.isLent) spare.give(own.memory)
}

export function dropPosts(): void {
  spare.drop()
}

/** Byte offset of a scratch area for one thread; `undefined` if none is left. */
export function takeScratch({ scratches }: LentPosts): number | undefined {
  const taken = Atomics.add(scratches, 0, 1)
  return taken < SCRATCHES ? PAGE_BYTES + taken * SCRATCH_BYTES : undefined
}
