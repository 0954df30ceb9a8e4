import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { typed } from '../../helpers/command.ts'
import { until } from '../../helpers/compute.ts'
import { projectRoot } from '../../helpers/markdown.ts'
import { validRequest } from '../../helpers/server.ts'
import { gzipped, putHgt, zipped } from '../../helpers/tiles.ts'
import { writeSyntheticTerrain } from '../../references/synthetic.ts'

// `coverage` as a process of its own: signals, pipes, npm.

const program = join(projectRoot, 'server/coverage.js')
const folder = t.testdir()
await writeSyntheticTerrain(join(folder, 'dem'), { seed: 2026 })
const request = { ...validRequest, tx_lat: 47.6333, tx_lon: 8.925 }
writeFileSync(join(folder, 'request.json'), JSON.stringify(request))
const local = ['simulate', '--local', '--dem', 'dem', '@request.json', '--out']
const quiet = { ...process.env, HOME: folder, XDG_CONFIG_HOME: '' }

t.test('an answer that can not be written is a failure, and one line says so', async (t) => {
  const full = openSync('/dev/full', 'w')
  t.teardown(() => closeSync(full))
  const env = { ...quiet, DATA_DIR: join(folder, 'none') }
  for (const args of [
    ['models', '--local', '--json'],
    ['completion', 'bash'],
    ['--help'],
    ['backup', '--help'],
    ['demo', '--help'],
    ['compute', '--help'],
    ['admin', 'account', 'list'],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
      encoding: 'utf8',
      env,
      stdio: ['ignore', full, 'pipe'],
    })
    t.equal(status, 1, args.join(' '))
    t.match(stderr, /^Writing to standard output failed: .*ENOSPC.*\n$/, args.join(' '))
  }
})

// It runs from bundles, in which packages are not what they are elsewhere.
t.test('--local reads tiles packed in each way, and finds the same', async (t) => {
  const heightAt = (row: number, col: number) => Math.round(500 + 80 * Math.sin(row / 9) * Math.cos(col / 12))
  await putHgt(join(folder, 'N10E020.hgt'), heightAt)
  const bytes = readFileSync(join(folder, 'N10E020.hgt'))
  const tiles = { hgt: bytes, 'hgt.gz': gzipped(bytes), 'hgt.zip': zipped('N10E020.hgt', bytes) }
  const summaries = Object.entries(tiles).map(([ending, packed]) => {
    const tile = join(folder, `N10E020.${ending}`)
    writeFileSync(tile, packed)
    const place = ['--tx-lat', '10.5', '--tx-lon', '20.5', '--tx-height', '20', '--frequency', '868']
    const args = ['simulate', '--local', '--dem', tile, ...place, '--max-range', '2', '--json']
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      encoding: 'utf8',
      env: quiet,
    })
    t.equal(status, 0, stderr)
    return JSON.parse(stdout).summary
  })
  t.match(summaries[0], { visible: Number, unknown: 0 })
  for (const summary of summaries) t.same(summary, summaries[0])
})

t.test('Ctrl-C at a local simulation is 130, and nothing is written', async (t) => {
  const out = join(folder, 'out')
  mkdirSync(out)
  const args = [program, ...local, join(out, 'x.tif'), '--max-range', '30', '--model', 'p526']
  const child = spawn(process.execPath, args, { cwd: folder, env: quiet })
  const ended = new Promise((resolve) => child.once('close', resolve))
  await until(() => readdirSync(out).some((name) => name.startsWith('.coverage-')), 'it has begun')
  child.kill('SIGINT')
  t.equal(await ended, 130)
  t.same(readdirSync(out), [])
})

t.test('neither SIGTERM nor a reader who has enough leaves a file', async (t) => {
  const out = join(folder, 'ended')
  mkdirSync(out)
  const args = [program, ...local, join(out, 'x.tif'), '--max-range', '30', '--model', 'p526']
  const child = spawn(process.execPath, args, { cwd: folder, env: quiet })
  const ended = new Promise((resolve) => child.once('close', resolve))
  await until(() => readdirSync(out).some((name) => name.startsWith('.coverage-')), 'it has begun')
  child.kill('SIGTERM')
  t.equal(await ended, 130)
  t.same(readdirSync(out), [])
  const line = `'${process.execPath}' '${program}' ${local.join(' ')} '${join(out, 'y.tif')}' --json | true`
  spawnSync('bash', ['-c', line], { cwd: folder, env: quiet })
  t.same(
    readdirSync(out).filter((name) => name !== 'y.tif'),
    [],
  )
})

t.test('by npm and through a link it works where it is typed', async (t) => {
  const there = join(folder, 'elsewhere')
  mkdirSync(there)
  symlinkSync(join(folder, 'dem'), join(there, 'dem'))
  writeFileSync(join(there, 'request.json'), JSON.stringify(request))
  const env = { ...quiet, INIT_CWD: '' }
  const npm = ['--prefix', projectRoot, 'run', '--silent', 'coverage', '--', ...local, 'x.tif', '--quiet']
  const ran = spawnSync('npm', npm, { cwd: there, encoding: 'utf8', env })
  t.match(ran, { status: 0, stdout: 'x.tif\n' }, ran.stderr)
  symlinkSync(program, join(there, 'coverage'))
  const linked = spawnSync('./coverage', [...local, 'y.tif', '-q'], {
    cwd: there,
    encoding: 'utf8',
    env: quiet,
  })
  t.match(linked, { status: 0, stdout: 'y.tif\n', stderr: /^warning: range_limited: .*\n$/ })
  t.same(
    readdirSync(there).filter((name) => name.endsWith('.tif')),
    ['x.tif', 'y.tif'],
  )
  // What the build bundled computes as what it was bundled of.
  t.ok(existsSync(join(projectRoot, 'build/command/main.js')))
  const here = join(folder, 'here.tif')
  const dem = ['--dem', join(folder, 'dem'), `@${join(folder, 'request.json')}`]
  t.match(await typed(['simulate', '--local', ...dem, '--out', here]), { status: 0 })
  t.same(readFileSync(join(there, 'y.tif')), readFileSync(here))
})

t.test('completions are scripts that their shells read', async (t) => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const args = [program, 'completion', shell]
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env: quiet })
    t.equal(status, 0)
    t.match(stdout, 'tx-lat')
    const checked = spawnSync(shell, ['-n'], { input: stdout, encoding: 'utf8' })
    if (checked.error === undefined) t.match(checked, { status: 0, stderr: '' }, shell)
    if (shell !== 'bash') continue
    const asked = `COMP_WORDS=(coverage simulate --tx-lo); COMP_CWORD=2; _coverage; echo "\${COMPREPLY[@]}"`
    const completed = spawnSync('bash', ['-c', `${stdout}\n${asked}`], { encoding: 'utf8' })
    t.equal(completed.stdout, '--tx-lon --tx-loss-db\n')
  }
  const wrong = spawnSync(process.execPath, [program, 'completion', 'dos'], { encoding: 'utf8', env: quiet })
  t.match(wrong, { status: 2, stderr: /Expected bash, zsh or fish/ })
})
