import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { codesIn, projectRoot, readProjectFile, tableOf } from '../helpers/markdown.ts'

const shownBy = tableOf(await readProjectFile('test/promises.md'), 'promise').map(([, tests]) =>
  codesIn(tests),
)
const listed = shownBy.flat().filter((code) => code.endsWith('.test.ts'))
const files = (await readdir(join(projectRoot, 'test'), { recursive: true })).filter((file) =>
  file.endsWith('.test.ts'),
)

t.test('the table of promises lists every test file, and every file in it exists', async (t) => {
  t.ok(files.length > 100)
  t.same([...new Set(listed)].sort(), files.sort())
})

t.test('every promise is shown by a test, or by a check of CI', async (t) => {
  t.same(
    shownBy.filter((codes) => !codes.some((code) => code.endsWith('.test.ts') || code.startsWith('.ci/'))),
    [],
  )
})
