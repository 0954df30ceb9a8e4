/** Propagation models against published references: the plain functions, and every available backend. */

import { type Backend, BackendUnavailableError, openDevice } from '../../kernels/device/device.ts'
import {
  broken,
  type Opened,
  type ReferenceSet,
  rowsOf,
  type Value,
} from '../../test/references/models/comparison.ts'
import { RayLosses } from '../../test/references/models/rays.ts'
import { referenceSets } from '../../test/references/models/sets.ts'
import { oneOf, UsageError } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { makeReport, type Row } from '../frame/report.ts'

const BACKENDS = ['webasm', 'cpu', 'webgpu'] as const satisfies readonly Backend[]
const MAXIMUM_NAMED = 5

const usage = `npm run validate -- models --vectors DIR [options]

Compares the models with published references under DIR, which has a folder per set: ${referenceSets
  .map(({ name }) => name)
  .join(', ')}.
One line per quantity: number of values, mean and greatest error, tolerance; below the table the reason for each
tolerance. Passes if none is exceeded.

  --vectors DIR        the references, as in test/data/models
  --backend B          ${BACKENDS.join(', ')}; repeatable (all available)
  --json               one JSON object instead of a table
  --help               show help`

export const run = program({
  usage,
  options: { vectors: { type: 'string' }, backend: { type: 'string', multiple: true } },
  async measure(values) {
    const dir = values.vectors
    if (dir === undefined) throw new UsageError(`--vectors is missing.\n\n${usage}`)
    const found = referenceSets.filter((set) => set.isIn(dir))
    if (found.length === 0)
      throw new Error(`${dir}: none of ${referenceSets.map(({ name }) => name).join(', ')}`)
    const named = values.backend?.map((text) => oneOf('--backend', text, BACKENDS))

    const rows: Row[] = []
    const notes = referenceSets.filter((set) => !found.includes(set)).map(({ name }) => `${name}: not found.`)
    const add = (set: ReferenceSet, by: string, compared: Value[]) => {
      rows.push(...rowsOf(set, by, compared))
      for (const { quantity, from, want, got } of broken(set, compared).slice(0, MAXIMUM_NAMED)) {
        notes.push(`${set.name} ${by}: ${from}: expected ${quantity} to be ${want}, got ${got}`)
      }
    }
    for (const set of found) add(set, 'plain', set.plain(dir))
    const devices: string[] = []
    for (const backend of new Set(named ?? BACKENDS)) {
      const name = await onBackend(backend, named !== undefined, notes, async (opened) => {
        for (const set of found) {
          if (set.device !== undefined) add(set, backend, await set.device(dir, opened))
        }
      })
      if (name !== undefined) devices.push(`${backend} (${name})`)
    }
    for (const set of found) notes.push(...set.notes, ...reasons(set, rows))
    return makeReport(devices.join('; '), rows, notes)
  },
})

/** Runs `work` on a backend; `undefined`, with a note, if the backend is unavailable and not requested. */
async function onBackend(
  backend: Backend,
  isNamed: boolean,
  notes: string[],
  use: (opened: Opened) => Promise<void>,
): Promise<string | undefined> {
  try {
    const device = await openDevice(backend)
    const rays = new RayLosses(device)
    try {
      await use({ device, rays })
    } finally {
      await rays.destroy()
      await device.destroy()
    }
    return device.name
  } catch (error) {
    if (isNamed || !(error instanceof BackendUnavailableError)) throw error
    notes.push(`Skipped ${backend}: ${error.message}`)
    return undefined
  }
}

/** Reasons for the tolerances of a set's rows; rows with the same reason are listed together. */
function reasons(set: ReferenceSet, rows: Row[]): string[] {
  const byReason = new Map<string, string[]>()
  for (const [quantity, { maximum, why }] of Object.entries(set.tolerances)) {
    if (!rows.some((row) => row.quantity === quantity && row.case.startsWith(`${set.name} `))) continue
    const reason = `${maximum}: ${why}`
    byReason.set(reason, [...(byReason.get(reason) ?? []), quantity.replace(/ \([^)]*\)$/, '')])
  }
  return [...byReason].map(([reason, quantities]) => `${set.name} ${quantities.join(', ')}: ${reason}.`)
}
