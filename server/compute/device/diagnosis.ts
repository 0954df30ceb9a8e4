import { accessSync, constants, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Facts about the graphics processors of a machine, as far as WebGPU needs them. */
export interface GpuFacts {
  platform: string
  /** Why WebGPU's library can't be loaded. */
  libraryError?: string | undefined
  /** The adapter that was found, if it is one that computes on the processor. */
  softwareAdapter?: string | undefined
  /** Of graphics processors, and those among them that this user may not open. */
  deviceFiles: string[]
  closedFiles: string[]
  /** Why the Vulkan loader can't be opened. */
  vulkanError?: string | undefined
  /** Why the Vulkan part of NVIDIA's driver can't. */
  nvidiaError?: string | undefined
  /** Files that name drivers to the Vulkan loader. */
  driverFiles: string[]
}

const driverFolders = ['/etc/vulkan/icd.d', '/usr/share/vulkan/icd.d', '/usr/local/share/vulkan/icd.d']
const graphicsCapability = 'in a container, set NVIDIA_DRIVER_CAPABILITIES=compute,utility,graphics'

/** Why WebGPU has no graphics processor here, and what to do about it, in one line. */
export function explain(facts: GpuFacts): string {
  const { platform, libraryError, softwareAdapter, deviceFiles, closedFiles } = facts
  if (libraryError) return `its library can't be loaded: ${libraryError}`
  const onlySoftware = `the only adapter computes on the processor: ${softwareAdapter}`
  if (platform !== 'linux') return softwareAdapter ? onlySoftware : 'no adapter was found'
  if (deviceFiles.length === 0) {
    return 'no graphics processor is visible here, neither /dev/nvidia* nor /dev/dri/renderD* (a container has to be given it)'
  }
  if (facts.vulkanError) return `the Vulkan loader is missing, install libvulkan1: ${facts.vulkanError}`
  if (closedFiles.length === deviceFiles.length) {
    return `this user may not open ${closedFiles.join(', ')}: add it to the group that owns it (often render or video)`
  }
  if (deviceFiles.some((path) => path.includes('nvidia'))) {
    // The linker names what it lacks first.
    if (facts.nvidiaError && !facts.nvidiaError.startsWith('libGLX_nvidia')) {
      return `NVIDIA's driver needs a library that is not here: ${facts.nvidiaError}`
    }
    if (facts.nvidiaError) {
      return `the Vulkan part of NVIDIA's driver can't be opened (${graphicsCapability}): ${facts.nvidiaError}`
    }
    if (!facts.driverFiles.some((path) => path.includes('nvidia'))) {
      return `no file in ${driverFolders.join(', ')} names NVIDIA's driver (${graphicsCapability})`
    }
  }
  return softwareAdapter ? onlySoftware : 'Vulkan has no adapter that meets what WebGPU needs'
}

export function gatherFacts(): Omit<GpuFacts, 'libraryError' | 'softwareAdapter'> {
  const deviceFiles = [...filesIn('/dev', /^(nvidia\d+|dxg)$/), ...filesIn('/dev/dri', /^renderD\d+$/)]
  return {
    platform: process.platform,
    deviceFiles,
    closedFiles: deviceFiles.filter((path) => !mayOpen(path)),
    vulkanError: missing('libvulkan.so.1'),
    nvidiaError: missing('libGLX_nvidia.so.0'),
    driverFiles: [
      ...driverFolders.flatMap((folder) => filesIn(folder, /\.json$/)),
      ...(process.env.VK_DRIVER_FILES ?? process.env.VK_ICD_FILENAMES ?? '').split(':'),
    ],
  }
}

/** Why the system's linker can't load a library; `undefined` where it can. */
function missing(library: string): string | undefined {
  try {
    process.dlopen({ exports: {} }, library)
  } catch (error) {
    const { message } = error as Error
    // It is there; that it is no Node addon is expected.
    return /cannot open|undefined symbol|wrong ELF|not found/i.test(message) ? message : undefined
  }
  return undefined
}

function filesIn(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .map((name) => join(folder, name))
  } catch {
    // A folder that is not there, or not for this user, has no drivers for it.
    return []
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
