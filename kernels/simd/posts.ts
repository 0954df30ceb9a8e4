/**
 * Posts in shared memory that WebAssembly reads: [a page for the compiler][one scratch per thread][posts]. The system
 * allocates pages when they are written.
 */

import { SpareMemory } from '../terrain/spare-memory.ts'
import { lowerHeights } from '../terrain/window.ts'
import { pathsOver } from './paths-module.ts'

const PAGE_BYTES = 2 ** 16
const MAXIMUM_PAGES = 2 ** 16
/** Per thread; users check that it is enough. */
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
  /** True while a job uses it. */
  isLent: boolean
  /** Posts lent by another thread. */
  taken?: LentPosts
  heights?: Heights
}

const memories = new WeakMap<ArrayBufferLike, Owned>()

const spare = new SpareMemory<WebAssembly.Memory>(({ buffer }) => buffer.byteLength)

/** Plain data for threads. */
export interface LentPosts {
  memory: WebAssembly.Memory
  postsAt: number
  /** True if the height of any post is unknown. */
  hasUnknown: boolean
  scratches: Int32Array
}

/** Posts that threads can read without a copy; plain shared memory if WebAssembly cannot hold as many. */
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
    // Address space limit (`ulimit -v`): each memory reserves ten gigabytes.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** `undefined` for an array outside WebAssembly's memories. */
function heightsIn({ buffer }: Float32Array): Heights | undefined {
  const own = memories.get(buffer)
  if (own) own.heights ??= pathsOver<Heights>(own.memory)
  return own?.heights
}

/** True if the height of any post is unknown. */
export function anyUnknown(heightsM: Float32Array): boolean {
  const { byteOffset, length } = heightsM
  const inMemory = heightsIn(heightsM)
  return inMemory ? inMemory.anyUnknown(byteOffset, length) !== 0 : heightsM.includes(Number.NaN)
}

/** `lowerHeights`, in WebAssembly if possible. */
export function lowerPosts(heightsM: Float32Array, byM: number): boolean {
  const { byteOffset, length } = heightsM
  const inMemory = heightsIn(heightsM)
  return inMemory ? inMemory.lowerHeights(byteOffset, length, byM) !== 0 : lowerHeights(heightsM, byM)
}

/**
 * Posts for the threads of one job: the array itself if it is in WebAssembly's memory and not in use, else a copy.
 * `posts` is `undefined` if WebAssembly cannot hold them.
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

/** Posts lent by another thread, for jobs of this one. */
export function takeLent(lent: LentPosts, count: number): Float32Array<SharedArrayBuffer> {
  return postsIn({ memory: lent.memory, isLent: true, taken: lent }, lent.postsAt, count)
}

/** Ends the job's use of the posts. */
export function giveBack(heightsM: Float32Array): void {
  const own = memories.get(heightsM.buffer)
  if (own !== undefined) own.isLent = false
}

/** Posts that no job uses any more; their memory may be reused. */
export function givePosts({ buffer }: Float32Array): void {
  const own = memories.get(buffer)
  if (own !== undefined && !own.isLent) spare.give(own.memory)
}

export function dropPosts(): void {
  spare.drop()
}

/** Offset of a thread's scratch; `undefined` if none is left. */
export function takeScratch({ scratches }: LentPosts): number | undefined {
  const taken = Atomics.add(scratches, 0, 1)
  return taken < SCRATCHES ? PAGE_BYTES + taken * SCRATCH_BYTES : undefined
}
