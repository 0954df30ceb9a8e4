import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DriverSearch } from '../../config/vulkan.ts'

/** Driver manifest (ICD) with the library that it names, or why it is not usable. */
export interface DriverFile {
  path: string
  library?: string
  problem?: 'does not exist' | 'is not readable' | 'is not valid JSON'
}

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
  /** Folder with that library which the linker does not search. */
  nvidiaFolder?: string | undefined
  /** Driver manifests: those that the Vulkan loader searches, and paths of others. */
  driverFiles: DriverFile[]
  unsearchedDriverFiles: string[]
  /** True if an environment variable names a driver manifest; the variable that does, or can. */
  areNamed: boolean
  variable: string
  /** NVIDIA container device specifications (CDI) that mount no driver manifest. */
  cdiWithoutDriver: string[]
  /** Value of the variable NVIDIA_DRIVER_CAPABILITIES. */
  capabilities: string | null
  /** Messages of the Vulkan loader and of Dawn on standard error. */
  driverMessages: string[]
}

/** Mount point of NVIDIA's driver in some Kubernetes clusters, and folders that XDG_DATA_DIRS may leave out. */
const shareFolders = ['/usr/local/nvidia/share', '/usr/local/share', '/usr/share']
const nvidiaFolder = '/usr/local/nvidia/lib64'
const nvidiaLibrary = 'libGLX_nvidia.so.0'
const cdiFolders = ['/etc/cdi', '/var/run/cdi']

export function gatherFacts(
  { named, variable, folders, capabilities }: DriverSearch,
  root = '/',
): Omit<GpuFacts, 'driverMessages'> {
  const files = (folder: string, pattern: RegExp) => filesIn(join(root, folder), pattern)
  const deviceFiles = [...files('/dev', /^(nvidia\d+|dxg)$/), ...files('/dev/dri', /^renderD\d+$/)]
  const capabilityFolder = '/proc/driver/nvidia/capabilities'
  const driversIn = (folder: string) => files(folder, /\.json$/)
  const searched = [...named, ...folders].map((path) => join(root, path))
  const nvidiaError = missing(nvidiaLibrary)
  return {
    platform: process.platform,
    glibc: glibcVersion(),
    deviceFiles,
    closedFiles: deviceFiles.filter((path) => !mayOpen(path)),
    migInstances: files(capabilityFolder, /^gpu\d+$/).flatMap((path) => filesIn(join(path, 'mig'), /^gi\d+$/))
      .length,
    isWsl: /microsoft/i.test(textOf(join(root, '/proc/sys/kernel/osrelease'))),
    vulkanError: missing('libvulkan.so.1'),
    nvidiaError,
    nvidiaFolder:
      nvidiaError && existsSync(join(root, nvidiaFolder, nvidiaLibrary)) ? nvidiaFolder : undefined,
    driverFiles: [
      ...named.flatMap((path) => (path.endsWith('.json') ? [join(root, path)] : driversIn(path))),
      ...folders.flatMap(driversIn),
    ].map(readDriverFile),
    unsearchedDriverFiles: shareFolders
      .flatMap((folder) => driversIn(join(folder, 'vulkan/icd.d')))
      .filter((path) => !searched.some((each) => path.startsWith(each))),
    areNamed: named.length > 0,
    variable,
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

function readDriverFile(path: string): DriverFile {
  try {
    const library = JSON.parse(readFileSync(path, 'utf8'))?.ICD?.library_path
    return { path, ...(typeof library === 'string' && { library }) }
  } catch (error) {
    if (error instanceof SyntaxError) return { path, problem: 'is not valid JSON' }
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return { path, problem: isMissing ? 'does not exist' : 'is not readable' }
  }
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
