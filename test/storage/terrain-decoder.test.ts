import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import t from 'tap'
import { ChunkCache } from '../../storage/terrain/files/chunk-cache.ts'
import {
  Decoder,
  DecoderLostError,
  type DecoderOptions,
  decoder,
  decoding,
} from '../../storage/terrain/formats/decoder.ts'
import type { decode } from '../../storage/terrain/formats/hgt-heights.ts'
import { elevationFromTiles } from '../../storage/terrain/point.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { type Tile, TileError } from '../../storage/terrain/tile.ts'
import { putLzwStrip } from '../helpers/strips.ts'
import {
  formatsWithout,
  gzipped,
  openTileAt,
  postOf,
  putCog,
  putGeotiff,
  putHgt,
  zipped,
} from '../helpers/tiles.ts'

const modulePath = new URL(`../helpers/decoder-thread${extname(import.meta.filename)}`, import.meta.url)
const file = { name: 'x.tif' }

/** A decoder whose tasks are words, which its thread takes as orders. */
function ordered(options: DecoderOptions = {}) {
  const decoder = new Decoder({ modulePath, ...options })
  return async (word: string) => {
    const bytes = new Uint8Array(Buffer.from(word))
    const isPacked = false
    const { posts } = await decoder.run<typeof decode>(file, 'hgt-heights', {
      bytes,
      isPacked,
      lengthBytes: 0,
    })
    return Buffer.from(Uint8Array.from(posts)).toString()
  }
}

t.test('a thread that dies takes one task with it; the others are decoded by the next one', async (t) => {
  const run = ordered()
  const outcomes = await Promise.allSettled(['a', 'throw', 'b', 'exit', 'refuse', 'fail', 'c'].map(run))
  const shown = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason))
  t.same([shown[0], shown[2], shown[6]], ['a', 'b', 'c'])
  for (const at of [1, 3]) t.ok(shown[at] instanceof DecoderLostError)
  t.match([shown[1], shown[3]], [{ hadStarted: true, message: /: out of something$/ }, { hadStarted: true }])
  t.ok(shown[4] instanceof TileError)
  t.equal(shown[4].message, 'x.tif: made of nothing')
  t.notOk(shown[5] instanceof TileError)
  t.match(shown[5], { name: 'RangeError', message: 'a fault of ours' })
})

t.test('a task that never ends is damage, and holds up nobody for long', async (t) => {
  const run = ordered({ taskTimeoutMs: 1000 })
  const [hung, next] = await Promise.allSettled([run('hang'), run('next')])
  t.match(hung, { status: 'rejected', reason: { code: 'bad_tile', message: /not be decoded within 1 s$/ } })
  t.match(next, { status: 'fulfilled', value: 'next' })
})

t.test('a thread without work ends, and another one is started for the next task', async (t) => {
  const run = ordered({ idleMs: 1 })
  for (const word of ['a', 'b', 'c']) {
    t.equal(await run(word), word)
    await sleep(100)
  }
})

t.test('a thread that stays ready is there before the first task, and again after the last', async (t) => {
  const startMs = 60_000
  const decoder = new Decoder({ modulePath, startMs, idleMs: 100 })
  const workers: Worker[] = []
  const onWorker = (worker: Worker) => workers.push(worker)
  process.on('worker', onWorker)
  t.teardown(() => process.off('worker', onWorker))
  const begun = async (count: number) => {
    while (workers.length < count) await sleep(10)
  }
  decoder.stayReady()
  decoder.stayReady()
  await begun(1)
  const bytes = new Uint8Array(Buffer.from('a'))
  await decoder.run<typeof decode>(file, 'hgt-heights', { bytes, isPacked: false, lengthBytes: 0 })
  t.equal(workers.length, 1, 'it is the one that does the work')
  const ended = new Promise((resolve) => workers[0].once('exit', resolve))
  await begun(2)
  await ended
  await sleep(300)
  t.equal(workers.length, 2, 'a fresh one has nothing to let go of')
})

t.test('a read is tried again once; a file that the thread dies of twice is damaged', async (t) => {
  const lost = (times: number, hadStarted = true) => {
    let calls = 0
    const read = async () => {
      if (calls++ < times) throw new DecoderLostError(hadStarted, 'out of memory')
      return calls
    }
    return decoding(file, read)
  }
  t.equal(await lost(0), 1)
  t.equal(await lost(1), 2)
  await t.rejects(lost(2), { code: 'bad_tile', message: 'x.tif: the decoding thread ended: out of memory' })
  await t.rejects(
    lost(2, false),
    { code: 'decoder_lost' },
    'a thread that could not begin says nothing of it',
  )
  const run = ordered({ modulePath: new URL('no-such-module.js', modulePath) })
  await t.rejects(run('a'), { code: 'decoder_lost', hadStarted: false })
  await t.rejects(ordered({ startMs: 1 })('a'), { code: 'decoder_lost', hadStarted: false })
})

t.test('ground whose file the thread dies of is unknown from then on', async (t) => {
  const folder = t.testdir()
  await putGeotiff(join(folder, 'deadly.tif'), { ...small, heightAt: () => 7 })
  const problems: string[] = []
  const terrain = await openTerrain({
    folders: [folder],
    onProblem: ({ detail }) => problems.push(detail),
  })
  const { run } = decoder
  t.teardown(() => Object.assign(decoder, { run }))
  decoder.run = async () => {
    throw new DecoderLostError(false, 'no thread to be had')
  }
  await t.rejects(terrain.elevationAt(9.95, 20.05), { code: 'decoder_lost' })
  t.same(problems, [])
  decoder.run = async () => {
    throw new DecoderLostError(true, 'out of memory')
  }
  t.match(await terrain.elevationAt(9.95, 20.05), { state: 'unknown' })
  t.same(problems, ['deadly.tif: the decoding thread ended: out of memory'])
  Object.assign(decoder, { run })
  t.match(await terrain.elevationAt(9.95, 20.05), { state: 'unknown' }, 'it is not tried again')
})

const small = {
  rows: 11,
  cols: 21,
  northDeg: 10,
  westDeg: 20,
  latStepDeg: 0.01,
  lonStepDeg: 0.01,
  isPoint: true,
}

const lookedUp: string[] = []

/** Looks up a tile's posts by its rows and columns, and counts what that has decoded. */
async function counted(path: string) {
  lookedUp.push(path)
  const opened = await openTileAt(path)
  let decodes = 0
  let reads = 0
  const tile: Tile = {
    ...opened,
    readChunk: (...chunk) => {
      decodes++
      return opened.readChunk(...chunk)
    },
  }
  const { readPosts } = opened
  if (readPosts) {
    tile.readPosts = (rectangle) => {
      if (opened.block) decodes++
      else reads++
      return readPosts(rectangle)
    }
  }
  const cache = new ChunkCache(2 ** 28)
  const reader = { attempt: <T>(_: Tile, read: () => Promise<T>) => read(), seas: () => [] }
  return {
    tile,
    cache,
    at: async (latDeg: number, lonDeg: number) =>
      (await elevationFromTiles([tile], latDeg, lonDeg, reader, cache)).elevationM,
    decodes: () => decodes,
    reads: () => reads,
  }
}

t.test('what is decoded for a point is kept for the next ones', async (t) => {
  const folder = t.testdir()
  const height = (row: number, col: number) => (row * 7 + col * 3) % 900
  const posts = (make: (heights: number[]) => Int16Array | Float32Array) =>
    make(Array.from({ length: 301 * 301 }, (_, i) => height(Math.floor(i / 301), i % 301)))
  await putLzwStrip(join(folder, 'int16.tif'), 10, 20, posts(Int16Array.from.bind(Int16Array)))
  await putLzwStrip(join(folder, 'float32.tif'), 10, 20, posts(Float32Array.from.bind(Float32Array)))
  await putHgt(join(folder, 'N10E020.hgt'), height)
  const hgt = await readFile(join(folder, 'N10E020.hgt'))
  await writeFile(join(folder, 'N10E020.hgt.gz'), gzipped(hgt))
  await writeFile(join(folder, 'N10E020.hgt.zip'), zipped('N10E020.hgt', hgt))
  const rows = Array.from({ length: 101 }, (_, row) =>
    Array.from({ length: 101 }, (_, col) => height(row, col)).join(' '),
  )
  const head = 'ncols 101\nnrows 101\nxllcenter 20\nyllcenter 10\ncellsize 0.01\n'
  await writeFile(join(folder, 'grid.asc'), head + rows.join('\n'))
  for (const [name, side] of [
    ['int16.tif', 301],
    ['float32.tif', 301],
    ['N10E020.hgt', 1201],
    ['N10E020.hgt.gz', 1201],
    ['N10E020.hgt.zip', 1201],
    ['grid.asc', 101],
  ] as const) {
    const { at, decodes, reads } = await counted(join(folder, name))
    const rowDeg = 1 / (side - 1)
    for (const [row, col] of [
      [side >> 1, side >> 2],
      [3, side - 9],
      [side - 2, 1],
    ]) {
      t.equal(await at(11 - row * rowDeg, 20 + col * rowDeg), height(row, col), `${name}, ${row}, ${col}`)
    }
    const isPlain = name.endsWith('.hgt')
    t.same([decodes(), reads()], isPlain ? [0, 3] : [1, 0], name)
  }
})

t.test('of a file of many blocks those that points are in', async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'cog.tif')
  await putCog(path, { southDeg: 10, westDeg: 20, side: 1200 }, (row, col) => row + col / 4)
  const { tile, cache, at, decodes } = await counted(path)
  const atPost = (row: number, col: number) => at(11 - (row + 0.5) / 1200, 20 + (col + 0.5) / 1200)
  t.equal(await atPost(100, 100), 125)
  t.equal(await atPost(400, 300), 475)
  t.equal(decodes(), 1)
  const between = (await atPost(511.5, 511.5)) ?? 0
  t.ok(Math.abs(between - 511.5 * 1.25) < 1e-6, 'where four blocks meet')
  t.equal(decodes(), 4)
  t.equal(await atPost(513, 20), 518)
  t.equal(decodes(), 4)
  const held = cache.heldBytes
  t.ok(held > 4 * 512 * 512 * 4 && held < 4 * 512 * 512 * 4 + 10_000, `${held} bytes of four blocks`)
  t.same(postOf(tile, 11 - 0.5 / 1200, 20 + 0.5 / 1200).map(Math.round), [0, 0])

  const chunked = await counted(path)
  await chunked.cache.load(chunked.tile, 0, 0)
  t.equal(await chunked.at(11 - 700.5 / 1200, 20 + 1000.5 / 1200), 700 + 1000 / 4)
  t.equal(chunked.decodes(), 1, 'a chunk that is there is enough')
})

t.test('no more is kept than the cache has space for', async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'cog.tif')
  await putCog(path, { southDeg: 10, westDeg: 20, side: 1200 }, (row, col) => row + col)
  const { tile } = await counted(path)
  const cache = new ChunkCache(2.5 * 2 ** 20)
  for (const [row, col] of [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ]) {
    await cache.loadBlock(tile, row, col)
    t.ok(cache.heldBytes <= 2.5 * 2 ** 20)
  }
  t.ok(cache.heldBytes > 2 ** 21)
})

t.test('what is decoded of a picture is kept too', async (t) => {
  const folder = t.testdir({ '1': { '1': {} } })
  const path = join(folder, '1/1/0.png')
  const pixels = Buffer.alloc(256 * 256 * 3, Uint8Array.of(130, 10, 128))
  await sharp(pixels, { raw: { width: 256, height: 256, channels: 3 } })
    .png()
    .toFile(path)
  const { at, decodes } = await counted(path)
  for (const lonDeg of [10, 80, 120]) t.equal(await at(40, lonDeg), 130 * 256 + 10 + 0.5 - 32768)
  t.equal(decodes(), 1)
})

t.test('every format was looked up', async (t) => {
  t.same(formatsWithout(lookedUp), [])
})

t.test(
  'a brief process decodes small inputs without a thread, and blames the file that is damaged',
  async (t) => {
    const decoder = new Decoder({ modulePath: new URL('file:///there-is-no-such-module.js') })
    decoder.decodeSmallHere()
    const run = (bytes: Uint8Array<ArrayBuffer>, isPacked: boolean) =>
      decoder.run<typeof decode>(file, 'hgt-heights', { bytes, isPacked, lengthBytes: 4 })
    t.same([...(await run(Uint8Array.of(1, 2, 255, 254), false)).posts], [258, -2])
    await t.rejects(run(Uint8Array.of(1, 2, 3), true), TileError)
    await t.rejects(run(new Uint8Array(2 ** 22 + 1), false), DecoderLostError)
  },
)
