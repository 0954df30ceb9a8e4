import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { until } from '../../helpers/compute.ts'
import { projectRoot } from '../../helpers/markdown.ts'
import { startTestServer, validRequest } from '../../helpers/server.ts'

// `coverage` as a process of its own: signals, pipes, npm.

const program = join(projectRoot, 'server/coverage.js')
const folder = t.testdir()
writeFileSync(join(folder, 'request.json'), JSON.stringify(validRequest))
const quiet = { ...process.env, HOME: folder, XDG_CONFIG_HOME: '' }

t.test('a reader who has enough ends the command without a word', async (t) => {
  const line = `'${process.execPath}' '${program}' simulate --help | head -n 1; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8', env: quiet })
  t.equal(stdout, 'Usage: coverage simulate [options] [body]\n0\n')
  t.equal(stderr, '')
})

t.test('an answer that can not be written is a failure, and one line says so', async (t) => {
  const full = openSync('/dev/full', 'w')
  t.teardown(() => closeSync(full))
  const { status, stderr } = spawnSync(process.execPath, [program, '--version'], {
    encoding: 'utf8',
    env: quiet,
    stdio: ['ignore', full, 'pipe'],
  })
  t.equal(status, 1)
  t.match(stderr, /^Writing to standard output failed: .*ENOSPC.*\n$/)
})

t.test('an old Node is refused in one line', async (t) => {
  for (const version of ['18.20.8', '20.10.0', '8.0.0']) {
    const faked = `data:text/javascript,const value={...process.versions,node:'${version}'};
      Object.defineProperties(process,{version:{value:'v${version}'},versions:{value}})`
    const args = ['--import', faked, program, 'doctor']
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: quiet })
    t.same([status, stderr], [1, `coverage requires Node.js 20.11 or later; this is v${version}.\n`])
  }
})

t.test('Ctrl-C while it waits for the service cancels what it started', async (t) => {
  const server = await startTestServer(t)
  const { account, apiKey, client } = await server.account()
  server.compute.held = true
  const ca = join(folder, 'cert.pem')
  writeFileSync(ca, server.services.certificate.cert)
  const env = { ...quiet, COVERAGE_URL: server.origin, COVERAGE_KEY: apiKey, COVERAGE_CA: ca }
  const child = spawn(process.execPath, [program, 'simulate', '@request.json', '--wait'], {
    cwd: folder,
    env,
  })
  let said = ''
  child.stderr.on('data', (data) => {
    said += data
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  await until(() => /was accepted/.test(said), 'it is accepted')
  child.kill('SIGINT')
  t.equal(await ended, 130)
  t.match(said, /was canceled; 1 credit was refunded/)
  t.same(server.services.records.simulations(account.id), [])
  t.equal((await client.get('/api/v1/credits')).json().balance, 1000)
})
