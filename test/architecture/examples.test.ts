import t from 'tap'
import { everyExample } from '../helpers/examples.ts'

const examples = await everyExample()

t.test('every block is run or drawn, or says why it is not run', async (t) => {
  t.ok(examples.length > 20)
  for (const { name, language, notRun } of examples) {
    if (notRun === undefined) t.match(language, /^(sh|mermaid)$/, name)
    else t.ok(notRun.length > 10, name)
  }
})
