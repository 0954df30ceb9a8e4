import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t, { type Test } from 'tap'

// server/operating/lan.md, step by step: the service in one network namespace, the browser's requests and the command line
// in another one, which knows it by a name.

const root = join(import.meta.dirname, '../../..')
const file = join(root, 'server/coverage.js')
const [pi, laptop] = [`coverage-pi-${process.pid}`, `coverage-laptop-${process.pid}`] as const
const address = '10.203.7.1'
const origin = 'https://pi.local:8443'

interface Ran {
  status: number | null
  out: string
}

function run(
  command: string,
  args: string[],
  { env, input }: { env?: NodeJS.ProcessEnv; input?: string } = {},
) {
  const ran = spawnSync(command, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
    ...(input !== undefined && { input }),
    timeout: 60_000,
  })
  return { status: ran.error ? -1 : ran.status, out: `${ran.stdout}${ran.stderr}` } satisfies Ran
}

const within = (namespace: string, ...command: string[]) => ['netns', 'exec', namespace, ...command]

/** Why it can't be run here. */
function missing(): string | false {
  const packages = { ip: 'iproute2', curl: 'curl', script: 'bsdutils', openssl: 'openssl' }
  const absent = Object.entries(packages).find(([program]) => run(program, ['--version']).status === -1)
  if (absent) return `needs ${absent[1]}`
  const mayIsolate = run('ip', ['netns', 'add', pi]).status === 0
  run('ip', ['netns', 'del', pi])
  return mayIsolate ? false : 'needs the right to make network namespaces: root, CAP_NET_ADMIN'
}

/** Two machines and a cable between them. */
function connectMachines(t: Test): void {
  const hosts = { [pi]: `127.0.0.1 localhost\n`, [laptop]: `127.0.0.1 localhost\n${address} pi.local\n` }
  t.teardown(() => {
    for (const name of [pi, laptop]) {
      run('ip', ['netns', 'del', name])
      rmSync(`/etc/netns/${name}`, { recursive: true, force: true })
    }
  })
  const link = `cv${process.pid}`.slice(0, 14)
  const steps = [
    `netns add ${pi}`,
    `netns add ${laptop}`,
    `link add ${link} netns ${pi} type veth peer name ${link} netns ${laptop}`,
    ...[
      [pi, address],
      [laptop, '10.203.7.2'],
    ].flatMap(([name, own]) => [
      `-n ${name} addr add ${own}/24 dev ${link}`,
      `-n ${name} link set lo up`,
      `-n ${name} link set ${link} up`,
    ]),
  ]
  for (const step of steps) t.match(run('ip', step.split(' ')), { status: 0 }, step)
  for (const [name, text] of Object.entries(hosts)) {
    mkdirSync(`/etc/netns/${name}`, { recursive: true })
    writeFileSync(`/etc/netns/${name}/hosts`, text)
  }
}

/** The lines that it prints first, once it listens. */
function untilListening(child: ChildProcess): Promise<string[]> {
  const lines: string[] = []
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}.`)))
    if (child.stdout === null) return
    createInterface(child.stdout).on('line', (line) => {
      if (lines.push(line) === 3) resolve(lines)
    })
  })
}

t.test('on a Pi, seen from a laptop', { skip: missing() }, async (t) => {
  connectMachines(t)
  const folder = t.testdir({ data: {}, home: {} })
  const dataDir = join(folder, 'data')
  const service = { DATA_DIR: dataDir, TERRAIN_DIR: join(root, 'server/demo/terrain'), LOG_LEVEL: 'warn' }
  const child = spawn('ip', within(pi, process.execPath, file, 'serve'), {
    env: {
      PATH: process.env.PATH,
      ...service,
      HOST: '0.0.0.0',
      PUBLIC_URL: origin,
      KERNEL_BACKEND: 'webasm',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  t.teardown(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const [, open, hint] = await untilListening(child)
  t.equal(open, `clients open ${origin}`)
  t.match(hint, /^no account yet: .*admin (-- )?account invite me/, 'no code for one machine alone')

  const invited = run(
    'ip',
    within(pi, process.execPath, file, 'admin', 'account', 'invite', 'me', '--unmetered'),
    {
      env: { ...service, PUBLIC_URL: origin },
    },
  )
  const code = /https:\/\/pi\.local:8443\/#invite=(\S+)/.exec(invited.out)?.[1]
  t.ok(code, invited.out)
  const ca = join(folder, 'ca.pem')
  await copyFile(join(dataDir, 'tls/ca.pem'), ca)

  const curl = (...args: string[]) => run('ip', within(laptop, 'curl', '-sS', '--cacert', ca, ...args))
  t.match(curl(`${origin}/`), { status: 0, out: /<title>/ })
  t.match(curl(`https://${address}:8443/health`), { status: 0, out: /"status"/ }, 'by its address too')
  t.match(
    run('ip', within(laptop, 'curl', '-sS', `${origin}/`)).out,
    /certificate/,
    'only with the authority',
  )
  const json = ['-H', 'Content-Type: application/json', '-d', JSON.stringify({ code })]
  t.match(curl(`${origin}/login`, ...json).out, /route_not_found/)
  const key = /rcov_\w+/.exec(curl(`${origin}/invite`, ...json).out)?.[0] ?? ''
  t.match(key, /^rcov_/)

  const env = { HOME: join(folder, 'home'), COVERAGE_URL: origin }
  const coverage = (...args: string[]) => run('ip', within(laptop, process.execPath, file, ...args), { env })
  t.match(coverage('list', '--key', key), { status: 1, out: /--ca/ }, 'never asked without a terminal')
  const login = `"${process.execPath}" "${file}" login`
  const asked = run('ip', within(laptop, 'script', '-qec', login, '/dev/null'), { env, input: `${key}\ny\n` })
  t.match(asked, {
    status: 0,
    out: /SHA-256 [0-9A-F:]{95}.*Trust this authority.*was written; plan enterprise, unmetered/s,
  })
  const shown = run('openssl', ['x509', '-in', ca, '-noout', '-fingerprint', '-sha256']).out
  t.ok(asked.out.includes(shown.trim().split('=')[1] ?? 'none'), 'the fingerprint that openssl shows')
  const request =
    '--tx-lat -35.27 --tx-lon 149.1583 --tx-height 20 --frequency 868 --max-range 2 --wait --quiet'
  const [id] = coverage('simulate', ...request.split(' ')).out.split('\n')
  t.match(id, /^sim_\w+$/)
  t.match(coverage('list'), { status: 0, out: id })
  const shared = coverage('share', id)
  t.match(shared, { status: 0, out: /https:\/\/pi\.local:8443\/#share=/ })
  t.notMatch(shared.out, 'address_is_local')
  t.match(shared.out, /warning: certificate_is_own: .*ca\.pem/)
})
