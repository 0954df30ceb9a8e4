import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { PageLog, Posts } from '../tile.ts'

/**
 * Log of the pages read of a remote file. Like the requester, the log is kept in Node's asynchronous context,
 * because the code between posts and pages does not pass the log on.
 */

const logs = new AsyncLocalStorage<PageLog>()
const logsOfPosts = new WeakMap<Posts, PageLog>()

export function loggingPages<T>(log: PageLog, work: () => Promise<T>): Promise<T> {
  return logs.run(log, work)
}

export function notePage(page: number, bytes: Uint8Array): void {
  const log = logs.getStore()
  if (log && !log.has(page)) log.set(page, createHash('sha256').update(bytes).digest('hex'))
}

/** Remembers from which pages posts were decoded, for the lifetime of the posts. */
export async function decodedFromPages(read: () => Promise<Posts>): Promise<Posts> {
  const log: PageLog = new Map()
  const posts = await loggingPages(log, read)
  if (log.size > 0) logsOfPosts.set(posts, log)
  return posts
}

export function pagesOfPosts(posts: Posts): PageLog | undefined {
  return logsOfPosts.get(posts)
}

/** Page numbers as text, and one hash of all pages: SHA-256 of a line `<page> <SHA-256>` per page, in order. */
export function describePages(log: PageLog): { pages: string; pages_sha256: string } {
  const numbers = [...log.keys()].sort((a, b) => a - b)
  const hash = createHash('sha256')
  for (const page of numbers) hash.update(`${page} ${log.get(page)}\n`)
  const runs: string[] = []
  for (let i = 0; i < numbers.length; i++) {
    const first = numbers[i]
    while (numbers[i + 1] === numbers[i] + 1) i++
    runs.push(first === numbers[i] ? `${first}` : `${first}-${numbers[i]}`)
  }
  return { pages: runs.join(','), pages_sha256: hash.digest('hex') }
}
