import { signal } from '@preact/signals'
import type { components } from '../../../client/requests.ts'
import { client, ifAnswered } from '../service/session.ts'

export type Preset = components['schemas']['Preset']

/** Presets of typical radios, the same for all accounts. */
export const presets = signal<readonly Preset[]>([])
let isRead = false

export async function readPresets(): Promise<void> {
  if (isRead) return
  isRead = true
  const found = await ifAnswered(client.value.GET('/api/v1/presets'))
  isRead = found !== undefined
  presets.value = found?.presets ?? []
}
