/** Radio presets as parts of a request, each figure with its source: `presets.json`. Clients merge them, requests name none. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Preset {
  /** As `--preset` takes it: `meshtastic-longfast-eu868`. */
  name: string
  title: string
  /** Presets that a list shows together. */
  group: string
  /** Fields of a request: the model, and figures. */
  body: { model: string } & Record<string, string | number>
  /** Where each figure of the body is from. */
  sources: Record<string, string>
}

interface PresetFile {
  sources: Record<string, string>
  /** Their sources are names of those above. */
  presets: Preset[]
}

/** Not compiled: it is read where it is. */
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
