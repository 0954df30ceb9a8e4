import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openTile } from '../../storage/terrain/formats/catalog.ts'
import { readFirstDirectory, TAG } from '../../storage/terrain/formats/geotiff-directory.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { type ByteSource, TileError, type TileFile, UnreadyFileError } from '../../storage/terrain/tile.ts'
import { type TiffEntry, withEntries } from '../helpers/forged-tiff.ts'
import { gzipped, putGeotiff, zipped } from '../helpers/tiles.ts'

// What it costs to find out whether a file is a tile, however much the file claims.

const SMALL = { rows: 4, cols: 3, northDeg: 10, westDeg: 20, latStepDeg: 0.01, lonStepDeg: 0.01 }
const MIB = 1024 * 1024

async function smallTiff(t: Test): Promise<Uint8Array> {
  const path = join(t.testdirName, 'small.tif')
  await putGeotiff(path, { ...SMALL, heightAt: (row) => row })
  return readFile(path)
}

/** Bytes in memory, and how many of them were read. */
function countedSource(bytes: Uint8Array): ByteSource & { readBytes: number } {
  return {
    sizeBytes: bytes.length,
    readBytes: 0,
    async read(offset, length) {
      this.readBytes += length
      return new Uint8Array(bytes.subarray(offset, offset + length))
    },
    close: async () => {},
  }
}

function fileOver(path: string, bytes: ByteSource): TileFile {
  const name = path.replace(/^.*[\\/]/, '')
  return {
    path,
    name,
    folder: 0,
    sizeBytes: bytes.sizeBytes,
    modifiedMs: 0,
    changedMs: 0,
    openBytes: async () => bytes,
    sha256: async () => '',
  }
}

t.test('a tag is checked before its value is read', async (t) => {
  t.testdir({})
  const small = await smallTiff(t)
  // Room for values of 16 MiB.
  const large = new Uint8Array(17 * MIB)
  large.set(small)
  const others = (entries: TiffEntry[], tag: number) => entries.filter((entry) => entry.tag !== tag)
  const list = { tag: TAG.stripOffsets, type: 4, count: 4 * MIB, value: 8 }
  const cases: [string, RegExp, (entries: TiffEntry[]) => TiffEntry[]][] = [
    [
      'a tag 4000 times',
      /its directory has the tag 273 twice/,
      (entries) => [...Array<TiffEntry>(4000).fill(list), ...others(entries, list.tag)],
    ],
    [
      'more blocks than an image has',
      /its tag 273 has 4194305 values/,
      (entries) => [...others(entries, list.tag), { ...list, count: 4 * MIB + 1 }],
    ],
    [
      'metadata of 16 MiB',
      /its tag 42112 has 16777216 values/,
      (entries) => [...entries, { tag: TAG.gdalMetadata, type: 2, count: 16 * MIB, value: 8 }],
    ],
    [
      'keys of 2 MiB',
      /its tag 34735 has 1048576 values/,
      (entries) => [...others(entries, TAG.geoKeys), { tag: TAG.geoKeys, type: 3, count: MIB, value: 8 }],
    ],
    [
      'a width that is a text',
      /its tag 256 has values of the type 2/,
      (entries) => [...others(entries, TAG.width), { tag: TAG.width, type: 2, count: 16 * MIB, value: 8 }],
    ],
    [
      'a type that there is not',
      /its tag 257 has values of the type 99/,
      (entries) => [...others(entries, TAG.height), { tag: TAG.height, type: 99, count: 1, value: 4 }],
    ],
  ]
  for (const [name, message, change] of cases) {
    const source = countedSource(withEntries(large, change))
    await t.rejects(readFirstDirectory({ name: 'x.tif' }, source), { code: 'bad_tile', message }, name)
    t.ok(source.readBytes < 17 * MIB, `${name}: ${source.readBytes} bytes were read`)
  }

  const loop = countedSource(withEntries(small, (entries) => entries))
  t.equal(
    (await readFirstDirectory({ name: 'x.tif' }, loop)).number(TAG.width),
    SMALL.cols,
    'no second one is read',
  )
  const unknown = { tag: 330, type: 13, count: 4 * MIB, value: 8 }
  const beside = countedSource(withEntries(large, (entries) => [...entries, unknown, unknown]))
  t.equal((await readFirstDirectory({ name: 'x.tif' }, beside)).number(TAG.width), SMALL.cols)
  t.ok(beside.readBytes < MIB, 'tags that nothing needs are not read, nor directories that they lead to')
})

t.test('opening a file reads so many bytes at most, and takes so long', async (t) => {
  const endless: ByteSource = {
    sizeBytes: 1e12,
    read: async (_offset, length) => new Uint8Array(Math.min(length, MIB)),
    close: async () => {},
  }
  const file = fileOver('/made/N10E020.hgt.gz', endless)
  file.openBytes = async () => {
    for (let i = 0; i < 64; i++) file.onRead?.(MIB)
    return endless
  }
  await t.rejects(openTile(file), { code: 'bad_tile', message: /its header takes more than 67108864 bytes/ })
  t.equal(file.onRead, undefined, 'its posts are counted no more')

  let reads = 0
  let resume = () => {}
  const hanging: ByteSource = {
    ...endless,
    async read() {
      reads++
      await new Promise<void>((resolve) => {
        resume = resolve
      })
      return new Uint8Array(4)
    },
  }
  const slow = fileOver('/made/N10E020.hgt.gz', hanging)
  const opening = openTile(slow, 1)
  await t.rejects(opening, { message: /could not be opened within 0.001 s/ })
  t.ok((await opening.catch((error: unknown) => error)) instanceof UnreadyFileError)
  t.throws(() => slow.onRead?.(1), TileError, 'it reads nothing more')
  resume()
  t.equal(reads, 1)
})

t.test('a zip file of many entries is no tile', async (t) => {
  const folder = t.testdir()
  const bytes = zipped('N10E020.hgt', Buffer.alloc(1201 * 1201 * 2))
  const many = Buffer.from(bytes)
  many.writeUInt16LE(101, many.length - 12)
  await mkdir(join(folder, 'gz'))
  await writeFile(join(folder, 'N10E020.hgt.zip'), many)
  await writeFile(join(folder, 'gz/N11E020.hgt.gz'), gzipped(Buffer.alloc(1201 * 1201 * 2)))
  const terrain = await openTerrain({ folders: [folder] })
  t.same(
    terrain.problems().map(({ detail }) => detail),
    ['N10E020.hgt.zip: a zip file of 101 entries, expected at most 100'],
  )
  t.equal((await terrain.elevationAt(11.5, 20.5)).state, 'known', 'others are opened')
})
