import { signal } from '@preact/signals'
import type { components } from '../../../client/requests.ts'
import { client, onceAnswered } from '../service/session.ts'

export type Preset = components['schemas']['Preset']

/** Presets of typical radios, the same for all accounts. */
export const presets = signal<readonly Preset[]>([])

export const readPresets = onceAnswered(
  () => client.value.GET('/api/v1/presets'),
  (found) => {
    presets.value = found?.presets ?? []
  },
)
