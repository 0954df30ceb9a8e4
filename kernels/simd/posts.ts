/**
 * Posts in a memory that threads share and that WebAssembly reads: [a page for the compiler][a scratch for each
 * thread][posts]. Pages are taken from the machine as they are written.
 */

import { SpareMemory } from '../terrain/spare-memory.ts'
import { lowerHeights } from '../terrain/window.ts'
import { pathsOver } from './paths-module.ts'

const PAGE_BYTES = 2 ** 16
const MAXIMUM_PAGES = 2 ** 16
/** Of one thread; whoever opens one checks that it is enough. */
export const SCRATCH_BYTES = 2 ** 20
/** Threads that may work on the same posts. */
const SCRATCHES = 8
const POSTS_AT = PAGE_BYTES + SCRATCHES * SCRATCH_BYTES
/** More of them WebAssembly can't hold. */
export const MAXIMUM_POSTS = ((MAXIMUM_PAGES - 1) * PAGE_BYTES - POSTS_AT) / 4

/** What `assembly/heights.ts` exports. */
interface Heights {
  anyUnknown(at: number, count: number): number
  lowerHeights(at: number, count: number, byM: number): number
}

interface Owned {
  memory: WebAssembly.Memory
  /** Whether a job works on it. */
  isLent: boolean
  /** What another thread lends to this one. */
  taken?: LentPosts
  heights?: Heights
}

/** Of each array its memory. */
const memories = new WeakMap<ArrayBufferLike, Owned>()

const spare = new SpareMemory<WebAssembly.Memory>(({ buffer }) => buffer.byteLength)

/** What a thread is sent; plain data. */
export interface LentPosts {
  memory: WebAssembly.Memory
  postsAt: number
  /** Whether the ground is unknown at any. */
  hasUnknown: boolean
  /** Which scratch is the next thread's. */
  scratches: Int32Array
}

/** Room for posts that threads can read without a copy; plain shared memory where WebAssembly can't hold as many. */
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
    // Where addresses are limited (`ulimit -v`): each memory reserves ten gigabytes of them.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** `undefined` for an array that is not in a memory of WebAssembly. */
function heightsIn({ buffer }: Float32Array): Heights | undefined {
  const own = memories.get(buffer)
  if (own) own.heights ??= pathsOver<Heights>(own.memory)
  return own?.heights
}

/** Whether the ground is unknown at any post. */
export function anyUnknown(heightsM: Float32Array): boolean {
  const { byteOffset, length } = heightsM
  const inMemory = heightsIn(heightsM)
  return inMemory ? inMemory.anyUnknown(byteOffset, length) !== 0 : heightsM.includes(Number.NaN)
}

/** `lowerHeights`, in WebAssembly where it can reach them. */
export function lowerPosts(heightsM: Float32Array, byM: number): boolean {
  const { byteOffset, length } = heightsM
  const inMemory = heightsIn(heightsM)
  return inMemory ? inMemory.lowerHeights(byteOffset, length, byM) !== 0 : lowerHeights(heightsM, byM)
}

/**
 * Posts for the threads of one job: the array's own where that is of this kind and no other job works on it, else a copy.
 * `posts` is undefined where WebAssembly can't hold them.
 */
export function lend(
  heightsM: Float32Array,
  hasUnknown: boolean,
): { heightsM: Float32Array; posts: LentPosts | undefined } {
  const own = memories.get(heightsM.buffer)
  if (own?.taken) return { heightsM, posts: own.taken }
  // Shared, as WebAssembly could not hold it.
  if (own === undefined && heightsM.buffer instanceof SharedArrayBuffer) return lentFrom(heightsM, hasUnknown)
  if (own === undefined || own.isLent) {
    const copy = sharedPosts(heightsM.length)
    copy.set(heightsM)
    return lentFrom(copy, hasUnknown)
  }
  return lentFrom(heightsM, hasUnknown)
}

function lentFrom(
  heightsM: Float32Array,
  hasUnknown: boolean,
): { heightsM: Float32Array; posts: LentPosts | undefined } {
  const own = memories.get(heightsM.buffer)
  if (own === undefined) return { heightsM, posts: undefined }
  own.isLent = true
  const scratches = new Int32Array(new SharedArrayBuffer(4))
  return { heightsM, posts: { memory: own.memory, postsAt: heightsM.byteOffset, hasUnknown, scratches } }
}

/** The posts that another thread lends, for jobs of this one. */
export function takeLent(lent: LentPosts, count: number): Float32Array<SharedArrayBuffer> {
  return postsIn({ memory: lent.memory, isLent: true, taken: lent }, lent.postsAt, count)
}

/** Another job may have them. */
export function giveBack(heightsM: Float32Array): void {
  const own = memories.get(heightsM.buffer)
  if (own !== undefined) own.isLent = false
}

/** Posts that no job uses any more. */
export function givePosts({ buffer }: Float32Array): void {
  const own = memories.get(buffer)
  if (own !== undefined && !own.isLent) spare.give(own.memory)
}

export function dropPosts(): void {
  spare.drop()
}

/** Where a thread's scratch begins; none is left where `undefined`. */
export function takeScratch({ scratches }: LentPosts): number | undefined {
  const taken = Atomics.add(scratches, 0, 1)
  return taken < SCRATCHES ? PAGE_BYTES + taken * SCRATCH_BYTES : undefined
}
