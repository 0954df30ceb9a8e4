import { basename } from 'node:path'
import type { DriverFile, GpuFacts } from './facts.ts'

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
  cure: "start the container with --gpus all (docker), --device nvidia.com/gpu=all (podman) or --device /dev/dri; without a container, install the card's driver, or set KERNEL_BACKEND=auto",
  isAbsence: true,
}
const withoutGraphics = 'or set KERNEL_BACKEND=webasm to compute on the CPU'

const libraryCure = 'install the package that contains the missing library, such as libxext6 for libXext.so.6'
const nvidiaCure = ({ nvidiaFolder }: GpuFacts) =>
  nvidiaFolder
    ? `set LD_LIBRARY_PATH=${nvidiaFolder}`
    : `${graphicsCapability}; without one, install the driver package with libGLX_nvidia.so.0`

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
  found.push(...ofDrivers(facts))
  if (facts.migInstances === 0 && !facts.isWsl) found.push(...ofNvidia(facts))
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
    const [path] = facts.unsearchedDriverFiles
    const finding = 'no ICD file of a Vulkan driver is installed'
    const cure = 'apt install mesa-vulkan-drivers (AMD, Intel)'
    found.push(path === undefined ? { finding, cure } : ofUnsearched(path, facts))
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

/** Cures of unusable ICD files. */
const fileCures: Record<NonNullable<DriverFile['problem']>, (path: string, variable: string) => string> = {
  'does not exist': (_, variable) => `correct ${variable}`,
  'is not readable': (path) => `chmod a+r ${path}`,
  'is not valid JSON': (path) => `correct or delete ${path}`,
}

/** Obstacles of ICD files, and those that the Vulkan loader reports about drivers. */
function ofDrivers(facts: GpuFacts): Obstacle[] {
  const { driverMessages, driverFiles, variable } = facts
  const text = driverMessages.join('\n')
  const all = (pattern: RegExp) =>
    [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].map((library) => {
      const file = driverFiles.find((each) => each.library && basename(each.library) === basename(library))
      return {
        library,
        path: file?.path,
        isNvidia: library.includes('nvidia'),
        subject: file ? `${file.path} names ${library}, which` : `the driver ${library}`,
        change: `correct or delete ${file?.path ?? 'the ICD file that names the library'}`,
      }
    })
  return [
    ...all(/Could not get 'vkCreateInstance' via \S+ for ICD (\S+)/g).map(
      ({ subject, isNvidia, change }) => ({
        finding: `${subject} has no vkCreateInstance${isNvidia ? ': without a display, the driver opens libraries that are not installed' : ''}`,
        cure: isNvidia
          ? "apt install libx11-6 libxext6 libegl1; else VK_DRIVER_FILES with NVIDIA's EGL ICD, a copy of nvidia_icd.json that names libEGL_nvidia.so.0"
          : change,
      }),
    ),
    ...all(/Attempt to retrieve either .* from ICD (\S+) failed/g).map(({ subject, change }) => ({
      finding: `${subject} is not a Vulkan driver`,
      cure: change,
    })),
    ...all(/(\S+): cannot open shared object file/g).map(({ library, path, subject, isNvidia, change }) =>
      path === undefined
        ? {
            finding: `a Vulkan driver requires a library that is not installed: ${library}`,
            cure: libraryCure,
          }
        : {
            finding: `${subject} is not installed`,
            cure: isNvidia ? nvidiaCure(facts) : `install the driver that contains the library, or ${change}`,
          },
    ),
    ...driverFiles.flatMap(({ path, problem }) =>
      problem
        ? [{ finding: `the ICD file ${path} ${problem}`, cure: fileCures[problem](path, variable) }]
        : [],
    ),
  ]
}

function ofUnsearched(path: string, { areNamed, variable }: GpuFacts): Obstacle {
  const cure = areNamed ? `add ${path} to ${variable}` : `set ${variable}=${path}`
  return { finding: `the Vulkan loader does not search the folder of ${path}`, cure }
}

function ofNvidia(facts: GpuFacts): Obstacle[] {
  const { deviceFiles, nvidiaError, cdiWithoutDriver, capabilities, driverMessages } = facts
  const isOfNvidia = (path: string) => path.includes('nvidia')
  const isNamed = facts.driverFiles.some(({ path }) => isOfNvidia(path))
  const hasDevice = deviceFiles.some(isOfNvidia)
  const unsearched = facts.unsearchedDriverFiles.find(isOfNvidia)
  if (hasDevice && unsearched !== undefined && !isNamed) return [ofUnsearched(unsearched, facts)]
  if (cdiWithoutDriver.length > 0) {
    const finding = `${cdiWithoutDriver.join(', ')} (CDI) mounts no ICD file of NVIDIA's driver into containers`
    const cure = `nvidia-ctk cdi generate --output=${cdiWithoutDriver[0]} after installing the Vulkan part of the driver on the host; ${graphicsCapability}`
    return [{ finding, cure }]
  }
  const isReported = nvidiaError !== undefined && driverMessages.some((line) => line.includes(nvidiaError))
  if (isReported || !hasDevice) return []
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
  const cure = nvidiaCure(facts)
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
