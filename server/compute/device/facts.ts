import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DriverSearch } from '../../config/vulkan.ts'

/** Facts about a machine's GPUs that matter to WebGPU. */
export interface GpuFacts {
  platform: string
  /** Version of glibc; `null` for another C library, such as musl. */
  glibc: string | null
  libraryError?: string | undefined
  softwareAdapter?: string | undefined
  /** Device files of GPUs, and those that this user may not open. */
  deviceFiles: string[]
  closedFiles: string[]
  /** Number of instances into which NVIDIA GPUs are divided (MIG). */
  migInstances: number
  isWsl: boolean
  /** Error on loading the Vulkan loader. */
  vulkanError?: string | undefined
  /** Error on loading the Vulkan part of NVIDIA's driver. */
  nvidiaError?: string | undefined
  /** Driver manifests (ICD) in the Vulkan loader's folders, and in a folder that it does not search. */
  driverFiles: string[]
  unsearchedDriverFiles: string[]
  /** True if environment variables name a driver manifest. */
  areNamed: boolean
  /** NVIDIA container device descriptions (CDI) without a driver manifest. */
  cdiWithoutDriver: string[]
  /** Value of NVIDIA_DRIVER_CAPABILITIES. */
  capabilities: string | null
  /** Lines of the Vulkan loader and of Dawn on standard error. */
  driverMessages: string[]
}

/** Mount point of NVIDIA's driver in some clusters. */
const unsearchedFolder = '/usr/local/nvidia/share/vulkan/icd.d'
const cdiFolders = ['/etc/cdi', '/var/run/cdi']

export function gatherFacts(
  { named, folders, capabilities }: DriverSearch,
  root = '/',
): Omit<GpuFacts, 'driverMessages'> {
  const files = (folder: string, pattern: RegExp) => filesIn(join(root, folder), pattern)
  const deviceFiles = [...files('/dev', /^(nvidia\d+|dxg)$/), ...files('/dev/dri', /^renderD\d+$/)]
  const capabilityFolder = '/proc/driver/nvidia/capabilities'
  const driversIn = (folder: string) => files(folder, /\.json$/)
  const isNamed = (path: string) => named.some((name) => path.startsWith(join(root, name)))
  return {
    platform: process.platform,
    glibc: glibcVersion(),
    deviceFiles,
    closedFiles: deviceFiles.filter((path) => !mayOpen(path)),
    migInstances: files(capabilityFolder, /^gpu\d+$/).flatMap((path) => filesIn(join(path, 'mig'), /^gi\d+$/))
      .length,
    isWsl: /microsoft/i.test(textOf(join(root, '/proc/sys/kernel/osrelease'))),
    vulkanError: missing('libvulkan.so.1'),
    nvidiaError: missing('libGLX_nvidia.so.0'),
    driverFiles: [
      ...named.flatMap((path) => (path.endsWith('.json') ? [join(root, path)] : driversIn(path))),
      ...folders.flatMap(driversIn),
    ],
    unsearchedDriverFiles: driversIn(unsearchedFolder).filter((path) => !isNamed(path)),
    areNamed: named.length > 0,
    cdiWithoutDriver: cdiFolders
      .flatMap((folder) => files(folder, /nvidia.*\.(ya?ml|json)$/))
      .filter((path) => !textOf(path).includes('vulkan/icd.d')),
    capabilities,
  }
}

export function glibcVersion(): string | null {
  if (process.platform !== 'linux') return null
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime ?? null
}

/** Linker error of a library; `undefined` if it loads. */
function missing(library: string): string | undefined {
  try {
    process.dlopen({ exports: {} }, library)
  } catch (error) {
    const { message } = error as Error
    // The library was found; it is expected not to be a Node addon.
    return /cannot open|undefined symbol|(wrong|invalid) ELF|too short|not found/i.test(message)
      ? message
      : undefined
  }
  return undefined
}

function filesIn(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .map((name) => join(folder, name))
  } catch {
    // A missing or unreadable folder has no drivers.
    return []
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function mayOpen(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}
