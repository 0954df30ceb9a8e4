import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { Hasher } from '../../storage/terrain/files/hasher.ts'
import { localFile } from '../../storage/terrain/files/local-file.ts'

const folder = t.testdir({ empty: '', small: 'small' })

t.test('files are hashed, small and large ones, several at once', async (t) => {
  const large = Buffer.alloc(3 * 1024 * 1024 + 17, 'large')
  await writeFile(join(folder, 'large'), large)
  const hasher = new Hasher()
  const expected = [Buffer.from('small'), large, Buffer.alloc(0), large].map((bytes) =>
    createHash('sha256').update(bytes).digest('hex'),
  )
  const names = ['small', 'large', 'empty', 'large']
  t.same(await Promise.all(names.map((name) => hasher.sha256(join(folder, name)))), expected)
  await t.rejects(hasher.sha256(join(folder, 'none')), { code: 'ENOENT' })
  await t.rejects(hasher.sha256(folder), { code: 'EISDIR' })
  t.equal(await hasher.sha256(join(folder, 'small')), expected[0], 'after a failure too')
})

t.test('a file that is not what was found has no hash', async (t) => {
  const path = join(folder, 'small')
  const file = localFile(path, 0, { size: 5, mtimeMs: 1, ctimeMs: 1, ino: 1 })
  await t.rejects(file.sha256(), { code: 'terrain_changed', message: /changed while being read/ })
})
