import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { benches, validations } from '../../bench/programs.ts'

const scripts = join(import.meta.dirname, '../../bench')
const node = (...args: string[]) => promisify(execFile)(process.execPath, args)

for (const [script, programs] of Object.entries({ bench: benches, validate: validations })) {
  for (const [name, { load }] of Object.entries(programs)) {
    t.test(`${script} ${name} explains its options, and refuses unknown ones`, async (t) => {
      const { run } = await load()
      const printed = t.capture(console, 'log')
      t.equal(await run(['--help']), true)
      const [{ args }] = printed()
      t.match(args[0], new RegExp(`^npm run ${script} -- ${name} `))
      t.match(args[0], /--json .*\n.*--help {2,}show help/)
      await t.rejects(run(['--no-such-option']), { code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION' })
    })
  }
}

t.test('the scripts list their programs, and wrong usage has an exit code of its own', async (t) => {
  for (const [script, programs] of [
    ['main.js', benches],
    ['validate.js', validations],
  ] as const) {
    const { stdout } = await node(join(scripts, script), '--help')
    for (const name of Object.keys(programs)) t.match(stdout, new RegExp(`^ {2}${name} `, 'm'))
    await t.rejects(node(join(scripts, script), 'no-such-program'), { code: 2 })
  }
  const crashTest = join(import.meta.dirname, '../crash/main.js')
  await t.rejects(node(join(scripts, 'main.js'), '--no-such-option'), { code: 2 })
  await t.rejects(node(join(scripts, 'main.js'), '--compare', 'one.json'), { code: 2 })
  t.match((await node(crashTest, '--help')).stdout, /^npm run crash-test -- /)
  await t.rejects(node(crashTest, '--rounds', 'x'), { code: 2 })
})
