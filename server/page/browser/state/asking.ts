import { computed, effect, signal, untracked } from '@preact/signals'
import { distanceKm } from '../../../client/areas.ts'
import type { Position } from '../../../client/coordinates.ts'
import { type components, dataOf } from '../../../client/requests.ts'
import { resolutionFor } from '../../../client/resolution.ts'
import { numberOf, textOf, valuesByField } from '../request/fields.ts'
import { latest } from '../service/latest.ts'
import { account, client, refreshAccount } from '../service/session.ts'
import { area } from './areas.ts'
import { prepareForms, RequestForm } from './form.ts'
import { PlaceInForm } from './place.ts'
import { follow, type SimulationRecord, show } from './results.ts'

type Estimate = components['schemas']['Estimate']
type SimulationRequest = components['schemas']['SimulationRequest']

const ESTIMATE_PAUSE_MS = 700

export const form = new RequestForm('SimulationRequest')
export const transmitter = new PlaceInForm()
export const place = transmitter.position
export const estimate = signal<Estimate | undefined>(undefined)
export const isSending = signal(false)

export function placeAt(position: Position): void {
  transmitter.set(position)
}

/** Cell size to set in the form; `undefined` leaves the field unchanged. */
const usualResolution = computed(() => {
  const { grid, max_range } = form.draft.value
  if (grid) return ''
  const spacingM = transmitter.ground.value?.post_spacing_m
  const rangeKm = numberOf(String(max_range ?? ''))
  if (!spacingM || rangeKm === undefined || rangeKm <= 0 || form.hasOwnCells.value) return undefined
  return String(resolutionFor(spacingM, rangeKm))
})

// The cell size follows the terrain's post spacing, unless set by the user or by a grid.
effect(() => {
  const resolution = usualResolution.value
  if (resolution === undefined || form.draft.value.resolution === resolution) return
  untracked(() => {
    form.draft.value = { ...form.draft.value, resolution }
  })
})

/** Copies the parameters of a simulation to the form, optionally with another position. */
export async function startFrom(
  { id, params }: SimulationRecord,
  at: Position = { lat: params.tx_lat, lon: params.tx_lon },
): Promise<void> {
  await prepareForms()
  form.preset.value = undefined
  form.hasOwnCells.value = true
  form.draft.value = {}
  form.chooseModel(params.model)
  const { draft } = form
  const requested = { ...params, ...('grid' in params && { grid: id }) }
  const values = valuesByField(requested).flatMap(([name, value]): [string, string | string[]][] => {
    if (!(name in draft.value) || value === null) return []
    return [[name, Array.isArray(value) ? value.map(String) : textOf(value)]]
  })
  // Empties the power field that the original request did not use.
  const power = 'tx_power_dbm' in params ? { erp: '' } : { tx_power_dbm: '' }
  draft.value = { ...draft.value, ...Object.fromEntries(values), ...power }
  transmitter.moveTo(at)
  await form.recognizePreset()
}

/** Like `startFrom`, with a correction derived from measurements. */
export async function startCorrected(
  record: SimulationRecord,
  { offset_db, slope_db }: { offset_db: number; slope_db: number },
): Promise<void> {
  await startFrom(record)
  form.setField('correction/offset_db', String(offset_db))
  form.setField('correction/slope_db', String(slope_db))
}

/** Distance in km beyond which an area does not belong to the transmitter. */
const FAR_KM = 100
/** Maximum ratio of ellipsoidal to spherical distance. */
const SPHERE = 1.006

/** Minimum range in whole km that covers the whole area; `undefined` if the form's range is enough. */
export const rangeAcrossKm = computed(() => {
  const [transmitter, corners] = [place.value, area.value?.polygons.flat(2)]
  const rangeKm = numberOf(String(form.draft.value.max_range ?? ''))
  if (transmitter === undefined || corners === undefined || rangeKm === undefined) return undefined
  const farthestKm = corners.reduce((far, corner) => Math.max(far, distanceKm(transmitter, corner)), 0)
  return rangeKm >= farthestKm || farthestKm > FAR_KM ? undefined : Math.ceil(farthestKm * SPHERE)
})

/** Request body of the form; `undefined` without a position. */
const request = computed<SimulationRequest | undefined>(() => {
  if (place.value === undefined || form.fields.value.length === 0) return undefined
  const { lat, lon } = place.value
  return { ...form.values.value, tx_lat: lat, tx_lon: lon } as unknown as SimulationRequest
})

effect(() => {
  const body = request.value
  estimate.value = undefined
  if (body === undefined || account.value === undefined) return
  // Aborts the estimate, even if the request still waits because of the rate limit.
  return latest((signal) => client.value.POST('/api/v1/simulate/estimate', { body, signal }).then(dataOf), {
    afterMs: ESTIMATE_PAUSE_MS,
    take(found) {
      form.failure.value = undefined
      estimate.value = found
    },
    fail(error) {
      form.failure.value = error
    },
  })
})

/** Starts the simulation and opens it; returns false if the service refuses. */
export async function run(): Promise<boolean> {
  const body = request.value
  if (body === undefined || isSending.value) return false
  isSending.value = true
  try {
    const header = { 'idempotency-key': crypto.randomUUID() }
    const { id } = dataOf(await client.value.POST('/api/v1/simulate', { body, params: { header } }))
    form.failure.value = undefined
    void follow(id)
    show(id)
    await refreshAccount()
    return true
  } catch (error) {
    form.failure.value = error
    return false
  } finally {
    isSending.value = false
  }
}
