import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { chooseDevice, runProbe } from '../../server/compute/device/choose.ts'
import { explain } from '../../server/compute/device/diagnosis.ts'
import { type GpuFacts, gatherFacts } from '../../server/compute/device/facts.ts'
import { readDriverSearch } from '../../server/config/vulkan.ts'
import { listening, startServiceProcess } from '../helpers/service-process.ts'

// Which backend a start takes, and that it says why, in words of this service.

const graphics: GpuFacts = {
  platform: 'linux',
  deviceFiles: ['/dev/nvidia0'],
  closedFiles: [],
  driverFiles: [{ path: '/usr/share/vulkan/icd.d/nvidia_icd.json' }],
  unsearchedDriverFiles: [],
  areNamed: false,
  variable: 'VK_ADD_DRIVER_FILES',
  glibc: '2.36',
  migInstances: 0,
  isWsl: false,
  cdiWithoutDriver: [],
  capabilities: null,
  driverMessages: [],
}
const noFile = 'cannot open shared object file'
const capability = /NVIDIA_DRIVER_CAPABILITIES=compute,utility,graphics/

t.test('what a graphics processor lacks is reported, with what to do', async (t) => {
  const cases: [string, Partial<GpuFacts>, RegExp][] = [
    ['no device', { deviceFiles: [] }, /no GPU is visible/],
    [
      'no device, though a software adapter',
      { deviceFiles: [], softwareAdapter: 'llvmpipe' },
      /no GPU is visible/,
    ],
    ['no loader', { vulkanError: `libvulkan.so.1: ${noFile}` }, /libvulkan.so.1: .*apt install libvulkan1/],
    [
      'no right',
      { closedFiles: ['/dev/nvidia0'] },
      /has no access to \/dev\/nvidia0: .*usermod -aG render,video/,
    ],
    ['no driver', { nvidiaError: `libGLX_nvidia.so.0: ${noFile}` }, capability],
    ['no library of it', { nvidiaError: `libXext.so.6: ${noFile}` }, /not installed \(libXext.so.6/],
    ['no driver file', { driverFiles: [{ path: '/usr/share/vulkan/icd.d/lvp_icd.json' }] }, capability],
    [
      'not NVIDIA',
      {
        deviceFiles: ['/dev/dri/renderD128'],
        driverFiles: [{ path: '/etc/vulkan/icd.d/a.json' }],
        nvidiaError: noFile,
      },
      /meets the requirements of WebGPU/,
    ],
    [
      'no driver at all',
      { deviceFiles: ['/dev/dri/renderD128'], driverFiles: [], nvidiaError: noFile },
      /no ICD file of a Vulkan driver is installed: apt install mesa-vulkan-drivers/,
    ],
    ['only software', { softwareAdapter: 'llvmpipe' }, /the only adapter is a software adapter: llvmpipe/],
    ['no library', { libraryError: 'dawn.node: wrong' }, /library can't be loaded \(dawn.node: wrong/],
    ['other systems', { platform: 'darwin', deviceFiles: [] }, /^no adapter was found$/],
  ]
  for (const [name, facts, expected] of cases) t.match(explain({ ...graphics, ...facts }), expected, name)
})

t.test('libraries are looked up by the linker', { skip: process.platform !== 'linux' }, async (t) => {
  const { deviceFiles, nvidiaError } = gatherFacts(readDriverSearch({}))
  if (deviceFiles.length === 0) t.match(nvidiaError, /libGLX_nvidia.so.0: cannot open/)
  t.type(deviceFiles, Array)
})

t.test('auto skips a software adapter and says so; webgpu is refused with the reason', async (t) => {
  const software = { name: 'llvmpipe', software: true, maximumBufferBytes: 2 ** 30 }
  const { device, withoutWebGpu } = await chooseDevice('auto', async () => ({
    adapter: software,
    adapters: [software.name],
    facts: { ...graphics, softwareAdapter: software.name },
  }))
  t.not(device.backend, 'webgpu')
  t.match(withoutWebGpu, /llvmpipe/)
  await device.destroy()
  await t.rejects(
    chooseDevice('webgpu', async () => ({ adapters: [], facts: { ...graphics, deviceFiles: [] } })),
    { code: 'backend_unavailable', message: /WebGPU can't be opened: no GPU is visible/ },
  )
  const asked = await chooseDevice('cpu', () => t.fail('nothing to look for') as never)
  t.same([asked.device.backend, asked.withoutWebGpu], ['cpu', undefined])
})

t.test('a driver that crashes ends the search, not the service', async (t) => {
  const crash = join(t.testdir(), 'crash.mjs')
  await writeFile(crash, 'process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 1000)')
  const ended = await runProbe({ script: pathToFileURL(crash) })
  t.equal(ended, 'the search for a GPU ended with SIGSEGV in the driver')
  const { device, withoutWebGpu } = await chooseDevice('auto', async () => ended)
  t.equal(withoutWebGpu, ended)
  await device.destroy()
  await writeFile(crash, 'setInterval(() => {}, 1000)')
  const late = await runProbe({ script: pathToFileURL(crash), limitMs: 200 })
  t.equal(late, 'the driver did not answer within 0.2 s')
})

t.test('the search has the environment of the process that asks', async (t) => {
  const script = join(t.testdir(), 'names.mjs')
  await writeFile(
    script,
    'process.send({ adapters: Object.keys(process.env), facts: {} }, () => process.exit(0))',
  )
  const found = await runProbe({ script: pathToFileURL(script) })
  if (typeof found === 'string') throw new Error(found)
  t.same(
    Object.keys(process.env).filter((name) => !found.adapters.includes(name)),
    [],
    'a driver that variables name is found',
  )
})

t.test('a start logs one line of its own on the backend, and none of a driver', async (t) => {
  const service = await startServiceProcess(t, { env: { KERNEL_BACKEND: 'auto' } })
  const { stderr } = service.process
  if (stderr === null) throw new Error('Expected a pipe.')
  const log = text(stderr)
  await listening(service.process)
  await service.stop()
  const lines = (await log)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>)
  const chosen = lines.filter(({ msg }) => msg === 'compute device initialized')
  t.equal(chosen.length, 1)
  t.match(chosen[0], { requested: 'auto', backend: String, device: String })
  if (chosen[0]?.backend === 'webgpu') return
  t.match(chosen[0]?.without_webgpu, /\S/)
  t.notMatch(chosen[0]?.without_webgpu, /library can't be loaded/, 'it is there for this version of Node')
  t.same(
    lines.filter(({ source, level }) => source === 'compute' || Number(level) > 30),
    [],
  )
})
