import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { readConfig } from '../../server/config/config.ts'
import { demoTerrain } from '../../server/demo/terrain.ts'
import { type Check, textOf } from '../../server/doctor/checks.ts'
import { dataSteps } from '../../server/doctor/data.ts'
import { examine, type Machine } from '../../server/doctor/examine.ts'
import { terrainChecks } from '../../server/doctor/terrain.ts'
import { until } from '../helpers/compute.ts'
import { projectRoot } from '../helpers/markdown.ts'
import { noRedis, startRedis } from '../helpers/redis.ts'
import { serving, startServiceProcess } from '../helpers/service-process.ts'

// `coverage doctor` on this machine as it is, and with faults that are made.

const swiftShader = '/usr/lib/chromium/vk_swiftshader_icd.json'
const hasVulkan = /libvulkan.so.1/.test(String(spawnSync('/sbin/ldconfig', ['-p']).stdout))
const noSwiftShader = existsSync(swiftShader) && hasVulkan ? false : 'needs Chromium and libvulkan1'
const isLinux = process.platform === 'linux'

interface Report {
  status: number | null
  faults: number
  checks: Check[]
}

async function doctor(settings: Record<string, string>): Promise<Report> {
  const { PATH = '' } = process.env
  const env = { PATH, HOME: '/nonexistent', TERRAIN_DIR: demoTerrain, PORT: '0', ...settings }
  const child = spawn(process.execPath, [join(projectRoot, 'server/coverage.js'), 'doctor', '--json'], {
    env,
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const answer = JSON.parse(await text(child.stdout)) as Omit<Report, 'status'>
  return { ...answer, status: await ended }
}

async function examined(env: Record<string, string>, machine: Machine): Promise<{ checks: Check[] }> {
  const checks: Check[] = []
  for await (const check of examine(env, machine)) checks.push(check)
  return { checks }
}

/** Whether a finding of a state is in the report, with its cure. */
function has(
  t: Test,
  { checks }: Pick<Report, 'checks'>,
  state: Check['state'],
  finding: RegExp,
  cure?: RegExp,
) {
  const isSuch = (check: Check) =>
    check.state === state && finding.test(check.finding) && (!cure || cure.test(check.cure ?? ''))
  if (checks.some(isSuch)) t.pass(`${state}: ${finding}`)
  else t.fail(`no ${state} ${finding} in\n${textOf(checks)}`)
}

/** Descriptions of drivers, by name and library. */
async function driversIn(folder: string, libraries: Record<string, string>): Promise<string> {
  const paths = Object.entries(libraries).map(async ([name, library_path]) => {
    const ICD = { library_path, api_version: '1.3.0' }
    await writeFile(join(folder, name), JSON.stringify({ file_format_version: '1.0.0', ICD }))
    return join(folder, name)
  })
  return (await Promise.all(paths)).join(':')
}

t.test('with SwiftShader three backends have the same cells', { skip: noSwiftShader }, async (t) => {
  const report = await doctor({ DATA_DIR: join(t.testdir(), 'data'), VK_DRIVER_FILES: swiftShader })
  t.match(report, { status: 0, faults: 0 })
  t.same(
    report.checks.filter(({ state, subject }) => state !== 'ok' && !/open files|threads|disk/.test(subject)),
    [],
  )
  has(t, report, 'ok', /swiftshader.* webasm is used instead$/i)
  for (const backend of ['webgpu', 'webasm'])
    has(t, report, 'ok', new RegExp(`^${backend}: .*, results equal those of cpu$`))
  has(t, report, 'ok', /demo.terrain: 1 file$/)
  has(t, report, 'ok', /will be created at the first start/)
  t.notOk(existsSync(join(t.testdirName, 'data')), 'and is not made by a check')
})

t.test('faults of the installation, each with its cure', { skip: !isLinux }, async (t) => {
  const folder = t.testdir({ 'libvulkan.so.1': '', terrain: { 'N47E008.hgt': 'no heights' } })
  const program = createServer((socket) => socket.end('220 mail\r\n')).listen(0, '127.0.0.1')
  await new Promise((resolve) => program.once('listening', resolve))
  t.teardown(() => program.close())
  const { port } = program.address() as AddressInfo
  const report = await doctor({
    DATA_DIR: '/proc/coverage',
    TERRAIN_DIR: join(folder, 'terrain'),
    TERRAIN_URL: `http://127.0.0.1:${port}/{lat}{lon}.hgt`,
    LD_LIBRARY_PATH: folder,
    VK_DRIVER_FILES: swiftShader,
    KERNEL_BACKEND: 'webgpu',
    PORT: String(port),
  })
  t.equal(report.status, 1)
  has(t, report, 'fault', /Vulkan loader is missing/, /apt install libvulkan1/)
  has(t, report, 'fault', /^\/proc\/coverage is not writable/, /install -d -o USER \/proc\/coverage /)
  has(t, report, 'fault', /is in use by another program/, new RegExp(`ss -ltnp 'sport = :${port}'`))
  has(t, report, 'warning', /N47E008.hgt/, /terrain check/)
  has(t, report, 'warning', /127.0.0.1:\d+ can't be reached/, /TERRAIN_URL/)
  has(t, report, 'ok', /^webasm: .*, results equal those of cpu$/)
})

t.test('drivers that can not be loaded', { skip: noSwiftShader }, async (t) => {
  const folder = t.testdir({ 'broken.json': '{' })
  const libraries: Record<string, string> = { 'gone.json': 'libGLX_gone.so.0', 'wrong.json': 'libm.so.6' }
  // What NVIDIA's driver does where libraries of a display are missing.
  const source = 'void *vk_icdGetInstanceProcAddr(void *i, const char *n) { return 0; }'
  const library = join(folder, 'libempty.so')
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-x', 'c', '-o', library, '-'], { input: source })
  if (status === 0) libraries['empty.json'] = library
  const named = await driversIn(folder, libraries)
  const report = await doctor({
    DATA_DIR: join(folder, 'data'),
    VK_DRIVER_FILES: `${named}:${join(folder, 'broken.json')}`,
    TERRAIN_DIR: '/nowhere',
    PLAN_PRO: 'much',
  })
  t.equal(report.status, 1)
  has(t, report, 'warning', /gone.json names libGLX_gone.so.0, which is not installed/, /delete .*gone.json/)
  has(t, report, 'warning', /wrong.json names libm.so.6, which is not a Vulkan driver/, /delete .*wrong.json/)
  has(t, report, 'warning', /broken.json is not valid JSON/, /delete .*broken.json/)
  if (status === 0)
    has(t, report, 'warning', /empty.json names .*libempty.so, which has no vkCreateInstance$/, /empty.json/)
  has(
    t,
    report,
    'fault',
    /^TERRAIN_DIR="\/nowhere" must be existing folders; missing/,
    /server\/configuration\.md/,
  )
  has(t, report, 'fault', /^PLAN_PRO="much" /)
})

t.test('devices without drivers, a full disk', { skip: !isLinux }, async (t) => {
  const root = t.testdir({ dev: { nvidia0: '' }, data: {} })
  await mkdir(join(root, 'proc/driver/nvidia/capabilities/gpu0/mig/gi1'), { recursive: true })
  await mkdir(join(root, 'proc/sys/kernel'), { recursive: true })
  await writeFile(join(root, 'proc/sys/kernel/osrelease'), '5.15-microsoft-standard-WSL2')
  const env = { DATA_DIR: join(root, 'data'), TERRAIN_DIR: demoTerrain, PORT: '0', XDG_DATA_DIRS: '/none' }
  const freeSpace = async () => ({ bytes: 2 ** 20, files: 5 })
  const report = await examined(env, { root, freeSpace })
  has(t, report, 'warning', /partitioned \(MIG, instances: 1\)/, /nvidia-smi -mig 0/)
  has(t, report, 'warning', /^WSL/, /KERNEL_BACKEND=webasm/)
  t.notOk(
    report.checks.some(({ finding }) => /NVIDIA (Vulkan )?driver/.test(finding)),
    'it would not help',
  )
  has(t, report, 'fault', /0.0 GiB and 5 inodes free/, /coverage delete/)
})

t.test('for people: a line for each check, the cure below, and how many faults there are', async (t) => {
  const env = { PATH: process.env.PATH, DATA_DIR: join(t.testdir(), 'data'), TERRAIN_DIR: '/nowhere' }
  const words = [join(projectRoot, 'server/coverage.js'), 'doctor']
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env })
  t.match(stdout, /^fault +settings +TERRAIN_DIR=.*\n +correct the setting .*\nok +service +\d/)
  t.equal(status, 1)
  t.match(stderr, /^faults_found: 1 of \d+ checks failed.\n$/)
})

t.test('a check that gets no answer ends', { skip: !isLinux }, async (t) => {
  const silent = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  t.teardown(() => silent.close())
  const { port } = silent.address() as AddressInfo
  // The client of S3 reads credentials from this process.
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x', AWS_REGION: 'x' })
  const env = { PATH: process.env.PATH ?? '', TERRAIN_DIR: demoTerrain, PORT: '0' }
  const store = { RASTER_STORE: 's3://bucket', S3_ENDPOINT: `http://127.0.0.1:${port}` }
  const report = await examined({ ...env, ...store, DATA_DIR: t.testdir() }, { limitMs: 1000 })
  has(t, report, 'fault', /^no answer within 1 s$/, /S3_ENDPOINT/)

  // A file system that is lost, as `stat` shows it.
  const folder = t.testdir({ stat: '#!/bin/sh\nexec sleep 1000' })
  await chmod(join(folder, 'stat'), 0o755)
  const lost = {
    ...env,
    PATH: `${folder}:${env.PATH}`,
    DATA_DIR: '/mnt/lost',
    TERAIN_DIR: '/t',
    datadir: '/d',
  }
  const { checks } = await examined(lost, { limitMs: 1000 })
  const late = checks.filter(({ finding }) => finding === 'no answer within 1 s')
  t.same(
    late.map(({ subject }) => subject),
    ['DATA_DIR', 'TERRAIN_DIR'],
  )
  t.match(late[0]?.cure, 'mount the file system of /mnt/lost again, or set DATA_DIR')
  t.notOk(checks.some(({ subject }) => subject === 'data'))
  has(t, { checks }, 'warning', /^TERAIN_DIR is not a setting: did you mean TERRAIN_DIR\?$/)
  has(t, { checks }, 'warning', /^datadir is not a setting: did you mean DATA_DIR\?$/)
  t.equal(checks.filter(({ finding }) => /is not a setting/.test(finding)).length, 2)
})

t.test('Ctrl-C leaves no files', async (t) => {
  const TMPDIR = t.testdir()
  const env = { PATH: process.env.PATH, TMPDIR, KERNEL_BACKEND: 'cpu' }
  const child = spawn(process.execPath, [join(projectRoot, 'server/coverage.js'), 'doctor'], { env })
  const ended = new Promise((resolve) => child.once('close', resolve))
  await until(() => readdirSync(TMPDIR).some((name) => name.startsWith('coverage-')), 'the self-test')
  child.kill('SIGINT')
  t.equal(await ended, 130)
  t.same(
    readdirSync(TMPDIR).filter((name) => name.startsWith('coverage-')),
    [],
  )
})

t.test('folders without permission', { skip: !isLinux }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'coverage-doctor-'))
  const [data, terrain] = [join(folder, 'data'), join(folder, 'terrain')]
  await mkdir(data)
  await mkdir(join(terrain, 'closed'), { recursive: true })
  const isRoot = process.getuid?.() === 0
  t.teardown(async () => {
    if (isRoot) process.seteuid?.(0)
    await chmod(join(terrain, 'closed'), 0o700)
    await rm(folder, { recursive: true })
  })
  for (const path of [folder, data, terrain, join(terrain, 'closed')]) {
    if (isRoot) await chown(path, 65_534, 65_534)
  }
  await chmod(data, 0o500)
  await chmod(join(terrain, 'closed'), 0)
  const config = readConfig({ DATA_DIR: data, TERRAIN_DIR: terrain })
  const [step] = dataSteps(config)
  if (isRoot) process.seteuid?.(65_534)
  const checks = [...((await step?.find()) ?? []), ...(await terrainChecks(config))]
  has(t, { checks }, 'fault', /data is not writable \(EACCES/, new RegExp(`^chmod -R u\\+rwX ${data}$`))
  has(t, { checks }, 'warning', /^closed: EACCES/, new RegExp(`^chmod -R a\\+rX ${terrain}/closed$`))
})

t.test('Redis that refuses', { skip: noRedis }, async (t) => {
  const { url, port, client } = await startRedis(t)
  const check = async (queueUrl: string) => {
    const step = dataSteps({ ...readConfig({}), queue: { url: queueUrl, secret: '' } }).at(-1)
    return { checks: (await step?.find()) ?? [] }
  }
  has(t, await check(url), 'ok', /Redis is reachable/)
  const password = /^correct user and password in QUEUE_URL/
  has(t, await check(`redis://127.0.0.1:${port}`), 'fault', /^NOAUTH [^(]*$/, password)
  has(t, await check(`redis://:wrong@127.0.0.1:${port}`), 'fault', /^WRONGPASS [^(]*$/, password)
  await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
  has(t, await check(url), 'fault', /noeviction/, /^redis-cli -u "\$QUEUE_URL" config set maxmemory-policy/)
  has(
    t,
    await check('redis://127.0.0.1:1'),
    'fault',
    /did not answer within 5 s \(connect ECONNREFUSED/,
    /^start Redis, or correct host and port in QUEUE_URL$/,
  )
})

t.test('a service that runs is no fault', async (t) => {
  const service = await startServiceProcess(t, { env: { KERNEL_BACKEND: 'webasm' } })
  await serving(service)
  const { dataDir, port } = service
  const report = await doctor({ DATA_DIR: dataDir, PORT: String(port), KERNEL_BACKEND: 'webasm' })
  t.equal(report.status, 0)
  has(t, report, 'ok', /in use by the running service, process \d+ on /)
  has(t, report, 'ok', /is in use by the service: version/)
  has(t, report, 'ok', /authority of the service, valid until 20/)
})
