import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Settings } from './settings.ts'

/** Folders searched by the Vulkan loader for drivers (Vulkan-Loader, LoaderDriverInterface.md). */
export interface DriverSearch {
  /** Files or folders of files from variables. */
  named: string[]
  /** Folders searched in addition. */
  folders: string[]
  /** Capabilities requested from NVIDIA’s container runtime; `null` outside of one. */
  capabilities: string | null
}

export function readDriverSearch(env: NodeJS.ProcessEnv): DriverSearch {
  const settings = new Settings(env)
  const list = (name: string, byDefault = '') =>
    settings
      .read(name, byDefault, String)
      .split(delimiter)
      .filter((path) => path !== '')
  const replacing = list(settings.has('VK_DRIVER_FILES') ? 'VK_DRIVER_FILES' : 'VK_ICD_FILENAMES')
  const home = settings.read('HOME', homedir(), String)
  const parents = [
    ...list('XDG_CONFIG_HOME', join(home, '.config')),
    ...list('XDG_CONFIG_DIRS', '/etc/xdg'),
    '/etc',
    ...list('XDG_DATA_HOME', join(home, '.local/share')),
    ...list('XDG_DATA_DIRS', '/usr/local/share:/usr/share'),
  ]
  const isReplaced = replacing.length > 0
  return {
    named: isReplaced ? replacing : list('VK_ADD_DRIVER_FILES'),
    folders: isReplaced ? [] : parents.map((parent) => join(parent, 'vulkan/icd.d')),
    capabilities: settings.read<string | null>('NVIDIA_DRIVER_CAPABILITIES', null, String),
  }
}
