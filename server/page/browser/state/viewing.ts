import { batch, computed, effect, signal } from '@preact/signals'
import { type components, dataOf } from '../../../client/requests.ts'
import { type Bounds, binTiles } from '../comparison/grid.ts'
import { paintingOf } from '../comparison/painting.ts'
import { isPathLoss, sensitivityOf } from '../comparison/side.ts'
import { type Bins, entriesIn, type Legends, type View } from '../comparison/view.ts'
import { explain } from '../service/failures.ts'
import { client, shareToken, wantedResult } from '../service/session.ts'
import { drawnId, layer, layersOf, type SimulationRecord, shown, shownId } from './results.ts'

export type Stats = components['schemas']['Stats']
export type ViewName = keyof View

/** A layer of a result as the service describes it, whatever the view. */
export interface Layer {
  id: string
  name: string | undefined
  bounds: Bounds
  maxzoom: number
  /** Of its tiles of bins. */
  path: string
  bins: Bins
  unit: string | null
  legends: Legends
}

/** What one looks for where the request names no sensitivity. */
export const TYPICAL_DBM = -100
/** EIRP of a terminal that is hardly ever exceeded: 1 W. */
const TERMINAL_DBM = 30
const REST_MS = 150

export const viewNames: readonly ViewName[] = [
  'sensitivity_dbm',
  'eirp_dbm',
  'up_eirp_dbm',
  'up_sensitivity_dbm',
]

/** Parameters of the view of the result on the map that are not those of its request. */
export const viewed = signal<View>({})
/** The same once a slider rests. */
export const restedView = signal<View>({})
/** The result on the map, once it is described. */
export const shownLayer = signal<Layer | undefined>(undefined)
/** Why it is not described. */
export const layerFault = signal<string | undefined>(undefined)
/** Whether somebody waits for a result, which comes before the ground under it. */
export const isResultAwaited = computed(() => {
  if (wantedResult.value !== undefined) return true
  return shownId.value !== undefined && shownId.value !== drawnId.value && layerFault.value === undefined
})

/** Until nobody waits for a result. */
export function whenResultDrawn(signal: AbortSignal): Promise<void> {
  let stop = () => {}
  return new Promise<void>((resolve, reject) => {
    stop = effect(() => {
      if (!isResultAwaited.value) resolve()
    })
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  }).finally(() => stop())
}

/** Positions in the legend of what is left out. */
export const hidden = signal<readonly number[]>([])

/** Sensitivity and EIRP of the request. */
export const ownView = computed<View>(() => {
  const eirp_dbm = shownLayer.value?.bins.link?.eirp_dbm
  return {
    ...(shown.value && sensitivityOf(shown.value.params)),
    ...(eirp_dbm !== undefined && { eirp_dbm }),
  }
})
export const fullView = computed<View>(() => ({ ...ownView.value, ...viewed.value }))
export const entries = computed(() =>
  shownLayer.value === undefined
    ? []
    : entriesIn(shownLayer.value.legends, fullView.value, shownLayer.value.bins.link),
)
export const painting = computed(
  () => shownLayer.value && paintingOf(shownLayer.value.bins, entries.value, fullView.value, hidden.value),
)

/** Areas in a view, or why there are none. */
export const areas = signal<{ view: View; stats?: Stats; fault?: string } | undefined>(undefined)
/** Whether they are of the view that is shown. */
export const areAreasCurrent = computed(() => areas.value?.view === viewed.value)

/** The layers that the result has in the view. */
export function layersIn(record: SimulationRecord): string[] {
  const requested = layersOf(record)
  const isClassed = shownId.value === record.id && fullView.value.sensitivity_dbm !== undefined
  return [...new Set([...requested, ...(isClassed && requested.includes('value') ? ['class'] : [])])]
}

export function setView(changed: View): void {
  // What may be left out is another when something begins to be covered.
  if (fullView.value.sensitivity_dbm === undefined) hidden.value = []
  viewed.value = { ...viewed.value, ...changed }
}

/** Begins with the same receiver at both ends, and a terminal as strong as the mast, of 1 W at most; or leaves it out. */
export function setBothDirections(isOn: boolean): void {
  const { up_eirp_dbm: _eirp, up_sensitivity_dbm: _sensitivity, ...down } = viewed.value
  const { sensitivity_dbm, eirp_dbm } = fullView.value
  const isPossible = sensitivity_dbm !== undefined && eirp_dbm !== undefined
  batch(() => {
    // The legend has another entry.
    hidden.value = []
    viewed.value =
      isOn && isPossible
        ? {
            ...down,
            up_eirp_dbm: Math.round(Math.min(TERMINAL_DBM, eirp_dbm)),
            up_sensitivity_dbm: Math.round(sensitivity_dbm),
          }
        : down
  })
}

export function resetView(): void {
  batch(() => {
    const isOtherLegend =
      ownView.value.sensitivity_dbm === undefined || viewed.value.up_eirp_dbm !== undefined
    if (isOtherLegend) hidden.value = []
    viewed.value = {}
    if (shown.value !== undefined && !layersIn(shown.value).includes(layer.value ?? '')) {
      layer.value = layersOf(shown.value)[0]
    }
  })
}

/** A view as the query of an address, without "?"; of a result that is not on the map, nothing. */
export function viewQuery(id: string, view: View = viewed.value): string {
  if (shownId.value !== id) return ''
  return new URLSearchParams(Object.entries(view).map(([name, value]) => [name, String(value)])).toString()
}

/** The view that the address of a share asks for. */
function viewInAddress(): View {
  const asked = new URLSearchParams(location.hash.slice(1))
  const given = viewNames.filter((name) => /^-?\d{1,3}$/.test(asked.get(name) ?? ''))
  return Object.fromEntries(given.map((name) => [name, Number(asked.get(name))]))
}

// It belongs to what is on the map.
effect(() => {
  const view = shownId.value === undefined || shareToken.value === undefined ? {} : viewInAddress()
  viewed.value = view
  restedView.value = view
  areas.value = undefined
})

effect(() => {
  const view = viewed.value
  const timer = setTimeout(() => {
    restedView.value = view
  }, REST_MS)
  return () => clearTimeout(timer)
})

effect(() => {
  const id = shownId.value
  const name = layer.value
  const record = shown.peek()
  hidden.value = []
  layerFault.value = undefined
  if (id === undefined || id !== shownLayer.peek()?.id) shownLayer.value = undefined
  if (id === undefined || record === undefined) return
  let isGone = false
  describe(record, name, viewed.peek()).then(
    (found) => {
      if (!isGone) shownLayer.value = found
    },
    (error: unknown) => {
      if (!isGone) layerFault.value = explain(error)
    },
  )
  return () => {
    isGone = true
  }
})

async function describe(record: SimulationRecord, name: string | undefined, view: View): Promise<Layer> {
  const path = { id: record.id }
  const asked = { ...(name !== undefined && { layer: name }) }
  const preview = async (more: View) =>
    dataOf(
      await client.value.GET('/results/{id}/preview', { params: { path, query: { ...asked, ...more } } }),
    )
  const { sensitivity_dbm: own } = sensitivityOf(record.params)
  const hasViews = isPathLoss(record.params)
  const isLevels = own === undefined && name !== 'class'
  const [tiles, levels, covered] = await Promise.all([
    client.value.GET('/results/{id}/tiles.json', { params: { path, query: { ...asked, ...view } } }),
    isLevels ? preview({}) : undefined,
    hasViews ? preview(own === undefined ? { sensitivity_dbm: TYPICAL_DBM } : {}) : undefined,
  ])
  const legends: Legends = {
    levels: levels?.legend.entries,
    covered: covered && { sensitivityDbm: own ?? TYPICAL_DBM, entries: covered.legend.entries },
  }
  const described = dataOf(tiles)
  const unit = (levels ?? covered)?.legend.unit ?? null
  return {
    ...{ id: record.id, name, bounds: described.bounds as Bounds },
    ...{ ...binTiles(described), bins: described.bins, unit, legends },
  }
}

// Areas follow the view.
effect(() => {
  const view = restedView.value
  const id = shownLayer.value?.id
  const name = shownLayer.value?.name
  // A class that the view leaves without a sensitivity is there no longer.
  if (id === undefined || name !== layer.value || !shownLayer.value?.bins.link) return
  const query = { ...(name !== undefined && { layer: name }), ...view }
  const stop = new AbortController()
  const { signal } = stop
  const take = (found: { stats?: Stats; fault?: string }) => {
    if (!signal.aborted) areas.value = { view, ...found }
  }
  void client.value
    .GET('/results/{id}/stats', { params: { path: { id }, query }, signal })
    .then(dataOf)
    .then(
      (stats) => take({ stats }),
      (error: unknown) => take({ fault: explain(error) }),
    )
  return () => stop.abort()
})
