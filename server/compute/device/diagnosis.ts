import type { GpuFacts } from './facts.ts'

/** Obstacle that keeps WebGPU from using a GPU, and how to remove the obstacle. */
export interface Obstacle {
  finding: string
  cure?: string
  isAbsence?: boolean
}

/** Minimum glibc version of the WebGPU binary. */
const minimumGlibc = [2, 34] as const
const graphicsCapability = 'in a container, set NVIDIA_DRIVER_CAPABILITIES=compute,utility,graphics'
const absence: Obstacle = {
  finding: 'no GPU is visible: neither /dev/nvidia* nor /dev/dri/renderD* exists',
  cure: 'start the container with --gpus all (docker), --device nvidia.com/gpu=all (podman) or --device /dev/dri',
  isAbsence: true,
}
const withoutGraphics = 'or set KERNEL_BACKEND=webasm to compute on the CPU'

const libraryCure = 'install the package that contains the missing library, such as libxext6 for libXext.so.6'
const driverCure = (library: string) =>
  library.includes('nvidia')
    ? graphicsCapability
    : 'install the driver that contains the missing library, or delete the ICD file that names the library'

/** Why WebGPU finds no GPU, and what to do, in one line. */
export function explain(facts: GpuFacts): string {
  const [{ finding, cure } = { finding: 'no adapter was found', cure: undefined }] = obstacles(facts)
  return cure === undefined ? finding : `${finding}: ${cure}`
}

/** All obstacles found, sorted by urgency; empty if none was found. */
export function obstacles(facts: GpuFacts): Obstacle[] {
  const { platform, libraryError, softwareAdapter, deviceFiles, closedFiles, vulkanError } = facts
  if (libraryError) return [ofLibrary(libraryError, facts)]
  const onlySoftware = { finding: `the only adapter is a software adapter: ${softwareAdapter}` }
  if (platform !== 'linux') return softwareAdapter ? [onlySoftware] : [{ finding: 'no adapter was found' }]
  const found: Obstacle[] = []
  if (facts.migInstances > 0) {
    const finding = `the NVIDIA GPU is partitioned (MIG, instances: ${facts.migInstances}); MIG instances do not support Vulkan`
    found.push({ finding, cure: `nvidia-smi -mig 0 on the host, ${withoutGraphics}` })
  }
  if (facts.isWsl) {
    const finding = 'WSL provides GPUs to CUDA and Direct3D, but not to Vulkan'
    found.push({ finding, cure: `run the service on Linux without WSL, ${withoutGraphics}` })
  }
  const isExpected = deviceFiles.length > 0 || facts.areNamed
  if (vulkanError && isExpected) {
    return [
      ...found,
      { finding: `the Vulkan loader is missing (${vulkanError})`, cure: 'apt install libvulkan1' },
    ]
  }
  if (deviceFiles.length > 0 && closedFiles.length === deviceFiles.length) {
    const cure = `add the user of the service to the group of the device files, often render or video: usermod -aG render,video USER`
    found.push({ finding: `this user has no access to ${closedFiles.join(', ')}`, cure })
  }
  found.push(...ofDrivers(facts), ...ofNvidia(facts))
  if (!isExpected) return found.length > 0 ? found : [absence]
  const refusal = refusalIn(facts)
  if (refusal) {
    const cure =
      'install a newer version of Mesa: version 22.3 of Debian 12 is refused, Debian 13 has version 25.0'
    found.push({ finding: `Dawn refuses the driver (${refusal})`, cure })
  }
  if (softwareAdapter) {
    const cure = 'install the Vulkan driver of the graphics card: mesa-vulkan-drivers for AMD and Intel'
    found.push(deviceFiles.length > 0 ? { ...onlySoftware, cure } : { ...onlySoftware, isAbsence: true })
  } else if (found.length === 0 && facts.driverFiles.length === 0) {
    const finding = 'no ICD file of a Vulkan driver is installed'
    found.push({ finding, cure: 'apt install mesa-vulkan-drivers (AMD, Intel)' })
  }
  return found.length > 0 ? found : [{ finding: 'no Vulkan adapter meets the requirements of WebGPU' }]
}

export function glibcObstacle({
  platform,
  glibc,
}: Pick<GpuFacts, 'platform' | 'glibc'>): Obstacle | undefined {
  if (platform !== 'linux') return undefined
  const needed = minimumGlibc.join('.')
  const cure = `use a system with glibc ${needed} or newer, such as Debian 12 or Ubuntu 22.04, ${withoutGraphics}`
  if (glibc === null) return { finding: 'the C library is musl, but the WebGPU package requires glibc', cure }
  const [major = 0, minor = 0] = glibc.split('.').map(Number)
  const isOld = major < minimumGlibc[0] || (major === minimumGlibc[0] && minor < minimumGlibc[1])
  return isOld
    ? { finding: `glibc ${glibc} is too old: the WebGPU package requires ${needed}`, cure }
    : undefined
}

function ofLibrary(libraryError: string, facts: GpuFacts): Obstacle {
  const finding = `the WebGPU library can't be loaded (${libraryError})`
  const byGlibc = glibcObstacle(facts)
  return byGlibc
    ? { ...byGlibc, finding: `${finding}; ${byGlibc.finding}` }
    : { finding, cure: 'run npm ci on this platform' }
}

/** Obstacles reported by the Vulkan loader about drivers. */
function ofDrivers({ driverMessages }: GpuFacts): Obstacle[] {
  const text = driverMessages.join('\n')
  const all = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))]
  return [
    ...all(/Could not get 'vkCreateInstance' via \S+ for ICD (\S+)/g).map((library) => ({
      finding: `the driver ${library} has no vkCreateInstance: without a display, the driver opens libraries that are not installed`,
      cure: "apt install libx11-6 libxext6 libegl1; else VK_DRIVER_FILES with NVIDIA's EGL ICD, a copy of nvidia_icd.json that names libEGL_nvidia.so.0",
    })),
    ...all(/Attempt to retrieve either .* from ICD (\S+) failed/g).map((library) => ({
      finding: `${library} is not a Vulkan driver`,
      cure: 'correct or delete the ICD file that names the library',
    })),
    ...all(/(\S+): cannot open shared object file/g).map((library) => ({
      finding: `a Vulkan driver requires a library that is not installed: ${library}`,
      cure: text.includes(`ICD JSON ${library}.`) ? driverCure(library) : libraryCure,
    })),
    ...all(/Failed to (?:open|parse) JSON file ([^\s,]+)/g).map((path) => ({
      finding: `the ICD file ${path} can't be read`,
      cure: 'correct the ICD file, or VK_DRIVER_FILES, VK_ICD_FILENAMES or VK_ADD_DRIVER_FILES',
    })),
  ]
}

function ofNvidia(facts: GpuFacts): Obstacle[] {
  const {
    deviceFiles,
    nvidiaError,
    unsearchedDriverFiles: strayDriverFiles,
    cdiWithoutDriver,
    capabilities,
    driverMessages,
  } = facts
  const isNamed = facts.driverFiles.some((path) => path.includes('nvidia'))
  const [unsearched] = strayDriverFiles
  if (unsearched !== undefined && !isNamed) {
    return [
      {
        finding: `the Vulkan loader does not search the folder of ${unsearched}`,
        cure: `set VK_ADD_DRIVER_FILES=${unsearched}`,
      },
    ]
  }
  if (cdiWithoutDriver.length > 0) {
    const finding = `${cdiWithoutDriver.join(', ')} (CDI) mounts no ICD file of NVIDIA's driver into containers`
    const cure = `nvidia-ctk cdi generate --output=${cdiWithoutDriver[0]} after installing the Vulkan part of the driver on the host; ${graphicsCapability}`
    return [{ finding, cure }]
  }
  const isReported = nvidiaError !== undefined && driverMessages.some((line) => line.includes(nvidiaError))
  if (isReported || !deviceFiles.some((path) => path.includes('nvidia'))) return []
  // The error begins with the missing library, which may be a dependency of NVIDIA's driver.
  if (nvidiaError && !nvidiaError.startsWith('libGLX_nvidia')) {
    return [
      {
        finding: `the NVIDIA driver requires a library that is not installed (${nvidiaError})`,
        cure: libraryCure,
      },
    ]
  }
  const limited = capabilities !== null && !/\b(all|graphics)\b/.test(capabilities)
  const cause = limited ? `, as NVIDIA_DRIVER_CAPABILITIES is ${capabilities}` : ''
  const cure = `${graphicsCapability}; without a container, install the driver package that contains libGLX_nvidia.so.0`
  if (nvidiaError) {
    return [
      { finding: `the Vulkan part of the NVIDIA driver can't be opened${cause} (${nvidiaError})`, cure },
    ]
  }
  return isNamed ? [] : [{ finding: `no ICD file of the NVIDIA Vulkan driver is installed${cause}`, cure }]
}

/** Dawn's reason for rejecting an adapter, from the captured messages. */
function refusalIn({ driverMessages }: GpuFacts): string | undefined {
  const at = driverMessages.findIndex((line) => line.includes('While initializing adapter'))
  return driverMessages[at - 1]?.replace(/^Warning: |\.$/g, '')
}
