import t from 'tap'
import { everyExample } from '../helpers/examples.ts'
import { readProjectFile } from '../helpers/markdown.ts'

const examples = await everyExample()

t.test('every block is run or drawn, or says why it is not run', async (t) => {
  t.ok(examples.length > 20)
  for (const { name, language, notRun } of examples) {
    if (notRun === undefined) t.match(language, /^(sh|mermaid)$/, name)
    else t.ok(notRun.length > 10, name)
  }
})

t.test('README.md fits on a few screens', async (t) => {
  t.ok((await readProjectFile('README.md')).split('\n').length <= 201)
})
