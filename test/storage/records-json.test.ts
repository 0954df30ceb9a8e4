import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import type { FileSystem } from '../../storage/records/disk/file-system.ts'
import { JsonFile } from '../../storage/records/disk/json-file.ts'
import { maximumEntryBytes } from '../../storage/records/disk/json-splitter.ts'
import type { DamagedError } from '../../storage/records/errors.ts'
import { SnapshotMap } from '../../storage/records/tables/snapshot-map.ts'
import { FragileDisk } from '../helpers/fragile-disk.ts'
import { seededRandom } from '../references/random.ts'

const path = '/some.json'

const value = {
  version: 2,
  ratio: -1.5e-7,
  'a "name", with: {[ 😀': null,
  nested: { list: [1, [2, { a: ']' }], '}'], empty: {}, 'back\\slash': '\\"' },
  none: [],
  numbers: [0, -1, 2.5, true, false, null],
  texts: ['', '"', '\\', 'é😀'.repeat(200), '[{,:}]', 'ends with \\'],
  entries: [{ id: 'a', list: [[], {}] }, { id: 'b', text: 'two\nlines' }, [[]], []],
  last: 'x',
}

async function diskWith(content: string | Buffer): Promise<FragileDisk> {
  const fs = new FragileDisk({ random: seededRandom(1) })
  await (await fs.create(path)).close()
  fs.damage(path, () => Buffer.from(content))
  return fs
}

async function read(content: string | Buffer): Promise<unknown> {
  return new JsonFile(await diskWith(content), path).read()
}

/** The system's disk in short: chunks of any size, as often as is wanted. */
function readOnly(chunks: Iterable<Buffer>): FileSystem {
  const read: FileSystem['read'] = async (_path, take) => {
    for (const chunk of chunks) take(chunk)
    return true
  }
  return { read } as FileSystem
}

t.test('a file is read the same however it is laid out and in whatever chunks it comes', async (t) => {
  const fs = await diskWith('')
  await new JsonFile(fs, path).write(value)
  const own = fs.content(path)?.toString() ?? ''
  t.same(JSON.parse(own), value, 'which any adapter reads')
  const layouts = [own, JSON.stringify(value), JSON.stringify(value, null, 2)]
  layouts.push(JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n'), ` \n${own} \t`)
  const random = seededRandom(3)
  for (const layout of layouts) {
    t.same(await read(layout), value)
    const bytes = Buffer.from(layout)
    for (let round = 0; round < 40; round++) {
      const chunks: Buffer[] = []
      for (let start = 0; start < bytes.length; ) {
        const end = start + 1 + Math.floor(random() ** 3 * 300)
        chunks.push(bytes.subarray(start, end))
        start = end
      }
      t.same(await new JsonFile(readOnly(chunks), path).read(), value)
    }
  }
})

t.test('items go where they are wanted, and not into the data', async (t) => {
  const texts: string[] = []
  const seen: unknown[] = []
  const file = new JsonFile<typeof value>(await diskWith(JSON.stringify(value)), path, (list, before) => {
    seen.push([list, before.version])
    return list === 'texts' ? (text: string) => texts.push(text) : undefined
  })
  t.same(await file.read(), { ...value, texts: [] })
  t.same(texts, value.texts)
  t.same(
    seen,
    ['none', 'numbers', 'texts', 'entries'].map((list) => [list, 2]),
  )
  t.equal(file.bytes, Buffer.byteLength(JSON.stringify(value)))
})

t.test('what can be iterated is written as a list, without what is undefined', async (t) => {
  const fs = await diskWith('')
  function* items() {
    for (let n = 0; n < 5000; n++) yield n % 1000 === 0 ? { n } : undefined
  }
  const none = new Set([undefined])
  await new JsonFile(fs, path).write({ items: items(), none, undefined })
  t.same(await read(fs.content(path) ?? ''), {
    items: [0, 1, 2, 3, 4].map((n) => ({ n: n * 1000 })),
    none: [],
  })
})

t.test('damage is reported with its byte, wherever it is', async (t) => {
  const short = { a: 1, list: [{ b: [true] }, 'x', -2], c: { d: 'é' } }
  const whole = Buffer.from(JSON.stringify(short, null, 1))
  const accepted: string[] = []
  for (let length = 0; length < whole.length; length++) {
    const error = await read(whole.subarray(0, length)).catch((error: unknown) => error)
    if ((error as DamagedError).code !== 'records_damaged') accepted.push(`cut at ${length}`)
  }
  let refused = 0
  for (let at = 0; at < whole.length; at++) {
    for (const byte of Buffer.from('{}[],:" x0\\\n')) {
      const changed = Buffer.from(whole)
      changed[at] = byte
      const found = await read(changed).catch((error: DamagedError) => {
        if (error.code !== 'records_damaged') throw error
        return undefined
      })
      if (found === undefined) refused++
      if (!isDeepStrictEqual(found, parsed(changed))) accepted.push(`${String.fromCharCode(byte)} at ${at}`)
    }
  }
  t.same(accepted, [])
  t.ok(refused > 400, 'else this says nothing')
  for (const [text, offset] of [
    ['', 0],
    ['[]', 0],
    ['null', 0],
    ['{"a":1}x', 7],
    ['{"a":1}{', 7],
    ['{"a":[1,]}', 8],
    ['{"a":[,1]}', 6],
    ['{"a":[1 2]}', 8],
    ['{"a":[1}', 7],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['{"a":{"b":01}}', 5],
    ['{"a":1,"a":1}', 7],
  ] as const) {
    await t.rejects(read(text), { code: 'records_damaged', path, offset }, text)
  }
})

/** As the parser of all of it sees it; members of one name are damage here. */
function parsed(content: Buffer): unknown {
  try {
    const value = JSON.parse(content.toString())
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && Object.keys(value).length === 3 ? value : undefined
  } catch {
    return undefined
  }
}

t.test('no more is held than an entry, and an entry has its limit', async (t) => {
  const megabyte = Buffer.alloc(2 ** 20, 'x')
  function* endless() {
    yield Buffer.from('{"list":["')
    for (;;) yield megabyte
  }
  await t.rejects(new JsonFile(readOnly(endless()), path).read(), {
    code: 'records_damaged',
    message: new RegExp(`more than ${maximumEntryBytes} bytes`),
    offset: 9,
  })
})

t.test('a map is read as it was at one moment, whatever becomes of it', (t) => {
  const random = seededRandom(5)
  let wrong = 0
  for (let round = 0; round < 300; round++) {
    const map = new SnapshotMap<{ n: number }>()
    let n = 0
    const change = () => {
      const name = `name${Math.floor(random() * 30)}`
      if (random() < 0.4) map.delete(name)
      else map.set(name, { n: n++ })
    }
    for (let count = 0; count < 40; count++) change()
    // A snapshot that was never read does no harm.
    if (round % 3 === 0) map.snapshot()
    const snapshot = map.snapshot()
    const expected = [...map.values()]
    for (let count = 0; count < random() * 20; count++) change()
    const found = new Set<{ n: number }>()
    for (const one of snapshot) {
      if (one) found.add(one)
      if (random() < 0.5) change()
    }
    if (found.size !== expected.length || !expected.every((one) => found.has(one))) wrong++
  }
  t.equal(wrong, 0)
  t.end()
})
