/** Completes a request with a preset, and with positions typed by people. */

import { UsageError } from '../errors.ts'
import type { RequestFlags } from '../flags.ts'
import { positionIn } from './positions.ts'

type Body = Record<string, unknown>

export async function requestOf(body: Body, flags: RequestFlags): Promise<Body> {
  const placed = { ...body }
  for (const end of ['tx', 'rx'] as const) {
    const text = flags[end]
    if (text === undefined) continue
    const [latName, lonName] = [`${end}_lat`, `${end}_lon`]
    if (placed[latName] !== undefined || placed[lonName] !== undefined) {
      throw new UsageError(`--${end} sets ${latName} and ${lonName}: give either --${end} or those fields.`)
    }
    const { lat, lon } = await positionIn(text, `--${end}`)
    Object.assign(placed, { [latName]: lat, [lonName]: lon })
  }
  if (flags.preset === undefined) return placed
  // Presets are loaded on demand.
  const { withPreset } = await import('./presets.ts')
  return withPreset(flags.preset, placed)
}
