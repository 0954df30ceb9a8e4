import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DriverSearch } from '../../config/vulkan.ts'

/** Facts about the graphics processors of a machine, as far as WebGPU needs them. */
export interface GpuFacts {
  platform: string
  /** Version of the C library; `null`: another one than glibc, as musl. */
  glibc: string | null
  /** Why WebGPU's library can't be loaded. */
  libraryError?: string | undefined
  /** The adapter that was found, if it is one that computes on the processor. */
  softwareAdapter?: string | undefined
  /** Graphics processors, and those among them that this user may not open. */
  deviceFiles: string[]
  closedFiles: string[]
  /** Instances into which NVIDIA's processors are divided (MIG). */
  migInstances: number
  /** Linux inside Windows. */
  isWsl: boolean
  /** Why the Vulkan loader can't be opened. */
  vulkanError?: string | undefined
  /** Why the Vulkan part of NVIDIA's driver can't. */
  nvidiaError?: string | undefined
  /** Files that name drivers to the Vulkan loader (ICD), and those in a folder that it does not search. */
  driverFiles: string[]
  strayDriverFiles: string[]
  /** True where variables name any of them. */
  areNamed: boolean
  /** Descriptions of NVIDIA's devices for containers (CDI) that mount no such file. */
  cdiWithoutDriver: string[]
  /** Files of NVIDIA's container runtime. */
  capabilities: string | null
  /** Lines of the Vulkan loader and of Dawn on standard error. */
  complaints: string[]
}

/** Folder of NVIDIA's mounts in some clusters. */
const unsearchedFolder = '/usr/local/nvidia/share/vulkan/icd.d'
const cdiFolders = ['/etc/cdi', '/var/run/cdi']

/** `root` is the folder in which the system's files are. */
export function gatherFacts(
  { named, folders, capabilities }: DriverSearch,
  root = '/',
): Omit<GpuFacts, 'complaints'> {
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
    strayDriverFiles: driversIn(unsearchedFolder).filter((path) => !isNamed(path)),
    areNamed: named.length > 0,
    cdiWithoutDriver: cdiFolders
      .flatMap((folder) => files(folder, /nvidia.*\.(ya?ml|json)$/))
      .filter((path) => !textOf(path).includes('vulkan/icd.d')),
    capabilities,
  }
}

/** `null`: the C library is another one. */
export function glibcVersion(): string | null {
  if (process.platform !== 'linux') return null
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime ?? null
}

/** Why the system's linker can't load a library; `undefined` where it can. */
function missing(library: string): string | undefined {
  try {
    process.dlopen({ exports: {} }, library)
  } catch (error) {
    const { message } = error as Error
    // It is there; that it is no Node addon is expected.
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
    // A folder that is absent, or closed to this user, has no drivers for it.
    return []
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Absent, or closed to this user.
    return ''
  }
}

function mayOpen(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    // Whatever forbids it.
    return false
  }
}
