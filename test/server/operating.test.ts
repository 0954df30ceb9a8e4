import { spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import { readConfig } from '../../server/config/config.ts'
import { backUp } from '../../server/operating/backup.ts'
import { openRecords } from '../../storage/records/records.ts'

// What is installed and copied where the service runs is enough for it: server/operating/ and package.json.

const root = join(import.meta.dirname, '../../..')
const operating = join(root, 'server/operating')
const text = (name: string) => readFile(join(operating, name), 'utf8')

const { dependencies, scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
  scripts: Record<string, string>
}

t.test('what the service imports is there after npm prune --omit=dev', async (t) => {
  const used = new Set<string>()
  for (const top of ['server', 'kernels', 'storage']) {
    const folder = join(root, 'build', top)
    for (const name of await readdir(folder, { recursive: true })) {
      // One file runs only where the project is built; what browsers run is in the bundle.
      if (!name.endsWith('.js') || name.endsWith('client/write-types.js')) continue
      if (name.startsWith('page/browser/')) continue
      const source = await readFile(join(folder, name), 'utf8')
      const modules =
        /(?:^(?:import|export|\}) ?(?:[^'\n]*from )|^import |import\(|\)\.resolve\(|import\.meta\.url\)\()'([^'.#][^']*)'/gm
      for (const [, module = ''] of source.matchAll(modules)) {
        if (!isBuiltin(module)) used.add(/^(@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? '')
      }
    }
  }
  for (const name of ['gpu.js', 'webgpu', 'sharp']) t.ok(used.has(name), `${name} is found`)
  t.same(
    [...used].filter((name) => !Object.hasOwn(dependencies, name)),
    [],
  )
})

t.test('what the image copies is enough to run', async (t) => {
  const containerfile = await text('Containerfile')
  const image = t.testdir()
  const copies = [...containerfile.matchAll(/^COPY --from=build (.+) (\S+)$/gm)]
  t.ok(copies.length > 2)
  for (const [, from = '', to = ''] of copies) {
    for (const path of from.split(' ').map((one) => one.replace(/^\/app\//, ''))) {
      // A folder's content goes into the folder that is named, a file into it.
      const target = to.endsWith('/') ? join(image, to, path.split('/').at(-1) ?? '') : join(image, to)
      await mkdir(join(target, '..'), { recursive: true })
      if (path === 'node_modules') await symlink(join(root, path), target)
      else
        await cp(join(root, path), target, {
          recursive: true,
          filter: (name) => !/build\/(test|bench)/.test(name),
        })
    }
  }
  const run = (...args: string[]) => {
    const env = { ...process.env, DATA_DIR: join(image, 'data') }
    const { status, stdout, stderr } = spawnSync(join(image, 'server/coverage.js'), args, {
      encoding: 'utf8',
      env,
    })
    return { status, stdout, stderr }
  }
  t.match(run('--version'), { status: 0, stderr: '' })
  t.match(run('admin', 'account', 'list', '--json'), { status: 0, stdout: '{"accounts":[]}\n', stderr: '' })
})

t.test('the image and the unit set what the service reads', async (t) => {
  const folder = t.testdir()
  const settings = (assignments: string) =>
    Object.fromEntries(
      [...assignments.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    )
  const [, ofImage = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(await text('Containerfile')) ?? []
  const image = settings(ofImage)
  const [, ofUnit = ''] = /^Environment=(.*)$/m.exec(await text('coverage.service')) ?? []
  for (const env of [image, settings(ofUnit)]) {
    t.ok(env.DATA_DIR && env.TERRAIN_DIR)
    t.match(scripts.start, ` MALLOC_TRIM_THRESHOLD_=${env.MALLOC_TRIM_THRESHOLD_} `)
    t.doesNotThrow(() => readConfig({ ...env, DATA_DIR: folder, TERRAIN_DIR: folder }))
  }
  t.equal(image.NVIDIA_DRIVER_CAPABILITIES, 'compute,utility,graphics')
  t.match(
    await text('Containerfile'),
    `http://127.0.0.1:${image.PROBE_PORT}/health`,
    'the health check asks there',
  )
})

t.test(
  'a backup is for its user alone, leaves out what can be had again, and is whole or not there',
  async (t) => {
    const folder = t.testdir({
      data: {
        ...{ 'sim_a.tif': 'cells', 'sim_b.tif.part': '', 'sim_a.products': { p: '' }, 'signing.key': 'key' },
        ...{ work: { w: '' }, demo: { d: '' }, 'terrain-cache': { c: '' }, 'terrain-tiles': { t: '' } },
        'admin.json': '',
      },
    })
    const DATA_DIR = join(folder, 'data')
    const at = (...parts: string[]) => join(folder, ...parts)
    await t.rejects(backUp({ DATA_DIR }, at('copy')), { message: /Expected records in / })
    await (await openRecords(join(DATA_DIR, 'records'))).close()
    t.equal(await backUp({ DATA_DIR }, at('nightly/copy')), 0)
    t.same((await readdir(at('nightly/copy'))).sort(), ['records', 'signing.key', 'sim_a.tif'])
    t.equal((await stat(at('nightly/copy'))).mode & 0o777, 0o700)
    await t.rejects(backUp({ DATA_DIR }, at('nightly/copy')), { message: /already exists/ })
    await t.rejects(backUp({ DATA_DIR }, join(DATA_DIR, 'copy')), { message: /is inside/ })
    await symlink(at('nowhere'), join(DATA_DIR, 'lost'))
    await t.rejects(backUp({ DATA_DIR }, at('second')), { message: /broken link/ })
    t.same((await readdir(folder)).sort(), ['data', 'nightly'])
  },
)
