import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Settings } from './settings.ts'

export type DriverSearch = ReturnType<typeof readDriverSearch>

/** Locations where the Vulkan loader searches for drivers (Vulkan-Loader, LoaderDriverInterface.md). */
export function readDriverSearch(env: NodeJS.ProcessEnv) {
  const settings = new Settings(env)
  const list = (name: string, byDefault = '') =>
    settings
      .read(name, byDefault, String)
      .split(delimiter)
      .filter((path) => path !== '')
  const replacing = ['VK_DRIVER_FILES', 'VK_ICD_FILENAMES'].find((name) => settings.has(name))
  const variable = replacing ?? 'VK_ADD_DRIVER_FILES'
  const home = settings.read('HOME', homedir(), String)
  const parents = [
    ...list('XDG_CONFIG_HOME', join(home, '.config')),
    ...list('XDG_CONFIG_DIRS', '/etc/xdg'),
    '/etc',
    ...list('XDG_DATA_HOME', join(home, '.local/share')),
    ...list('XDG_DATA_DIRS', '/usr/local/share:/usr/share'),
  ]
  return {
    /** Driver manifests, or folders of manifests, named by environment variables. */
    named: list(variable),
    /** Variable that names them, or can name one; of several, the one that the loader prefers. */
    variable,
    /** Folders searched in addition to manifests named by variables. */
    folders: replacing ? [] : parents.map((parent) => join(parent, 'vulkan/icd.d')),
    /** Value of NVIDIA_DRIVER_CAPABILITIES, which NVIDIA's container runtime reads; `null` if unset. */
    capabilities: settings.read<string | null>('NVIDIA_DRIVER_CAPABILITIES', null, String),
  }
}
