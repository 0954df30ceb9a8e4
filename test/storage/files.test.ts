import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { replaceFile, writeAtomically } from '../../storage/files/atomic-file.ts'
import { BoundedFolder } from '../../storage/files/bounded-folder.ts'
import { mapConcurrently } from '../../storage/files/concurrently.ts'
import { diskBytes, freeSpaceOf, smallerSpace } from '../../storage/files/disk-space.ts'
import { Semaphore } from '../../storage/files/semaphore.ts'
import { orIfMissing } from '../../storage/files/system-errors.ts'
import { Thread } from '../../storage/files/thread.ts'
import { ChunkCache } from '../../storage/terrain/files/chunk-cache.ts'
import { PageStore, pageLength } from '../../storage/terrain/remote/page-store.ts'
import { inTurn, onBehalfOf } from '../../storage/terrain/remote/requester.ts'
import type { Tile } from '../../storage/terrain/tile.ts'

// What holds files, pages and chunks within bounds, and what admits a few calls at a time.

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Calls that end when they are told to, and how many of them run. */
function gates() {
  const open = new Map<string, { resolve: () => void; reject: (error: Error) => void }>()
  const begun: string[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve, reject) => {
      open.set(name, { resolve: () => resolve(name.toUpperCase()), reject })
    })
  }
  return {
    begun,
    work,
    end: (name: string) => open.get(name)?.resolve(),
    fail: (name: string) => open.get(name)?.reject(new Error(name)),
  }
}

t.test('a few at a time, results in their order, none begun after a failure', async (t) => {
  const { begun, work, end, fail } = gates()
  const all = mapConcurrently(['a', 'b', 'c', 'd'], 2, (name) => work(name)())
  t.same(begun, ['a', 'b'])
  end('b')
  await settled()
  t.same(begun, ['a', 'b', 'c'])
  for (const name of ['c', 'a']) end(name)
  await settled()
  end('d')
  t.same(await all, ['A', 'B', 'C', 'D'])
  t.same(await mapConcurrently([], 3, async () => 1), [])
  begun.length = 0
  const failing = mapConcurrently(['e', 'f', 'g'], 2, (name) => work(name)())
  let isOver = false
  failing
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  fail('f')
  await settled()
  t.notOk(isOver, 'what was begun is waited for')
  end('e')
  await t.rejects(failing, { message: 'f' })
  t.same(begun, ['e', 'f'])
})

t.test('permits go to whoever waits longest, also after failures, never to one that has left', async (t) => {
  const { begun, work, end, fail } = gates()
  const semaphore = new Semaphore(1)
  const leaving = new AbortController()
  const first = semaphore.run(undefined, work('a'))
  const second = semaphore.run(leaving.signal, work('b'))
  const third = semaphore.run(undefined, work('c'))
  await settled()
  t.same(begun, ['a'])
  leaving.abort(new Error('left'))
  await t.rejects(second, { message: 'left' })
  fail('a')
  await t.rejects(first, { message: 'a' })
  await settled()
  t.same(begun, ['a', 'c'])
  end('c')
  t.equal(await third, 'C')
  await t.rejects(semaphore.run(leaving.signal, work('d')), { message: 'left' })
  const last = semaphore.run(undefined, work('e'))
  await settled()
  t.same(begun, ['a', 'c', 'e'], 'the permit is free again')
  end('e')
  await last
})

t.test(
  'each key has its own permits; a remote file that is no longer wanted is an interrupted read',
  async (t) => {
    const { begun, work, end, fail } = gates()
    const turns = new Semaphore(1)
    const leaving = new AbortController()
    const first = inTurn(turns, 'x', work('a'))
    const left = onBehalfOf({ signal: leaving.signal }, () => inTurn(turns, 'x', work('b')))
    const third = inTurn(turns, 'x', work('c'))
    const other = inTurn(turns, 'y', work('d'))
    await settled()
    t.same(begun.toSorted(), ['a', 'd'])
    leaving.abort()
    await t.rejects(left, { failure: 'interrupted', message: 'is no longer wanted' })
    await settled()
    t.notOk(begun.includes('c'), 'the first one still has it')
    fail('a')
    await t.rejects(first, { message: 'a' })
    await settled()
    t.ok(begun.includes('c'))
    for (const name of ['c', 'd']) end(name)
    t.same(await Promise.all([third, other]), ['C', 'D'])
    t.same([turns.held('x'), turns.held('y')], [0, 0])
  },
)

t.test('a permit is taken at once or not at all, and released once', async (t) => {
  const semaphore = new Semaphore(2)
  const release = semaphore.tryAcquire('a')
  t.ok(semaphore.tryAcquire('a') && semaphore.tryAcquire('b'))
  t.equal(semaphore.tryAcquire('a'), undefined)
  release?.()
  release?.()
  t.equal(semaphore.held('a'), 1)
  t.ok(semaphore.tryAcquire('a'))
  t.equal(semaphore.tryAcquire('a'), undefined)
})

t.test('space on a disk: whole blocks, what users may have, inodes where there are any', async (t) => {
  t.same([0, 1, 4096, 4097].map(diskBytes), [0, 4096, 4096, 8192])
  const stats = { bavail: 10, bsize: 4096, files: 100, ffree: 7 }
  t.same(await freeSpaceOf('x', async () => stats), { bytes: 40_960, files: 7 })
  t.same((await freeSpaceOf('x', async () => ({ ...stats, files: 0, ffree: 0 }))).files, Infinity)
  t.same(smallerSpace({ bytes: 1, files: 20 }, { bytes: 2, files: 10 }), { bytes: 1, files: 10 })
})

t.test(
  'a bounded folder loses the oldest, counts what it finds, and keeps what is written again',
  async (t) => {
    const folder = t.testdir({ kept: { first: 'x'.repeat(4096), last: 'y', 'cut.0.part': 'z' } })
    const path = join(folder, 'kept')
    await utimes(join(path, 'first'), 2000, 2000)
    await utimes(join(path, 'last'), 1000, 1000)
    const held = async () => (await readdir(path)).toSorted()
    const bounded = new BoundedFolder(path, 3 * 4096)
    await bounded.write('a', Buffer.from('a'))
    t.same(await held(), ['a', 'first', 'last'], 'what a crash left is gone')
    await bounded.write('b', Buffer.alloc(4096))
    t.same(await held(), ['a', 'b', 'first'], 'the oldest went')
    await bounded.write('first', Buffer.from('new'))
    await bounded.write('c', Buffer.from('c'))
    t.same(await held(), ['b', 'c', 'first'], 'a is the oldest now')
    await bounded.write('d', Buffer.alloc(4097))
    t.same(await held(), ['c', 'd'])
    t.equal(await bounded.read('a'), undefined)
    t.equal((await bounded.read('d'))?.length, 4097)
    const few = new BoundedFolder(join(folder, 'few'), 1e9, 2)
    for (const name of ['a', 'b', 'c']) await few.write(name, Buffer.from(name))
    t.same((await readdir(join(folder, 'few'))).toSorted(), ['b', 'c'])
  },
)

t.test('a file is replaced whole or not at all', async (t) => {
  const folder = t.testdir({ file: 'before' })
  const path = join(folder, 'file')
  const failing = writeAtomically(path, async (file) => {
    await file.writeFile('half')
    throw new Error('no more')
  })
  await t.rejects(failing, { message: 'no more' })
  t.same(await readdir(folder), ['file'])
  t.equal(await readFile(path, 'utf8'), 'before')
  await writeAtomically(path, (file) => file.writeFile('after'), { mode: 0o600 })
  t.equal(await readFile(path, 'utf8'), 'after')
  t.equal((await stat(path)).mode & 0o777, 0o600)
  const calls: string[] = []
  const note = (name: string) => async () => {
    calls.push(name)
  }
  const names = { rename: note('rename'), remove: note('remove'), syncFolder: note('sync') }
  await replaceFile(path, note('write'), { names })
  await replaceFile(path, note('write'), { names, isDurable: false })
  t.same(calls, ['write', 'rename', 'sync', 'write', 'rename'])
})

/** A tile of chunks of 100 posts, and of which rows were decoded. */
function countingTile() {
  const decoded: number[] = []
  const readChunk = async (row: number) => {
    decoded.push(row)
    if (row < 0) throw new Error('damaged')
    return new Int16Array(100).fill(row)
  }
  return { decoded, tile: { rows: 10, cols: 10, readChunk } as unknown as Tile }
}

t.test('decoded chunks stay while there is space, those used last the longest', async (t) => {
  const { decoded, tile } = countingTile()
  // An entry takes 200 bytes and 512 beside them.
  const cache = new ChunkCache(2 * 712)
  await Promise.all([cache.load(tile, 1, 0), cache.load(tile, 1, 0)])
  t.same(decoded, [1], 'once at the same time')
  await cache.load(tile, 2, 0)
  t.equal(cache.heldBytes, 1424)
  t.equal(cache.peek(tile, 1, 0)?.[0], 1, 'used again')
  await cache.load(tile, 3, 0)
  t.equal(cache.heldBytes, 1424)
  t.equal(cache.peek(tile, 2, 0), undefined)
  t.equal((await cache.load(tile, 1, 0))[0], 1)
  t.same(decoded, [1, 2, 3])
  for (let attempt = 0; attempt < 2; attempt++)
    await t.rejects(cache.load(tile, -1, 0), { message: 'damaged' })
  t.same(decoded, [1, 2, 3, -1, -1], 'failures are not remembered')
  t.equal(cache.peek(countingTile().tile, 1, 0), undefined, 'of another tile')
  cache.clear()
  t.equal(cache.heldBytes, 0)
  t.equal(cache.peek(tile, 1, 0), undefined)
})

const meta = { sizeBytes: 10_000, pageBytes: 4096, etag: '"v1"' }

t.test('pages are there as they were written, or not at all', async (t) => {
  const folder = t.testdir()
  const problems: string[] = []
  const store = new PageStore(folder, 1e9, (reason) => problems.push(reason))
  t.same(
    [0, 1, 2].map((page) => pageLength(page, meta)),
    [4096, 4096, 1808],
  )
  const last = Buffer.alloc(1808, 7)
  await store.writePage('a/b', 2, meta, last)
  await store.writeMeta('a/b', meta)
  t.same(await store.readMeta('a/b'), meta)
  t.same(await store.readPage('a/b', 2, meta), last)
  t.same(await store.pages('a/b'), [2])
  const files: string[] = []
  for await (const file of store.files('')) files.push(file)
  t.same(files, ['a/b'])
  // Of another version, of another place, or torn.
  t.equal(await store.readPage('a/b', 2, { ...meta, etag: '"v2"' }), undefined)
  t.same(await store.pages('a/b'), [], 'and removed')
  await store.writePage('a/b', 1, meta, Buffer.alloc(4096, 8))
  await writeFile(join(folder, 'a/b/0.page'), await readFile(join(folder, 'a/b/1.page')))
  t.equal(await store.readPage('a/b', 0, meta), undefined)
  t.equal((await store.readPage('a/b', 1, meta))?.[0], 8)
  await writeFile(join(folder, 'a/b/2.page'), Buffer.alloc(1840, 7))
  t.equal(await store.readPage('a/b', 2, meta), undefined)
  await store.writeMeta('gone', { absent: 'is not there', untilMs: Date.now() + 60_000 })
  t.match(await store.readMeta('gone'), { absent: 'is not there' })
  await store.writeMeta('gone', { absent: 'is not there', untilMs: Date.now() })
  t.equal(await store.readMeta('gone'), undefined, 'for so long')
  for (const text of ['{', '{"sizeBytes":0,"pageBytes":4096}', '{"sizeBytes":4096}']) {
    await writeFile(join(folder, 'gone/meta.json'), text)
    t.equal(await store.readMeta('gone'), undefined, text)
  }
  await store.drop('a/b')
  t.equal(await store.readMeta('a/b'), undefined)
  t.same(problems, [])
  await mkdir(join(folder, 'shut/0.page'), { recursive: true })
  for (let attempt = 0; attempt < 2; attempt++) await store.writePage('shut', 0, meta, last)
  t.same(problems, ["the terrain cache can't be written to (EISDIR)"], 'once')
})

t.test('of too many pages those go that were used least recently', async (t) => {
  const folder = t.testdir()
  const held = async () =>
    (await readdir(folder, { recursive: true })).filter((name) => name.includes('.')).toSorted()
  await mkdir(join(folder, 'a'))
  for (const name of ['torn.0.part', 'fresh.1.part']) await writeFile(join(folder, 'a', name), 'x')
  await utimes(join(folder, 'a/torn.0.part'), 1000, 1000)
  const writing = new PageStore(folder, 1e9, t.fail)
  const one = { sizeBytes: 200, pageBytes: 100, etag: undefined }
  const page = Buffer.alloc(100)
  for (const [i, name] of ['a/0', 'b/0', 'd/0', 'b/1'].entries()) {
    const [file, number] = name.split('/')
    await writing.writePage(file, Number(number), one, page)
    if (!name.endsWith('1')) {
      await writing.writeMeta(file, one)
      await utimes(join(folder, file, 'meta.json'), 500, 500)
    }
    await utimes(join(folder, `${name}.page`), 1000 + i, 1000 + i)
  }
  t.ok((await held()).includes('a/fresh.1.part'), 'what another process may be writing')
  t.notOk((await held()).includes('a/torn.0.part'))
  await rm(join(folder, 'a/fresh.1.part'))
  // A read makes it the one that was used last.
  t.same(await writing.readPage('a', 0, one), page)
  // Of eight blocks at most 90 % of seven stay, so two pages go, and the file d, which has no other.
  const bounded = new PageStore(folder, 7 * 4096, t.fail)
  await bounded.writePage('c', 0, one, page)
  t.same(await held(), ['a/0.page', 'a/meta.json', 'b/1.page', 'b/meta.json', 'c/0.page'])
})

t.test('a missing file has a stand-in, other errors have none', async (t) => {
  const folder = t.testdir({ file: '' })
  t.equal(await orIfMissing(readFile(join(folder, 'none'), 'utf8'), 'stand-in'), 'stand-in')
  t.equal(await orIfMissing(readFile(join(folder, 'file'), 'utf8'), 'stand-in'), '')
  await t.rejects(orIfMissing(readFile(join(folder, 'file', 'x')), 1), { code: 'ENOTDIR' })
})

t.test('a thread answers each task, ends when it has none, and is named where it is lost', async (t) => {
  // Tells how many tasks came before; a task can have it wait, answer two at once in the other order, or end.
  const answerTasks = new URL('../../storage/files/answer-tasks.js', import.meta.url)
  const module = join(t.testdir(), 'thread.mjs')
  await writeFile(
    module,
    `
    import { answerTasks } from '${answerTasks}'
    let count = 0
    let free = () => {}
    answerTasks(async (does) => {
      const before = count++
      if (does === 'throw') setImmediate(() => { throw new Error('no more') })
      if (does === 'exit') process.exit()
      if (does === 'abort') throw new DOMException('given up', 'AbortError')
      if (does === 'wait' || does === 'throw') await new Promise((resolve) => { free = resolve })
      if (does === 'free') setImmediate(free)
      return { before }
    })`,
  )
  const open = (idleMs: number) =>
    new Thread<string, { before: number }>({
      module: pathToFileURL(module),
      idleMs,
      lost: (cause, hadStarted) => new Error(`${cause?.message ?? 'no reason'} ${hadStarted}`),
    })
  const thread = open(1e6)
  const waits = thread.call('wait')
  t.equal((await thread.call('free')).before, 1)
  t.equal((await waits).before, 0, 'answers go to their tasks')
  t.equal((await thread.call('answer')).before, 2, 'one thread for all')
  await t.rejects(
    thread.call('abort'),
    new Error('AbortError: given up'),
    'what can not be posted is an error still',
  )
  for (const [does, message] of [
    ['throw', 'no more true'],
    ['exit', 'no reason true'],
  ] as const) {
    const both = await Promise.allSettled([thread.call('wait'), thread.call(does)])
    t.match(both, [{ reason: { message } }, { reason: { message } }], does)
    t.equal((await thread.call('answer')).before, 0, 'the next task has another thread')
  }
  const left = t.rejects(thread.call('wait'), { message: 'it was closed' })
  const closing = thread.close()
  const next = thread.call('answer')
  await Promise.all([left, closing])
  t.equal((await next).before, 0, 'a call while it ends is answered by the next thread')
  await thread.close()
  const idle = open(0)
  await idle.call('answer')
  await new Promise((resolve) => setTimeout(resolve, 20))
  t.equal((await idle.call('answer')).before, 0, 'without work it ended')
  await idle.close()
  const busy = open(1)
  await busy.call('answer')
  const held = busy.call('wait')
  await new Promise((resolve) => setTimeout(resolve, 20))
  t.equal((await busy.call('free')).before, 2, 'it stays while there is work')
  t.equal((await held).before, 1)
  await busy.close()
})
