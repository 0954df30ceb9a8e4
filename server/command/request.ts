/** What of a request is no field: a preset under it, positions as people write them. */

import { UsageError } from './errors.ts'
import type { Body } from './fields.ts'
import { positionIn } from './positions.ts'

export interface RequestFlags {
  preset?: string
  tx?: string
  rx?: string
}

export async function requestOf(body: Body, flags: RequestFlags): Promise<Body> {
  const placed = { ...body }
  for (const end of ['tx', 'rx'] as const) {
    const text = flags[end]
    if (text === undefined) continue
    const [latName, lonName] = [`${end}_lat`, `${end}_lon`]
    if (placed[latName] !== undefined || placed[lonName] !== undefined) {
      throw new UsageError(`--${end} stands for ${latName} and ${lonName}: leave one or the other out.`)
    }
    const { lat, lon } = await positionIn(text, `--${end}`)
    Object.assign(placed, { [latName]: lat, [lonName]: lon })
  }
  if (flags.preset === undefined) return placed
  const { withPreset } = await import('./presets.ts')
  return withPreset(flags.preset, placed)
}
