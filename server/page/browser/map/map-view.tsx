import { effect, type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { dataOf } from '../../../client/requests.ts'
import type { Position } from '../request/coordinates.ts'
import { explain } from '../service/failures.ts'
import { client, ifAnswered, isShared } from '../service/session.ts'
import { draft, place, placeAt } from '../state/asking.ts'
import { mapCentre } from '../state/centre.ts'
import { comparison } from '../state/comparison.ts'
import { explainPlace, path } from '../state/path.ts'
import { pointer } from '../state/pointer.ts'
import { hiddenColors, layer, opacity, opened, shown } from '../state/results.ts'
import { hasMap, isDark, view } from '../state/view.ts'
import { say } from '../words/words.ts'
import type { CoverageMap, DrawnResult } from './map.ts'

import { Picture } from './picture.tsx'
import { Readout } from './readout.tsx'
import type { TerrainTiles } from './style.ts'

/** The map; where a browser can't draw it, the picture of the result. */
export function MapView() {
  return hasMap ? <DrawnMap /> : <Picture />
}

function DrawnMap() {
  const container = useRef<HTMLDivElement>(null)
  const fault = useSignal<string | undefined>(undefined)
  const attribution = useSignal('')
  const hasTerrain = useSignal(true)
  const isSettled = useSignal(false)
  const isLoading = useSignal(false)

  useEffect(() => {
    let stop = () => {}
    let isGone = false
    void (async () => {
      const [{ CoverageMap }, tiles] = await Promise.all([
        import('./map.ts'),
        client.value.GET('/api/v1/terrain/tiles.json').then(dataOf),
      ])
      if (isGone || container.current === null) return
      attribution.value = tiles.attribution
      // Every tile at hand has somebody to credit.
      hasTerrain.value = tiles.attribution !== ''
      const map = new CoverageMap({
        container: container.current,
        tiles,
        isDark: isDark.value,
        locale: {
          'Map.Title': say('map'),
          'NavigationControl.ZoomIn': say('zoomIn'),
          'NavigationControl.ZoomOut': say('zoomOut'),
          'ScaleControl.Meters': 'm',
          'ScaleControl.Kilometers': 'km',
        },
        onClick: clicked,
        onPointer: (place) => {
          pointer.value = place
        },
        onSettled: (settled) => {
          isSettled.value = settled
        },
      })
      mapCentre.value = () => map.centre
      stop = keepDrawn(map, tiles, isLoading)
    })().catch((error: unknown) => {
      fault.value = explain(error)
    })
    return () => {
      isGone = true
      stop()
    }
  }, [])

  return (
    <section class="map" aria-label={say('mapArea')}>
      {fault.value && <p class="fault">{fault}</p>}
      {hasTerrain.value || <p class="notice">{say('noTerrain')}</p>}
      <div ref={container} class="map-canvas" aria-busy={!isSettled.value || isLoading.value} />
      <Readout attribution={attribution.value} />
    </section>
  )
}

/** A click asks why on a result, else it places the transmitter. */
function clicked(to: Position): void {
  const record = shown.value
  if (opened.value !== undefined && record !== undefined && record.id === opened.value.id) {
    if (!isShared.value) void explainPlace(record, to)
  } else if (!isShared.value) {
    placeAt(to)
    view.value = 'ask'
  }
}

/** The map follows what is chosen, until it is stopped. */
function keepDrawn(map: CoverageMap, tiles: TerrainTiles, isLoading: Signal<boolean>): () => void {
  const stops = [
    effect(() => {
      const record = opened.value
      const { tx_lat: lat, tx_lon: lon, max_range } = record?.params ?? {}
      const at = lat !== undefined && lon !== undefined ? { lat, lon } : place.value
      const rangeKm = Number(max_range ?? String(draft.value.max_range ?? '').replace(',', '.'))
      map.setTransmitter(at, Number.isFinite(rangeKm) ? 1000 * rangeKm : 0, say('transmitter'))
    }),
    effect(() => map.setPath(path.value)),
    effect(() => map.setComparison(comparison.value, opacity.peek())),
    effect(() => map.setOpacity(opacity.value)),
    effect(() => map.setDark(tiles, isDark.value)),
    effect(() => {
      const id = shown.value?.id
      const options = { layer: layer.value, hidden: hiddenColors.value }
      isLoading.value = id !== undefined
      if (id === undefined) {
        map.setResult(undefined, 1)
        return
      }
      void boundsOf(id).then((found) => {
        const isStill =
          shown.value?.id === id && layer.value === options.layer && hiddenColors.value === options.hidden
        if (!isStill) return
        map.setResult(found && { id, ...found, ...options }, opacity.value)
        isLoading.value = false
      })
    }),
  ]
  return () => {
    mapCentre.value = undefined
    for (const stop of stops) stop()
    map.remove()
  }
}

async function boundsOf(id: string): Promise<Pick<DrawnResult, 'bounds' | 'maxzoom'> | undefined> {
  const found = await ifAnswered(client.value.GET('/results/{id}/tiles.json', { params: { path: { id } } }))
  return found && { bounds: found.bounds as DrawnResult['bounds'], maxzoom: found.maxzoom }
}
