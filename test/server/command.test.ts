import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { knownVariables } from '../../server/config/config.ts'

// `coverage`, the one command, as it stands in package.json's `bin`, and by the npm script.

const root = join(import.meta.dirname, '../../..')
const { bin, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  bin: { coverage: string }
  version: string
}
const file = join(root, bin.coverage)

function run(command: string, args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, stdout, stderr }
}

t.test('too few open files are refused by one line', { skip: process.platform !== 'linux' }, async (t) => {
  for (const [name, minimum] of Object.entries({
    serve: 256,
    demo: 256,
    compute: 256,
    list: 64,
    backup: 64,
  })) {
    t.match(run('sh', ['-c', `ulimit -n ${minimum - 1}; exec "$@"`, 'sh', file, name]), {
      status: 1,
      stdout: '',
      stderr: `coverage ${name} requires a limit of at least ${minimum} open files, but the limit is ${minimum - 1} (ulimit -n).\n`,
    })
  }
})

t.test('--help prints the usage', async (t) => {
  for (const args of [['--help'], ['help']]) {
    const { status, stdout } = run(file, args)
    t.equal(status, 0)
    for (const name of ['serve', 'admin', 'demo']) t.match(stdout, new RegExp(`^  ${name} `, 'm'))
  }
  const serve = run(file, ['serve', '--help'])
  t.match(serve, { status: 0, stdout: /^Usage: coverage serve$/m })
  for (const [name] of knownVariables()) t.match(serve.stdout, new RegExp(`^  ${name}\\b`, 'm'))
  t.match(run(file, ['--version']), { status: 0, stdout: `${version}\n` })
})

t.test('wrong usage is status 2, with the usage on standard error', async (t) => {
  for (const args of [[], ['nonsense'], ['toString'], ['serve', '--port=1']]) {
    t.match(run(file, args), { status: 2, stdout: '', stderr: /Usage: coverage COMMAND/ }, args.join(' '))
  }
})

t.test('a command gets its arguments, and its exit status is passed on', async (t) => {
  const env = { DATA_DIR: t.testdir() }
  t.match(run(file, ['admin', 'account', 'list', '--json'], env), { status: 0, stdout: '{"accounts":[]}\n' })
  t.match(run(file, ['admin', 'account', 'show', 'nobody'], env), { status: 1, stderr: /account_not_found/ })
  t.match(run(file, ['admin', 'nonsense'], env), { status: 2 })
  t.match(run(file, ['demo', '--help']), { status: 0, stdout: /--once/ })
  t.match(run('npm', ['run', '--silent', 'coverage', '--', 'admin', 'account', 'list', '--json'], env), {
    status: 0,
    stdout: '{"accounts":[]}\n',
  })
})

t.test('the command works through a link from another folder', async (t) => {
  const folder = t.testdir()
  symlinkSync(file, join(folder, 'coverage'))
  const { status, stdout } = spawnSync(join(folder, 'coverage'), ['--version'], {
    cwd: folder,
    encoding: 'utf8',
  })
  t.equal(status, 0)
  t.equal(stdout, `${version}\n`)
})
