import { constants } from 'node:buffer'
import t from 'tap'
import type { FileSystem, WritableFile } from '../../storage/records/disk/file-system.ts'
import { headerLine, JournalReader, journalLine } from '../../storage/records/disk/journal-format.ts'
import { JsonFile } from '../../storage/records/disk/json-file.ts'

const path = '/some.json'

/** The system's disk in short: chunks of any size, as often as is wanted. */
function readOnly(chunks: Iterable<Buffer>): FileSystem {
  const read: FileSystem['read'] = async (_path, take) => {
    for (const chunk of chunks) take(chunk)
    return true
  }
  return { read } as FileSystem
}

t.test('a file may be longer than any string', async (t) => {
  const item = 'x'.repeat(60_000)
  const count = Math.ceil(1.05 * (constants.MAX_STRING_LENGTH / item.length))
  let written = 0
  let longest = 0
  const file: WritableFile = {
    write: async (data) => {
      written += data.length
      longest = Math.max(longest, data.length)
      return data.length
    },
    truncate: async () => {},
    touch: async () => {},
    sync: async () => {},
    close: async () => {},
  }
  const none = async () => {}
  const fs = { create: async () => file, rename: none, syncFolder: none } as unknown as FileSystem
  function* items() {
    for (let n = 0; n < count; n++) yield item
  }
  await new JsonFile(fs, path).write({ items: items() })
  t.ok(written > constants.MAX_STRING_LENGTH)
  t.ok(longest < 4 * item.length, 'nor is it written as one')

  function* chunks() {
    yield Buffer.from('{"items":[""')
    const chunk = Buffer.from(`,"${item}"`)
    for (let n = 0; n < count; n++) yield chunk
    yield Buffer.from(']}')
  }
  let taken = 0
  const take = () => {
    taken++
  }
  t.same(await new JsonFile(readOnly(chunks()), path, () => take).read(), { items: [] })
  t.equal(taken, count + 1)
})

t.test('a journal may be longer than any string, and its lines have their limit', async (t) => {
  const json = JSON.stringify({ text: 'x'.repeat(1_000_000) })
  const count = Math.ceil(1.05 * (constants.MAX_STRING_LENGTH / json.length))
  let seen = 0
  const reader = new JournalReader(path, () => {
    seen++
  })
  reader.push(Buffer.from(headerLine({ version: 2, journal: 1, first: 1 })))
  for (let n = 1; n <= count; n++) {
    const line = Buffer.from(journalLine(n, n, json))
    for (let start = 0; start < line.length; start += 300_000)
      reader.push(line.subarray(start, start + 300_000))
  }
  const wholeBytes = reader.end()?.wholeBytes
  // An end that was never completed, as long as may be.
  for (let megabytes = 0; megabytes < 70; megabytes++) reader.push(Buffer.alloc(2 ** 20))
  reader.push(Buffer.from('\n'))
  t.match(reader.end(), { entries: count, next: count + 1, wholeBytes })
  t.equal(seen, count)
  t.throws(() => reader.push(Buffer.from(journalLine(count + 2, count + 2, '{}'))), {
    code: 'records_damaged',
    offset: wholeBytes,
  })
})
