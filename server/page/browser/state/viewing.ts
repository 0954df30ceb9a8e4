import { batch, computed, effect, signal } from '@preact/signals'
import { type components, dataOf } from '../../../client/requests.ts'
import { type Bounds, binTiles } from '../comparison/grid.ts'
import { paintingOf } from '../comparison/painting.ts'
import { isPathLoss, sensitivityOf } from '../comparison/side.ts'
import { entriesIn, type Legends, type View } from '../comparison/view.ts'
import { explain } from '../service/failures.ts'
import { latest } from '../service/latest.ts'
import { until } from '../service/pause.ts'
import { client, requestedResult, shareToken } from '../service/session.ts'
import { drawnId, layer, layersOf, type SimulationRecord, shown, shownId } from './results.ts'

export type Stats = components['schemas']['Stats']
export type ViewName = keyof View

/** Default sensitivity in dBm if the simulation has none. */
export const TYPICAL_DBM = -100
/** Maximum EIRP in dBm assumed for a terminal: 1 W. */
const TERMINAL_DBM = 30
const REST_MS = 150

export const viewNames: readonly ViewName[] = [
  'sensitivity_dbm',
  'eirp_dbm',
  'up_eirp_dbm',
  'up_sensitivity_dbm',
]

export const viewed = signal<View>({})
/** Copy of `viewed` that is updated after a delay. */
export const debouncedView = signal<View>({})
export const shownLayer = signal<Awaited<ReturnType<typeof describe>> | undefined>(undefined)
export const layerFault = signal<string | undefined>(undefined)
/** True while a result is being loaded, which takes priority over terrain. */
export const isResultAwaited = computed(() => {
  if (requestedResult.value !== undefined) return true
  return shownId.value !== undefined && shownId.value !== drawnId.value && layerFault.value === undefined
})

/** Resolves when no result is being loaded. */
export function whenResultDrawn(signal: AbortSignal): Promise<void> {
  return until(() => !isResultAwaited.value, signal)
}

export const hidden = signal<readonly number[]>([])

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

export const areas = signal<{ view: View; stats?: Stats; fault?: string } | undefined>(undefined)
export const areAreasCurrent = computed(() => areas.value?.view === viewed.value)

export function layersIn(record: SimulationRecord): string[] {
  const requested = layersOf(record)
  const isClassed = shownId.value === record.id && fullView.value.sensitivity_dbm !== undefined
  return [...new Set([...requested, ...(isClassed && requested.includes('value') ? ['class'] : [])])]
}

export function setView(changed: View): void {
  // Shows all legend entries again, because the first sensitivity replaces the legend.
  if (fullView.value.sensitivity_dbm === undefined) hidden.value = []
  viewed.value = { ...viewed.value, ...changed }
}

/** Adds or removes the reverse direction; initially with equal sensitivity and the EIRP, at most 1 W. */
export function setBothDirections(isOn: boolean): void {
  const { up_eirp_dbm: _eirp, up_sensitivity_dbm: _sensitivity, ...down } = viewed.value
  const { sensitivity_dbm, eirp_dbm } = fullView.value
  const isPossible = sensitivity_dbm !== undefined && eirp_dbm !== undefined
  batch(() => {
    // Shows all legend entries again, because the number of entries changes.
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

/** Query text of a view, without "?"; empty for a result that is not on the map. */
export function viewQuery(id: string, view: View = viewed.value): string {
  if (shownId.value !== id) return ''
  return new URLSearchParams(Object.entries(view).map(([name, value]) => [name, String(value)])).toString()
}

function viewInAddress(): View {
  const parameters = new URLSearchParams(location.hash.slice(1))
  const given = viewNames.filter((name) => /^-?\d{1,3}$/.test(parameters.get(name) ?? ''))
  return Object.fromEntries(given.map((name) => [name, Number(parameters.get(name))]))
}

// Opening another result resets the view; for a share, the URL contains the view.
effect(() => {
  const view = shownId.value === undefined || shareToken.value === undefined ? {} : viewInAddress()
  viewed.value = view
  debouncedView.value = view
  areas.value = undefined
})

effect(() => {
  const view = viewed.value
  const timer = setTimeout(() => {
    debouncedView.value = view
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
  return latest(() => describe(record, name, viewed.peek()), { take: shownLayer, fail: layerFault })
})

/** Layer of a result as described by the service, independent of the view. */
async function describe(record: SimulationRecord, name: string | undefined, view: View) {
  const path = { id: record.id }
  const parameters = { ...(name !== undefined && { layer: name }) }
  const preview = async (more: View) =>
    dataOf(
      await client.value.GET('/results/{id}/preview', {
        params: { path, query: { ...parameters, ...more } },
      }),
    )
  const { sensitivity_dbm: own } = sensitivityOf(record.params)
  const hasViews = isPathLoss(record.params)
  const isLevels = own === undefined && name !== 'class'
  const [tiles, levels, covered] = await Promise.all([
    client.value.GET('/results/{id}/tiles.json', { params: { path, query: { ...parameters, ...view } } }),
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

effect(() => {
  const view = debouncedView.value
  const id = shownLayer.value?.id
  const name = shownLayer.value?.name
  // Without a sensitivity there is no class layer.
  if (id === undefined || name !== layer.value || !shownLayer.value?.bins.link) return
  const query = { ...(name !== undefined && { layer: name }), ...view }
  const params = { path: { id }, query }
  return latest((signal) => client.value.GET('/results/{id}/stats', { params, signal }).then(dataOf), {
    take(stats) {
      areas.value = { view, stats }
    },
    fail(error) {
      areas.value = { view, fault: explain(error) }
    },
  })
})
