import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DriverSearch } from '../../config/vulkan.ts'

/** Facts about the machine that determine whether WebGPU can use a GPU. */
export interface GpuFacts {
  platform: string
  /** glibc version; `null` for another C library such as musl. */
  glibc: string | null
  libraryError?: string | undefined
  softwareAdapter?: string | undefined
  /** Device files of GPUs: all files, and those that the current user may not open. */
  deviceFiles: string[]
  closedFiles: string[]
  /** Number of MIG instances into which NVIDIA GPUs are partitioned. */
  migInstances: number
  isWsl: boolean
  /** Error when loading the Vulkan loader library. */
  vulkanError?: string | undefined
  /** Error when loading NVIDIA's Vulkan driver library. */
  nvidiaError?: string | undefined
  /** Driver manifests (ICD): in folders that the Vulkan loader searches, and in an unsearched folder. */
  driverFiles: string[]
  unsearchedDriverFiles: string[]
  /** True if an environment variable names a driver manifest. */
  areNamed: boolean
  /** NVIDIA container device specifications (CDI) that mount no driver manifest. */
  cdiWithoutDriver: string[]
  /** Value of the variable NVIDIA_DRIVER_CAPABILITIES. */
  capabilities: string | null
  /** Messages of the Vulkan loader and of Dawn on standard error. */
  driverMessages: string[]
}

/** Mount point of NVIDIA's driver in some Kubernetes clusters. */
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

/** Error of the dynamic linker for a library; `undefined` if the library can be loaded. */
function missing(library: string): string | undefined {
  try {
    process.dlopen({ exports: {} }, library)
  } catch (error) {
    const { message } = error as Error
    // Any other message means that the library was found, but is not a Node add-on.
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
    // A missing or unreadable folder counts as empty.
    return []
  }
}

/** Text of a file that exists only on some systems; empty if it is missing or unreadable. */
export function textOf(path: string): string {
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
