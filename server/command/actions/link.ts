/** Command `coverage link`: one radio link. */

import { HIGHEST_PROPOSED_MAST_M } from '../../client/masts.ts'
import type { components } from '../../client/requests.ts'
import { answer, type Call, serviceOf } from '../call/call.ts'
import type { Body } from '../call/fields.ts'
import { warningLines } from '../call/record-text.ts'
import { UsageError } from '../errors.ts'
import type { LinkFlags } from '../flags.ts'
import { requestOf } from '../request/request.ts'
import { widthOf } from '../terminal/io.ts'
import { drawProfile } from '../terminal/profile.ts'
import { pairs } from '../terminal/table.ts'

type Answered = components['schemas']['Link']

const MAXIMUM_BLOCKED = 5

export async function link(call: Call<LinkFlags>, ofFlags: Body): Promise<void> {
  const { local, dem } = call.flags
  const body = await requestOf(ofFlags, call.flags)
  if (dem && !local) throw new UsageError('--dem requires --local.')
  const found: Answered = local
    ? await (await import('../local/link.ts')).linkHere(call, body)
    : await (await serviceOf(call))
        .requireKey()
        .ask((client) => client.POST('/api/v1/link', { body: body as never }))
  const { io, flags } = call
  // Printed separately, because `answer` escapes control characters, which the profile's colors need.
  if (!flags.json && !flags.quiet) io.out(`${drawProfile(found.profile, io)}\n\n`)
  answer(call, found, () => facts(found, widthOf(io)), found.visible ? 'visible' : 'blocked')
}

/** Labels for losses added to the path loss, by field name among the link's intermediate values. */
const addedLosses = {
  tx_clutter_db: 'clutter at tx',
  rx_clutter_db: 'clutter at rx',
  rx_indoor_db: 'building',
  correction_db: 'correction',
}

function addedText({ intermediates }: Answered, name: string): string | undefined {
  const db = intermediates?.[name]
  return typeof db === 'number' ? decibels(db, 'dB') : undefined
}

function facts(found: Answered, columns: number): string {
  const { blocked_at: blocked, clear_heights_m: clear, loss_db: loss } = found
  const { ground_m: ground } = found.profile
  const entries = pairs(
    [
      ['distance', `${(found.distance_m / 1000).toFixed(3)} km`],
      ['azimuth', azimuthText(found)],
      [
        'ground',
        `${metres(ground[0] ?? 0)} at the transmitter, ${metres(ground.at(-1) ?? 0)} at the receiver`,
      ],
      ['line of sight', found.visible ? 'visible' : 'blocked'],
      ...blocked.slice(0, MAXIMUM_BLOCKED).map((at) => ['', blockedText(at)] as const),
      ['line of sight from', found.visible ? undefined : mastText(clear.los)],
      ['60 % Fresnel from', clear.fresnel60 === null ? 'at no antenna height' : mastText(clear.fresnel60)],
      ['free space', decibels(loss.free_space, 'dB')],
      ['diffraction', decibels(loss.diffraction, 'dB')],
      ...Object.entries(addedLosses).map(([name, label]) => [label, addedText(found, name)] as const),
      ['loss', decibels(loss.model, 'dB')],
      ['received', decibels(found.received_dbm, 'dBm')],
      ['margin', found.margin_db === null ? undefined : decibels(found.margin_db, 'dB')],
    ],
    columns,
  )
  const more =
    blocked.length > MAXIMUM_BLOCKED ? [`and ${blocked.length - MAXIMUM_BLOCKED} more obstacles`] : []
  return [entries, ...more, ...warningLines(found.warnings, columns)].join('\n')
}

function azimuthText({ azimuth_deg: there, reverse_azimuth_deg: back }: Answered): string | undefined {
  if (there === null || back === null) return undefined
  return `${there.toFixed(1)}°, reverse ${back.toFixed(1)}°`
}

function mastText(heightM: number): string {
  if (heightM > HIGHEST_PROPOSED_MAST_M) return `more than ${HIGHEST_PROPOSED_MAST_M} m antenna height`
  return `${metres(heightM)} antenna height`
}

function blockedText({ distance_m, by_m }: { distance_m: number; by_m: number }): string {
  return `at ${(distance_m / 1000).toFixed(2)} km the ground rises ${metres(by_m)} above the direct ray`
}

function metres(value: number): string {
  return `${value.toFixed(1)} m`
}

function decibels(value: number | null, unit: string): string {
  return value === null ? 'unknown' : `${value.toFixed(1)} ${unit}`
}
