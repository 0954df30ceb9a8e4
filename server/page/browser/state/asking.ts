import { computed, effect, signal, untracked } from '@preact/signals'
import { type components, dataOf } from '../../../client/requests.ts'
import { antennaDraft, antennaFieldsOf, antennaOf, firstAntenna } from '../request/antenna.ts'
import { type Position, readPosition, showPosition } from '../request/coordinates.ts'
import {
  type Document,
  type Draft,
  type Field,
  fieldsOf,
  firstDraft,
  modelOf,
  requestOf,
  schemaOf,
} from '../request/fields.ts'
import { presets } from '../request/presets.ts'
import { faultsByField } from '../service/failures.ts'
import { account, client, refreshAccount, token } from '../service/session.ts'
import { follow, type SimulationRecord, show } from './results.ts'

type Model = components['schemas']['Model']
type Estimate = components['schemas']['Estimate']
type SimulationRequest = components['schemas']['SimulationRequest']

const ESTIMATE_PAUSE_MS = 700
const kind = 'SimulationRequest'

export const models = signal<Model[]>([])
export const document = signal<Document | undefined>(undefined)
/** The fields as they were typed. */
export const draft = signal<Draft>({})
/** The transmitter's place as it was typed or clicked. */
export const placeText = signal('')
export const place = computed<Position | undefined>(() => readPosition(placeText.value))
export const estimate = signal<Estimate | undefined>(undefined)
/** What the service says of the fields, by name; under `''` what it says of the whole. */
export const faults = signal<ReadonlyMap<string, string>>(new Map())
export const isSending = signal(false)

export const model = computed(() => String(draft.value.model ?? ''))
export const fields = computed<Field[]>(() => {
  const schema = document.value && schemaOf(document.value, kind, model.value)
  return schema ? fieldsOf(schema) : []
})
/** Those of the antenna; none where the model knows no antenna. */
export const antennaFields = computed<Field[]>(() => {
  const schema = document.value && schemaOf(document.value, kind, model.value)
  return document.value && schema ? antennaFieldsOf(document.value, schema) : []
})

/** Reads what the form is made of. */
export async function prepareForm(): Promise<void> {
  if (document.value !== undefined) return
  const [listed, described] = await Promise.all([
    client.value.GET('/models').then(dataOf),
    client.value.GET('/openapi.json').then(dataOf),
  ])
  models.value = listed.models
  document.value = described as unknown as Document
  const byDefault = schemaOf(document.value, kind)
  if (byDefault) chooseModel(modelOf(byDefault))
}

// Nothing of what one account typed is left for the next.
effect(() => {
  if (token.value === undefined) untracked(clear)
})

function clear(): void {
  const { value: name } = model
  draft.value = {}
  placeText.value = ''
  faults.value = new Map()
  chooseModel(name)
}

/** Another model has other fields; what both have stays as it is. */
export function chooseModel(name: string): void {
  const schema = document.value && schemaOf(document.value, kind, name)
  if (!document.value || !schema) return
  const [plain, ofAntenna] = [fieldsOf(schema), antennaFieldsOf(document.value, schema)]
  const others = [...plain, ...ofAntenna]
  const kept = Object.entries(draft.value).filter(([field, value]) =>
    others.some((one) => one.name === field && isPossible(one, value)),
  )
  draft.value = {
    ...firstDraft(plain),
    ...firstAntenna(ofAntenna),
    ...Object.fromEntries(kept),
    model: name,
  }
}

function isPossible({ options }: Field, value: string | string[]): boolean {
  return options.length === 0 || [value].flat().every((one) => options.includes(one))
}

export function usePreset(name: string): void {
  const preset = presets.find((one) => one.name === name)
  const known = Object.entries(preset?.fields ?? {}).filter(([field]) => field in draft.value)
  draft.value = { ...draft.value, ...Object.fromEntries(known) }
}

export function setField(name: string, value: string | string[]): void {
  draft.value = { ...draft.value, [name]: value }
}

export function placeAt(position: Position): void {
  placeText.value = showPosition(position)
}

/** Fills the form with what a simulation was asked for. */
export function startFrom({ params }: SimulationRecord): void {
  // Nothing of what stood there before stays.
  draft.value = {}
  chooseModel(params.model)
  const { antenna } = params as { antenna?: unknown }
  const values = Object.entries(params).flatMap(([name, value]): [string, string | string[]][] => {
    if (!(name in draft.value) || value === null) return []
    return [[name, Array.isArray(value) ? value.map(String) : String(value)]]
  })
  draft.value = { ...draft.value, ...Object.fromEntries(values), ...antennaDraft(antenna) }
  placeAt({ lat: params.tx_lat, lon: params.tx_lon })
}

/** The body as the form stands; `undefined` without a place. */
const request = computed<SimulationRequest | undefined>(() => {
  if (place.value === undefined || fields.value.length === 0) return undefined
  const { lat, lon } = place.value
  const antenna = antennaOf(antennaFields.value, draft.value)
  // The service says what is wrong with it.
  return {
    ...requestOf(fields.value, draft.value),
    ...(antenna && { antenna }),
    tx_lat: lat,
    tx_lon: lon,
  } as unknown as SimulationRequest
})

let timer: ReturnType<typeof setTimeout> | undefined
// The price follows the form, a moment after the last key was pressed.
effect(() => {
  const body = request.value
  clearTimeout(timer)
  estimate.value = undefined
  if (body === undefined || account.value === undefined) return
  // One that still waits for its turn is of no more use.
  const stop = new AbortController()
  timer = setTimeout(() => void estimateOf(body, stop.signal), ESTIMATE_PAUSE_MS)
  return () => stop.abort()
})

async function estimateOf(body: SimulationRequest, signal: AbortSignal): Promise<void> {
  const answer = await client.value
    .POST('/api/v1/simulate/estimate', { body, signal })
    .then(dataOf)
    .catch((error: unknown) => ({ error }))
  if (request.value !== body) return
  faults.value = 'error' in answer ? faultsByField(answer.error) : new Map()
  estimate.value = 'error' in answer ? undefined : answer
}

/** Starts the simulation and opens it; whether the service took it. */
export async function run(): Promise<boolean> {
  const body = request.value
  if (body === undefined || isSending.value) return false
  isSending.value = true
  try {
    const header = { 'idempotency-key': crypto.randomUUID() }
    const { id } = dataOf(await client.value.POST('/api/v1/simulate', { body, params: { header } }))
    faults.value = new Map()
    void follow(id)
    show(id)
    await refreshAccount()
    return true
  } catch (error) {
    faults.value = faultsByField(error)
    return false
  } finally {
    isSending.value = false
  }
}
