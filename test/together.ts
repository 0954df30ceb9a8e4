/**
 * Several test files in one process, one after the other: modules are loaded and compiled once. Each file is named in a
 * comment before its tests. They come in TEST_FILES, with `:` between them, as tap names folders by a program's arguments. What a file registers for the end (its service, its folder) is done before the next file starts.
 */

import { delimiter, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'

type Teardown = () => unknown

let teardowns: Teardown[] = []
// tap's own would end the whole process at the first pause between two files.
Object.assign(t, { teardown: (teardown: Teardown) => teardowns.push(teardown) })

for (const file of (process.env.TEST_FILES ?? '').split(delimiter)) {
  t.comment(relative(process.cwd(), file))
  try {
    await import(pathToFileURL(file).href)
  } catch (error) {
    t.fail(`${file} ends before its tests`, { error })
  }
  // Tests run in the order in which they were registered, so this one after the last of the file.
  await t.test('the end of the file', async () => {})
  for (const teardown of teardowns.reverse()) await teardown()
  teardowns = []
}
t.end()
