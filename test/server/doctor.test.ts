import { X509Certificate } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import type { Backend } from '../../kernels/device/device.ts'
import { type GpuFacts, gatherFacts } from '../../server/compute/device/facts.ts'
import { issue, makeAuthority } from '../../server/config/authority.ts'
import type { KernelBackend } from '../../server/config/config.ts'
import { readDriverSearch } from '../../server/config/vulkan.ts'
import { type Check, textOf } from '../../server/doctor/checks.ts'
import { ownerCheck, recordsCheck, spaceCheck } from '../../server/doctor/data.ts'
import { graphicsChecks } from '../../server/doctor/graphics.ts'
import { limitChecks } from '../../server/doctor/limits.ts'
import { ofOperator } from '../../server/doctor/ports.ts'
import { type Outcome, runSelfTest, selfTestChecks } from '../../server/doctor/self-test.ts'
import { isSupported, type Platform, versionChecks } from '../../server/doctor/versions.ts'

// What `coverage doctor` concludes from facts about a machine; nothing here depends on this one.

const gibibyte = 2 ** 30
const bare: GpuFacts = {
  platform: 'linux',
  glibc: '2.36',
  deviceFiles: [],
  closedFiles: [],
  migInstances: 0,
  isWsl: false,
  driverFiles: [],
  unsearchedDriverFiles: [],
  areNamed: false,
  variable: 'VK_ADD_DRIVER_FILES',
  cdiWithoutDriver: [],
  capabilities: null,
  driverMessages: [],
}
const nvidia: GpuFacts = {
  ...bare,
  deviceFiles: ['/dev/nvidia0'],
  driverFiles: [{ path: '/usr/share/vulkan/icd.d/nvidia_icd.json', library: 'libGLX_nvidia.so.0' }],
}
const noFile = 'cannot open shared object file: No such file or directory'
const stray = '/usr/local/nvidia/share/vulkan/icd.d/nvidia_icd.json'

/** One finding of a state, with its cure. */
function found(t: Test, checks: readonly Check[], state: Check['state'], finding: RegExp, cure?: RegExp) {
  const all = checks.filter((check) => check.state === state && finding.test(check.finding))
  if (all.length !== 1) return t.fail(`${all.length} of ${state} ${finding} in\n${textOf(checks)}`)
  if (cure) t.match(all[0]?.cure, cure)
  else t.equal(all[0]?.cure, undefined)
}

function graphics(facts: GpuFacts, backend: KernelBackend = 'auto') {
  return graphicsChecks({ adapters: [], facts }, backend)
}

t.test('a graphics processor that WebGPU can not use is named with its cure', async (t) => {
  const cases: [string, GpuFacts, RegExp, RegExp][] = [
    ['no loader', { ...nvidia, vulkanError: noFile }, /Vulkan loader is missing/, /apt install libvulkan1/],
    [
      'MIG',
      { ...nvidia, driverFiles: [], migInstances: 7 },
      /partitioned \(MIG, instances: 7\)/,
      /nvidia-smi -mig 0/,
    ],
    ['WSL', { ...bare, isWsl: true, deviceFiles: ['/dev/dxg'] }, /^WSL/, /KERNEL_BACKEND=webasm/],
    ['closed', { ...nvidia, closedFiles: ['/dev/nvidia0'] }, /has no access to/, /usermod -aG render,video/],
    [
      'no ICD',
      { ...nvidia, driverFiles: [], capabilities: 'compute,utility' },
      /no ICD file of the NVIDIA Vulkan driver is installed, as NVIDIA_DRIVER_CAPABILITIES is compute,utility/,
      /CAPABILITIES=compute,utility,graphics/,
    ],
    [
      'no library',
      { ...nvidia, nvidiaError: `libGLX_nvidia.so.0: ${noFile}` },
      /Vulkan part of the NVIDIA driver/,
      /^in a container, .*utility,graphics; without one, install the driver package with libGLX_nvidia.so.0$/,
    ],
    [
      'a library in a folder that is not searched',
      { ...nvidia, nvidiaError: `libGLX_nvidia.so.0: ${noFile}`, nvidiaFolder: '/usr/local/nvidia/lib64' },
      /Vulkan part of the NVIDIA driver/,
      /^set LD_LIBRARY_PATH=\/usr\/local\/nvidia\/lib64$/,
    ],
    [
      'a library that an ICD file names',
      { ...nvidia, driverMessages: [`ERROR: libGLX_nvidia.so.0: ${noFile}`] },
      /^\/usr\/share\/.*nvidia_icd.json names libGLX_nvidia.so.0, which is not installed$/,
      /graphics; without one, install the driver package/,
    ],
    [
      'CDI',
      { ...bare, cdiWithoutDriver: ['/etc/cdi/nvidia.yaml'] },
      /nvidia.yaml \(CDI\) mounts no ICD file/,
      /nvidia-ctk cdi generate --output=\/etc\/cdi\/nvidia.yaml .*compute,utility,graphics/,
    ],
    [
      'a folder that is not searched',
      { ...nvidia, driverFiles: [], unsearchedDriverFiles: [stray] },
      /does not search the folder of/,
      new RegExp(`^set VK_ADD_DRIVER_FILES=${stray}$`),
    ],
    [
      'a folder that is not searched, as a variable names others',
      {
        ...nvidia,
        driverFiles: [{ path: '/x.json' }],
        unsearchedDriverFiles: [stray],
        areNamed: true,
        variable: 'VK_DRIVER_FILES',
      },
      /does not search the folder of/,
      new RegExp(`^add ${stray} to VK_DRIVER_FILES$`),
    ],
    [
      'folders that XDG_DATA_DIRS leaves out',
      { ...bare, deviceFiles: ['/dev/dri/renderD128'], unsearchedDriverFiles: ['/usr/share/radeon.json'] },
      /does not search the folder of \/usr\/share\/radeon.json/,
      /^set VK_ADD_DRIVER_FILES=\/usr\/share\/radeon.json$/,
    ],
    [
      'an ICD file without access',
      { ...bare, areNamed: true, driverFiles: [{ path: '/x.json', problem: 'is not readable' }] },
      /^the ICD file \/x.json is not readable$/,
      /^chmod a\+r \/x.json$/,
    ],
    [
      'vkCreateInstance',
      {
        ...nvidia,
        driverMessages: [
          "ERROR: loader_scanned_icd_add: Could not get 'vkCreateInstance' via 'vk_icdGetInstanceProcAddr' for ICD libGLX_nvidia.so.0",
        ],
      },
      /nvidia_icd.json names libGLX_nvidia.so.0, which has no vkCreateInstance: without a display/,
      /apt install libx11-6 libxext6 libegl1; .*libEGL_nvidia.so.0/,
    ],
    [
      'a library of the driver',
      {
        ...nvidia,
        nvidiaError: `libXext.so.6: ${noFile}`,
        driverMessages: [`ERROR: libXext.so.6: ${noFile}`, `Warning: libXext.so.6: ${noFile}`],
      },
      /requires a library that is not installed: libXext.so.6/,
      /libxext6/,
    ],
    [
      "Debian 12's Mesa",
      {
        ...bare,
        deviceFiles: ['/dev/dri/renderD128'],
        driverFiles: [{ path: '/usr/share/vulkan/icd.d/lvp_icd.x86_64.json' }],
        driverMessages: [
          'Warning: Vulkan shaderUniform*ArrayDynamicIndexing required.',
          ' - While initializing adapter (backend=BackendType::Vulkan)',
        ],
      },
      /^Dawn refuses the driver \(Vulkan shaderUniform\*ArrayDynamicIndexing required\)$/,
      /newer version of Mesa: version 22.3 of Debian 12/,
    ],
    [
      'old glibc',
      { ...nvidia, glibc: '2.31', libraryError: 'dawn.node: x' },
      /glibc 2.31 is too old/,
      /2.34 or newer/,
    ],
    ['musl', { ...nvidia, glibc: null, libraryError: 'dawn.node: x' }, /C library is musl/, /Debian 12/],
  ]
  for (const [name, facts, finding, cure] of cases) {
    t.test(name, async (t) => {
      found(t, graphics(facts), 'warning', finding, cure)
      t.equal(graphics(facts).length, 1, 'and nothing else')
      found(t, graphics(facts, 'webgpu'), 'fault', finding, cure)
      found(t, graphics(facts, 'webasm'), 'ok', /KERNEL_BACKEND=webasm/)
    })
  }
})

t.test('a machine without a graphics processor is well, unless it was to have one', async (t) => {
  found(t, graphics(bare), 'ok', /no GPU is visible/)
  found(
    t,
    graphics(bare, 'webgpu'),
    'fault',
    /is visible/,
    /--gpus all.*; without a container, install the card's driver, or set KERNEL_BACKEND=auto$/,
  )
  const adapter = { name: 'SwiftShader', software: true, maximumBufferBytes: gibibyte }
  const facts = { ...bare, areNamed: true, softwareAdapter: 'SwiftShader' }
  const checks = graphicsChecks({ adapter, adapters: [], facts }, 'auto')
  t.equal(checks.length, 1)
  found(t, checks, 'ok', /SwiftShader, buffers of up to 1.0 GiB; .* webasm is used instead/)
  const used = graphicsChecks({ adapter, adapters: [], facts }, 'webgpu')
  t.equal(used.length, 1)
  found(
    t,
    used,
    'warning',
    /SwiftShader.*; a software adapter: computes on the processor$/,
    /^set KERNEL_BACKEND=auto$/,
  )
})

t.test('of several graphics processors one is used, and the others are for nodes', async (t) => {
  const adapter = { name: 'A100', software: false, maximumBufferBytes: gibibyte }
  const one = graphicsChecks({ adapter, adapters: ['A100'], facts: nvidia }, 'auto')
  t.equal(one.length, 1)
  const checks = graphicsChecks({ adapter, adapters: ['A100', 'A100'], facts: nvidia }, 'auto')
  found(t, checks, 'warning', /2 GPUs \(A100, A100\)/, /--gpus device=1/)
  found(t, checks, 'ok', /^A100/)
})

t.test('a driver that crashes is reported with its signal', async (t) => {
  const crash = join(t.testdir(), 'crash.mjs')
  await writeFile(crash, 'process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 1000)')
  const outcome = await runSelfTest('webgpu', {}, pathToFileURL(crash))
  found(t, selfTestChecks(new Map([['webgpu', outcome]])), 'fault', /webgpu: .*SIGSEGV/, /graphics driver/)
  found(t, graphicsChecks('the driver ended (SIGSEGV)', 'auto'), 'warning', /SIGSEGV/, /update/)
  const unused = selfTestChecks(new Map([['webgpu', outcome]]), () => false)
  found(t, unused, 'warning', /webgpu: .*SIGSEGV/, /graphics driver/)
})

t.test('a self-test that fails reports the error', async (t) => {
  const broken = join(t.testdir(), 'broken.mjs')
  await writeFile(broken, 'throw Object.assign(new Error("EMFILE: too many open files"), { errno: -24 })')
  const outcome = await runSelfTest('cpu', {}, pathToFileURL(broken))
  const finding = /^cpu: .* ended with exit status 1 \(Error: EMFILE: too many open files\)$/
  found(t, selfTestChecks(new Map([['cpu', outcome]])), 'fault', finding, /^ulimit -n/)
  const { TMPDIR } = process.env
  process.env.TMPDIR = join(t.testdirName, 'missing')
  const homeless = await runSelfTest('cpu', {})
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  found(
    t,
    selfTestChecks(new Map([['cpu', homeless]])),
    'fault',
    /ENOENT: .*missing/,
    /^set TMPDIR to a writable folder with free space$/,
  )
})

t.test('cells that differ between backends are a fault', async (t) => {
  const outcome = (visible: number[], value: number[]): Outcome => ({
    seconds: 1,
    rasters: [
      { model: 'los', kind: 'visibility', data: Uint8Array.from(visible) },
      { model: 'p526', kind: 'float', data: Float32Array.from(value) },
    ],
  })
  const outcomes = new Map<Backend, Outcome>([
    ['webgpu', outcome([0, 1, 1], [90, Number.NaN, 80.2])],
    ['webasm', outcome([0, 1, 255], [90.01, Number.NaN, 80])],
    ['cpu', outcome([0, 1, 255], [90, Number.NaN, 80])],
  ])
  const checks = selfTestChecks(outcomes)
  const wrong = /^webgpu: 1 of 3 cells of los, 1 of 3 cells of p526 differ from the results of cpu$/
  found(t, checks, 'fault', wrong, /KERNEL_BACKEND=webasm/)
  found(t, checks, 'ok', /^webasm: 1.0 s, results equal those of cpu$/)
  t.equal(checks.length, 3)
})

t.test('versions', async (t) => {
  const good: Platform = {
    platform: 'linux',
    arch: 'x64',
    node: '22.12.0',
    supportedNode: '^20.11 || ^22.12 || >=24',
    glibc: '2.34',
    gpuJs: '2.24.1',
    webgpu: '0.6.2',
  }
  t.same(
    versionChecks(good).filter(({ state }) => state !== 'ok'),
    [],
  )
  found(t, versionChecks({ ...good, node: '18.20.1' }), 'fault', /18.20.1/, /install Node.js \^20.11/)
  found(t, versionChecks({ ...good, glibc: '2.31' }), 'warning', /glibc 2.31 is too old/, /2.34 or newer/)
  found(t, versionChecks({ ...good, glibc: null }), 'warning', /musl/, /Debian/)
  found(t, versionChecks({ ...good, webgpu: undefined }), 'warning', /not installed/, /npm ci/)
  const supported = ['20.11.0', '20.20.2', '22.12.0', '24.0.0', '26.1.0']
  const others = ['18.20.0', '20.10.9', '21.0.0', '22.11.0', '23.9.0']
  t.same(
    [...supported, ...others].filter((node) => isSupported(node, good.supportedNode)),
    supported,
  )
})

t.test('limits of the system', async (t) => {
  const limits = {
    memoryBytes: 8 * gibibyte,
    openFiles: 20_000,
    addressBytes: Number.POSITIVE_INFINITY,
    processes: Number.POSITIVE_INFINITY,
    processors: 4,
  }
  const config = { computeMemoryBytes: 4 * gibibyte, maxConnections: 2000 }
  t.same(
    limitChecks(limits, config).map(({ state }) => state),
    ['ok', 'ok', 'ok'],
  )
  const small = limitChecks({ ...limits, memoryBytes: 2 * gibibyte, openFiles: 1024 }, config)
  found(t, small, 'fault', /COMPUTE_MEMORY is 4.0 GiB of 2.0 GiB/, /COMPUTE_MEMORY=1740MiB/)
  found(t, small, 'warning', /limit of 1024/, /LimitNOFILE=2256 .* MAX_CONNECTIONS=768/)
  found(
    t,
    limitChecks({ ...limits, openFiles: 200 }, config),
    'fault',
    /limit of 200, but coverage serve requires 256/,
    /in the systemd unit$/,
  )
  const tight = limitChecks({ ...limits, memoryBytes: 4 * gibibyte, processes: 20 }, config)
  found(t, tight, 'warning', /too little memory remains for the rest/, /MemoryMax=/)
  found(t, tight, 'warning', /limit of 20 threads/, /--pids-limit/)
  const tiny = limitChecks({ ...limits, memoryBytes: 300 * 2 ** 20 }, config)
  found(t, tiny, 'fault', /COMPUTE_MEMORY is/, /^a limit of at least 564MiB: MemoryMax=/)
  found(t, limitChecks({ ...limits, addressBytes: gibibyte }, config), 'fault', /address space/, /ulimit -v/)
})

t.test('a full disk, a lock', async (t) => {
  found(
    t,
    [spaceCheck('/d', { bytes: 10 * gibibyte, files: Number.POSITIVE_INFINITY })],
    'ok',
    /10.0 GiB free/,
  )
  found(t, [spaceCheck('/d', { bytes: gibibyte / 2, files: 1e6 })], 'fault', /refused below/, /RESULT_DAYS/)
  found(t, [spaceCheck('/d', { bytes: 9 * gibibyte, files: 100 })], 'fault', /100 inodes/, /coverage delete/)
  const holder = { pid: 7, host: 'pi' }
  found(
    t,
    [recordsCheck({ ...holder, isRunning: true })],
    'ok',
    /in use by the running service, process 7 on pi/,
  )
  found(t, [recordsCheck({ ...holder, isRunning: false })], 'ok', /has ended/)
  found(t, [ownerCheck('data', '/d', 1000, 1000)], 'ok', /\/d is writable/)
  found(
    t,
    [ownerCheck('data', '/d', 2 ** 30, 0)],
    'warning',
    /^\/d belongs to 1073741824, but doctor runs as root$/,
    /^run doctor as the user of the service: runuser -u 1073741824 -- coverage doctor$/,
  )
  found(t, [recordsCheck({ ...holder, isRunning: undefined })], 'warning', /not visible/, /45 s/)
})

t.test("the operator's certificate", async (t) => {
  const authority = await makeAuthority('here', new Date())
  const { cert } = await issue(authority, ['coverage.example', '192.0.2.7'], new Date())
  const end = Date.parse(new X509Certificate(cert).validTo)
  const day = 86_400_000
  const check = (url: string, nowMs: number) => [ofOperator(cert, url, nowMs)]
  found(t, check('https://coverage.example', end - 100 * day), 'ok', /valid until/)
  found(t, check('https://192.0.2.7:8443', end - 100 * day), 'ok', /valid until/)
  found(t, check('https://coverage.example', end - day), 'warning', /valid until/, /renew/)
  found(t, check('https://coverage.example', end + day), 'fault', /expired/, /renew/)
  found(
    t,
    check('https://other.example', end - 100 * day),
    'warning',
    /not valid for other.example/,
    /PUBLIC_URL/,
  )
})

t.test('drivers are looked for where the Vulkan loader does', async (t) => {
  const all = readDriverSearch({
    HOME: '/h',
    XDG_CONFIG_HOME: '/c',
    XDG_DATA_DIRS: '/a:/b',
    VK_ADD_DRIVER_FILES: '/x.json',
  })
  const folders = ['/c', '/etc/xdg', '/etc', '/h/.local/share', '/a', '/b']
  t.same(all, {
    named: ['/x.json'],
    variable: 'VK_ADD_DRIVER_FILES',
    folders: folders.map((path) => `${path}/vulkan/icd.d`),
    capabilities: null,
  })
  t.match(readDriverSearch({ VK_ICD_FILENAMES: '/old', VK_DRIVER_FILES: '/new' }), {
    named: ['/new'],
    variable: 'VK_DRIVER_FILES',
    folders: [],
  })
  t.match(readDriverSearch({ VK_ICD_FILENAMES: '/old', VK_ADD_DRIVER_FILES: '/x' }), { named: ['/old'] })
})

t.test("facts are read from a machine's files", async (t) => {
  const root = t.testdir()
  const put = async (path: string, text = '') => {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await put('dev/nvidia0')
  await put('dev/nvidiactl')
  await put('proc/driver/nvidia/capabilities/mig/config')
  for (const instance of ['gi1', 'gi2'])
    await put(`proc/driver/nvidia/capabilities/gpu0/mig/${instance}/access`)
  await put('proc/sys/kernel/osrelease', '5.15.153.1-microsoft-standard-WSL2')
  await put('etc/cdi/nvidia.yaml', 'devices: [/dev/nvidia0]')
  await put('var/run/cdi/nvidia.yaml', 'hostPath: /usr/share/vulkan/icd.d/nvidia_icd.json')
  await put(stray)
  await put('c/vulkan/icd.d/broken.json', '{')
  await put('c/vulkan/icd.d/intel.json', '{ "ICD": { "library_path": "libvulkan_intel.so" } }')
  await put('usr/share/vulkan/icd.d/radeon.json')
  const facts = gatherFacts(
    readDriverSearch({ XDG_CONFIG_HOME: '/c', HOME: '/h', XDG_DATA_DIRS: '/a' }),
    root,
  )
  t.match(facts, {
    deviceFiles: [join(root, 'dev/nvidia0')],
    closedFiles: [],
    migInstances: 2,
    isWsl: true,
    cdiWithoutDriver: [join(root, 'etc/cdi/nvidia.yaml')],
    unsearchedDriverFiles: [join(root, stray), join(root, 'usr/share/vulkan/icd.d/radeon.json')],
    driverFiles: [
      { path: join(root, 'c/vulkan/icd.d/broken.json'), problem: 'is not valid JSON' },
      { path: join(root, 'c/vulkan/icd.d/intel.json'), library: 'libvulkan_intel.so' },
    ],
  })
  const named = gatherFacts(readDriverSearch({ VK_DRIVER_FILES: `${stray}:/gone.json` }), root)
  t.notOk(named.unsearchedDriverFiles.includes(join(root, stray)), 'it is named')
  t.match(named.driverFiles[1], { path: join(root, 'gone.json'), problem: 'does not exist' })
})

t.test('the report has a line for each check, and the cure below', async (t) => {
  const checks: Check[] = [
    { state: 'ok', subject: 'node', finding: '24.0.0' },
    { state: 'warning', subject: 'graphics', finding: 'none', cure: 'apt install libvulkan1' },
  ]
  t.equal(
    textOf(checks),
    `ok       node         24.0.0\nwarning  graphics     none\n${' '.repeat(22)}apt install libvulkan1`,
  )
})
