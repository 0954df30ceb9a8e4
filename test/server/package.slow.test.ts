import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { HttpsClient } from '../../bench/frame/https-client.ts'
import { serving, startServiceProcess } from '../helpers/service-process.ts'

// The package as `npm pack` makes it; `.ci/run` installs it in full.

const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** Installed without development packages: the packed files, and links to the packages that an installation would bring. */
async function installed(t: Test): Promise<string> {
  const folder = t.testdir()
  const modules = join(folder, 'node_modules')
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
  })
  const [{ filename }] = JSON.parse(stdout)
  const target = join(modules, 'radio-coverage-service')
  await mkdir(target, { recursive: true })
  await run('tar', ['xzf', join(folder, filename), '--strip-components=1', '-C', target])
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  for (const [path, { dev }] of Object.entries(packages)) {
    if (dev || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || !existsSync(join(root, path))) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await symlink(join(root, path), join(folder, path))
  }
  return target
}

t.test('the packed files run with production dependencies alone', async (t) => {
  const target = await installed(t)
  const program = join(target, 'server/coverage.js')
  const dataDir = join(target, '../../data')
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    KERNEL_BACKEND: 'webasm',
    COVERAGE_CONFIG: dataDir,
  }
  const coverage = (...args: string[]) => run(process.execPath, [program, ...args], { env, cwd: target })

  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  t.equal((await coverage('--version')).stdout, `${version}\n`)
  t.match(JSON.parse((await coverage('demo', '--once', '--json')).stdout), { status: 'completed' })

  const site = ['--tx-lat', '-35.27', '--tx-lon', '149.1583', '--tx-height', '20', '--frequency', '868']
  const file = join(dataDir, 'seen.tif')
  const terrain = join(target, 'server/demo/terrain')
  await coverage('simulate', '--local', '--dem', terrain, ...site, '--max-range', '2', '--out', file)
  t.match((await readFile(file)).subarray(0, 2).toString(), /^(II|MM)$/)

  const service = await startServiceProcess(t, { script: join(target, 'build/server/main.js') })
  const origin = await serving(service)
  const client = new HttpsClient(origin, { connections: 0 })
  const page = (await client.ask('/')).body.toString()
  const addresses = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
  t.ok(addresses.length >= 3)
  for (const path of [...addresses, '/docs', '/docs/swagger-ui.css', '/openapi.json'])
    t.equal(await service.ask(path), 200, path)

  const notices = await readdir(join(target, 'build/notices'))
  t.same(notices.sort(), ['command.txt', 'page.txt', 'third-party.txt'])
  t.match(
    await readFile(join(target, 'build/notices/page.txt'), 'utf8'),
    /^maplibre-gl [\d.]+ \(BSD-3-Clause\)$/m,
  )
})
