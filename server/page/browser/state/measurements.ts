import { computed, effect, signal } from '@preact/signals'
import { type components, dataOf, ProblemError } from '../../../client/requests.ts'
import type { Figures, MeasuredPoint, MeasurementsType } from '../comparison/measured-points.ts'
import { isPathLoss } from '../comparison/side.ts'
import { numberOf } from '../request/fields.ts'
import { explain } from '../service/failures.ts'
import { latest } from '../service/latest.ts'
import { client, token } from '../service/session.ts'
import { say } from '../words/words.ts'
import { path } from './path.ts'
import { layersOf, opened, openId, shownId } from './results.ts'
import { debouncedView } from './viewing.ts'

/** Maximum number of errors shown; a table may have one error per row. */
const MAXIMUM_FAULTS = 5

interface MeasurementFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  type: MeasurementsType
  /** Result for which the file was opened, and the API key or share token used. */
  resultId: string
  holder: string | undefined
}

/** Comparison of measurements with the open result, or errors of the service. */
export type Compared = { points: MeasuredPoint[]; figures: Figures } | { faults: string[] }

export const file = signal<MeasurementFile | undefined>(undefined)
export const compared = signal<Compared | undefined>(undefined)
export const isComparing = signal(false)
/** Power in dBm below which measurements are not compared, as typed. */
export const floorText = signal('')

export const drawnPoints = computed(() => {
  const found = compared.value
  const isOpen = file.value !== undefined && file.value.resultId === opened.value?.id
  return isOpen && found !== undefined && 'points' in found ? found.points : []
})

export const pointOfPath = computed(() => {
  const to = path.value?.to
  return to && drawnPoints.value.find(({ lat, lon }) => lat === to.lat && lon === to.lon)
})

/** Compares a file of measurements with the open result; returns an error text if nothing can be compared. */
export function addMeasurements(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  type: MeasurementsType,
): string | undefined {
  const record = opened.value
  if (record?.links === undefined || !isPathLoss(record.params)) return say('measurementsWhere')
  removeMeasurements()
  file.value = { name, bytes, type, resultId: record.id, holder: token.value }
}

export function removeMeasurements(): void {
  file.value = undefined
  floorText.value = ''
}

effect(() => {
  const given = file.value
  if (given === undefined) return
  const isOther = openId.value !== undefined && openId.value !== given.resultId
  if (isOther || token.value !== given.holder) removeMeasurements()
})

effect(() => {
  const given = file.value
  const record = opened.value
  const floorDbm = given && numberOf(floorText.value)
  if (given === undefined) compared.value = undefined
  if (given === undefined || record?.id !== given.resultId) return
  const query = {
    ...(layersOf(record).includes('value') && { layer: 'value' }),
    ...(shownId.value === record.id && debouncedView.value),
    ...(floorDbm !== undefined && { floor_dbm: floorDbm }),
  }
  const compare = async (signal: AbortSignal): Promise<Compared> => {
    const answer = await client.value.POST('/results/{id}/features', {
      params: { path: { id: record.id }, query },
      headers: { 'content-type': given.type, accept: 'application/geo+json' },
      body: given.bytes as never,
      bodySerializer: (body: unknown) => body as never,
      // By default, the client would read GeoJSON as text.
      parseAs: 'json',
      signal,
    })
    const { pointsOf } = await import('../comparison/measured-points.ts')
    const found = dataOf(answer) as components['schemas']['FeaturesAnswer']
    return { points: pointsOf(found, floorDbm), figures: found.summary }
  }
  return latest(compare, {
    take: compared,
    fail(error) {
      compared.value = { faults: faultsOf(error) }
    },
    busy: isComparing,
  })
})

function faultsOf(error: unknown): string[] {
  const { errors = [] } = error instanceof ProblemError ? error.problem : {}
  if (errors.length === 0) return [explain(error)]
  const more = errors.length - MAXIMUM_FAULTS
  const shown = errors.slice(0, MAXIMUM_FAULTS).map(({ detail }) => detail)
  return more > 0 ? [...shown, say('measurementsMore', { count: more })] : shown
}
