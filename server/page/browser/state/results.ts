import { batch, computed, signal } from '@preact/signals'
import { type components, dataOf, simulationIn } from '../../../client/requests.ts'
import { pause, retryAfterS } from '../service/pause.ts'
import {
  client,
  refreshAccount,
  refreshAccountSoon,
  shareToken,
  token,
  whenHolderChanges,
} from '../service/session.ts'

export type SimulationRecord = Omit<components['schemas']['ListedSimulation'], 'credits_charged'>
export type NetworkRecord = components['schemas']['Network']

const PAGE = 100
/** Page size for reading the complete list. */
const LARGE_PAGE = 1000
/** Response statuses after which a simulation is not available to the API key or share token. */
const ENDED = [401, 403, 404]

/** Listed simulations, newest first; for a share only one simulation. */
export const records = signal<SimulationRecord[]>([])
export const total = signal(0)
export const rest = signal<{ after: string; created_at: string } | undefined>(undefined)
export const isListed = signal(false)
/** True while events report changes; otherwise pending simulations are polled. */
export const isFollowed = signal(false)
export const openId = signal<string | undefined>(undefined)
export const opened = computed(() => records.value.find(({ id }) => id === openId.value))
export const shownId = signal<string | undefined>(undefined)
export const shown = computed(() => records.value.find(({ id }) => id === shownId.value))
export const network = signal<NetworkRecord | undefined>(undefined)
export const drawnId = signal<string | undefined>(undefined)
export const layer = signal<string | undefined>(undefined)
export const opacity = signal(1)

/** Simulations being polled, keyed by key or share token and id. */
const watched = new Set<string>()
const gone = new Set<string>()

/** Layers of a simulation; the first is the default. */
export function layersOf({ params }: SimulationRecord): string[] {
  return params.layers ?? []
}

export async function listResults(): Promise<void> {
  const simulations = await readPage({ limit: PAGE })
  if (simulations === undefined) return
  const ids = new Set(simulations.map(({ id }) => id))
  // A simulation opened by URL may be on a page of the list that is not read yet.
  const others = records.value.filter(({ id }) => id === openId.value && !ids.has(id))
  records.value = [...simulations, ...others]
  isListed.value = true
  if (isFollowed.value) return
  for (const { id, status } of simulations) if (status === 'pending') void follow(id)
}

export async function listMore(limit = PAGE): Promise<void> {
  const simulations = await readPage({ limit, ...(rest.value && { after: rest.value.after }) })
  const ids = new Set(simulations?.map(({ id }) => id))
  const others = records.value.filter(({ id }) => !ids.has(id))
  records.value = [...others, ...(simulations ?? [])].sort((one, other) =>
    other.created_at.localeCompare(one.created_at),
  )
}

let isReadingAll = false

export async function listAll(): Promise<void> {
  if (isReadingAll) return
  isReadingAll = true
  try {
    while (rest.value !== undefined) await listMore(LARGE_PAGE)
  } finally {
    isReadingAll = false
  }
}

/** Reads a page of the list; `undefined` if the user has changed in the meantime. */
async function readPage(query: { limit: number; after?: string }): Promise<SimulationRecord[] | undefined> {
  const before = token.value
  const answer = await client.value.GET('/api/v1/simulations', { params: { query } })
  const page = dataOf(answer)
  if (token.value !== before) return undefined
  total.value = page.total
  const [, after] =
    /[?&]after=([^&>]+)[^>]*>; rel="next"/.exec(answer.response.headers.get('link') ?? '') ?? []
  const last = page.simulations.at(-1)
  rest.value = after && last ? { after: decodeURIComponent(after), created_at: last.created_at } : undefined
  return page.simulations
}

/** Reads a simulation or network that may not be listed; false if there is none with this id. */
export async function find(id: string): Promise<boolean | NetworkRecord> {
  if (records.value.some((record) => record.id === id)) return true
  const answer = await client.value.GET('/api/v1/status/{id}', { params: { path: { id } } })
  if (answer.response.status === 404 || answer.response.status === 400) return false
  const record = dataOf(answer)
  if ('sites' in record) return record
  if (!records.value.some((one) => one.id === id)) records.value = [...records.value, record]
  if (record.status === 'pending' && !isFollowed.value) void follow(id)
  return true
}

export async function rename(id: string, name: string): Promise<void> {
  const params = { path: { id } }
  take(dataOf(await client.value.PATCH('/api/v1/simulations/{id}', { params, body: { name } })))
}

export async function openShare(): Promise<void> {
  const before = token.value
  const record = dataOf(await client.value.GET('/api/v1/shared'))
  if (token.value !== before) return
  if ('sites' in record) {
    openNetwork(record)
    return
  }
  records.value = [record]
  total.value = 1
  isListed.value = true
  show(record.id)
  if (record.status === 'pending') void follow(record.id)
}

export async function follow(id: string): Promise<void> {
  const before = token.value
  const watch = `${before} ${id}`
  if (before === undefined || watched.has(watch)) return
  watched.add(watch)
  const isLeft = () => token.value !== before
  try {
    do {
      const answer = await client.value
        .GET('/api/v1/status/{id}', { params: { path: { id } } })
        .catch(() => undefined)
      if (isLeft()) return
      if (ENDED.includes(answer?.response.status ?? 0)) return forget(id)
      if (answer?.data !== undefined) {
        const record = simulationIn(answer.data)
        take(record)
        if (record.status !== 'pending') return
      }
      await pause(retryAfterS(answer?.response))
    } while (!isLeft() && !isFollowed.value)
  } finally {
    watched.delete(watch)
  }
}

export function take(record: SimulationRecord): void {
  const { id, status } = record
  const known = records.value.find((one) => one.id === id)
  // Responses may arrive after newer events, so a final status is never replaced by a pending one.
  if (known && known.status !== 'pending' && status === 'pending') return
  if (known) records.value = records.value.map((one) => (one.id === id ? record : one))
  else add(record)
  if (status === 'pending' || (known && known.status !== 'pending')) return
  if (openId.value === id) show(id)
  if (shareToken.value === undefined) void refreshAccountSoon()
}

/** Inserts a simulation in the list by age. */
function add(record: SimulationRecord): void {
  if (isFartherDown(record) || gone.has(record.id)) return
  const at = records.value.findIndex(({ created_at }) => created_at <= record.created_at)
  records.value = records.value.toSpliced(at < 0 ? records.value.length : at, 0, record)
  total.value += 1
}

/** True for a simulation on a page of the list that is not read yet. */
function isFartherDown({ created_at }: Pick<SimulationRecord, 'created_at'>): boolean {
  return rest.value !== undefined && created_at < rest.value.created_at
}

/** Removes a deleted simulation from the list. */
export function leave(record: Pick<SimulationRecord, 'id' | 'created_at'>): void {
  if (isFartherDown(record) && !gone.has(record.id)) total.value -= 1
  forget(record.id)
}

function forget(id: string): void {
  gone.add(id)
  const left = records.value.filter((record) => record.id !== id)
  total.value -= records.value.length - left.length
  records.value = left
  if (openId.value === id) openId.value = undefined
  if (shownId.value === id) hide()
}

export function show(id: string): void {
  network.value = undefined
  openId.value = id
  const record = records.value.find((one) => one.id === id)
  if (record) draw(record)
}

export function draw(record: SimulationRecord): void {
  if (record.links === undefined || shownId.value === record.id) return
  batch(() => {
    network.value = undefined
    shownId.value = record.id
    layer.value = layersOf(record)[0]
  })
}

export function openNetwork(record: NetworkRecord): void {
  batch(() => {
    openId.value = undefined
    hide()
    network.value = record
  })
}

export function hide(): void {
  batch(() => {
    shownId.value = undefined
    layer.value = undefined
  })
}

/** Deletes results one after the other, until the first failure. */
export async function removeAll(ids: readonly string[]): Promise<void> {
  for (const id of ids) await removeFiles(id)
  // A failure is ignored, because the balance is refreshed later.
  await refreshAccount().catch(() => {})
}

async function removeFiles(id: string): Promise<void> {
  const answer = await client.value.DELETE('/api/v1/simulations/{id}', { params: { path: { id } } })
  if (answer.response.status !== 404) dataOf(answer)
  forget(id)
}

whenHolderChanges(() => {
  records.value = []
  total.value = 0
  rest.value = undefined
  isListed.value = false
  openId.value = undefined
  network.value = undefined
  hide()
})
