/** Radio presets from `presets.json`: parts of a request, with sources, which clients merge into requests. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Preset {
  /** Name for `--preset`, such as `meshtastic-longfast-eu868`. */
  name: string
  title: string
  group: string
  body: { model: string } & Record<string, string | number>
  /** Source of each value, keyed by field of the body. */
  sources: Record<string, string>
}

interface PresetFile {
  sources: Record<string, string>
  /** Presets; the sources in a preset are keys of the file's member `sources`. */
  presets: Preset[]
}

/** JSON files are not compiled, so the file is read from the source folder. */
const path = join(import.meta.dirname, '../../../server/requests/presets.json')

let read: readonly Preset[] | undefined

export function presets(): readonly Preset[] {
  read ??= readPresets()
  return read
}

function readPresets(): readonly Preset[] {
  const { sources: texts, presets } = JSON.parse(readFileSync(path, 'utf8')) as PresetFile
  return presets.map(({ sources, ...preset }) => ({
    ...preset,
    sources: Object.fromEntries(Object.entries(sources).map(([field, name]) => [field, texts[name] ?? ''])),
  }))
}
