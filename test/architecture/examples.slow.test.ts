import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { freePort } from '../../bench/frame/free-port.ts'
import { planetFile } from '../helpers/antennas.ts'
import { ExampleShell } from '../helpers/example-shell.ts'
import { answerDifferences, everyExample } from '../helpers/examples.ts'
import { noGdal } from '../helpers/gdal.ts'
import { projectRoot } from '../helpers/markdown.ts'
import { LearnedNames } from '../helpers/shown-json.ts'

/*
 * The examples of all documents, typed one after the other into one terminal next to one service on the demo's terrain, and
 * their answers held against those that are shown. A block that is not run says so in the line before it.
 */

const examples = await everyExample()

const hasCurl = (() => {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

t.test(
  'every example prints what is shown',
  { skip: hasCurl ? false : 'needs curl (Debian package curl)' },
  async (t) => {
    // Not the test's own folder: the service writes until it has stopped.
    const folder = await mkdtemp(join(tmpdir(), 'coverage-examples-'))
    await writeFile(join(folder, 'panel.msi'), planetFile())
    // As in a clone.
    await symlink(join(projectRoot, 'server'), join(folder, 'server'))
    const names = new LearnedNames()
    const env = { DATA_DIR: join(folder, 'data'), TERRAIN_DIR: join(folder, 'terrain'), LOG_LEVEL: 'error' }
    const shell = new ExampleShell(folder, await freePort(), env, names)
    t.teardown(async () => {
      await shell.end()
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    })

    for (const { name, commands, answers, notRun } of examples) {
      if (notRun !== undefined || commands.length === 0) continue
      if (noGdal && commands.some(({ text }) => text.startsWith('gdalinfo'))) continue
      const output: string[] = []
      for (const { text, shown } of commands) {
        const came = await shell.run(text)
        t.same(
          answerDifferences(shown.join('\n'), shown.length > 0 ? came : '', names),
          [],
          `${name}: ${text}`,
        )
        if (shown.length === 0) output.push(came)
      }
      if (answers !== undefined) {
        t.same(answerDifferences(answers, output.join('\n'), names), [], name)
      }
    }
  },
)
