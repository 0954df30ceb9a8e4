import { effect, type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { dataOf } from '../../../client/requests.ts'
import { seeProfile } from '../profile/see.ts'
import type { Position } from '../request/coordinates.ts'
import { takeDropped } from '../results/area-section.tsx'
import { explain } from '../service/failures.ts'
import { client, isShared } from '../service/session.ts'
import { addCorner, area, closeArea, corners } from '../state/areas.ts'
import { form, place, placeAt } from '../state/asking.ts'
import { mapCentre } from '../state/centre.ts'
import { comparison } from '../state/comparison.ts'
import * as linking from '../state/linking.ts'
import { explainPlace, path } from '../state/path.ts'
import { pointer } from '../state/pointer.ts'
import { hasContours, is3d } from '../state/relief.ts'
import { opacity, opened, shown } from '../state/results.ts'
import { hasMap, isDark, view } from '../state/view.ts'
import { layerFault, painting, shownLayer } from '../state/viewing.ts'
import { say } from '../words/words.ts'
import { type Basemap, creditText, readBasemap } from './basemap.ts'
import type { CoverageMap } from './map.ts'
import { Picture } from './picture.tsx'
import { Readout } from './readout.tsx'
import type { TerrainTiles } from './style.ts'
import { Switches } from './switches.tsx'

const BASEMAP_TIMEOUT_MS = 10_000

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
  const basemapCredit = useSignal('')
  const basemapFault = useSignal(false)

  useEffect(() => {
    let stop = () => {}
    let isGone = false
    const noteBasemapFault = () => {
      basemapFault.value = true
    }
    void (async () => {
      const [{ CoverageMap }, tiles, basemap] = await Promise.all([
        import('./map.ts'),
        client.value.GET('/api/v1/terrain/tiles.json').then(dataOf),
        basemapIfAny().catch(noteBasemapFault),
      ])
      if (isGone || container.current === null) return
      attribution.value = tiles.attribution
      // Every tile at hand has somebody to credit.
      hasTerrain.value = tiles.attribution !== ''
      const map = new CoverageMap({
        container: container.current,
        tiles,
        basemap: basemap ?? undefined,
        isDark: isDark.value,
        locale: {
          'Map.Title': say('map'),
          'NavigationControl.ZoomIn': say('zoomIn'),
          'NavigationControl.ZoomOut': say('zoomOut'),
          'NavigationControl.ResetBearing': say('northUp'),
          'ScaleControl.Meters': 'm',
          'ScaleControl.Kilometers': 'km',
        },
        onClick: clicked,
        onDoubleClick: () => corners.value !== undefined && (closeArea() || true),
        onPointer: (place) => {
          pointer.value = place
        },
        onSettled: (settled) => {
          isSettled.value = settled
        },
        onCredit: (html) => {
          basemapCredit.value = html.map(creditText).join('; ')
        },
        onBasemapFault: noteBasemapFault,
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
    <section
      class={corners.value ? 'map drawing' : 'map'}
      aria-label={say('mapArea')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={takeDropped}
    >
      <div class="map-top">
        {fault.value && <p class="fault">{fault}</p>}
        {!fault.value && hasTerrain.value && <Switches />}
        {hasTerrain.value || <NoTerrain />}
        {!fault.value && basemapFault.value && <p class="notice">{say('noBasemap')}</p>}
      </div>
      <div ref={container} class="map-canvas" aria-busy={!isSettled.value || isLoading.value} />
      <Readout attribution={attribution.value} basemap={basemapCredit.value} />
    </section>
  )
}

/** What an empty service needs, for who can give it. */
function NoTerrain() {
  if (isShared.value) return <p class="notice">{say('noTerrainShared')}</p>
  return (
    <div class="notice">
      <h2>{say('noTerrain')}</h2>
      <p>{say('noTerrainHow')}</p>
    </div>
  )
}

/** A click asks why on a result, sets an end of a link where one is asked for, else it places the transmitter. */
function clicked(to: Position): void {
  if (corners.value !== undefined) {
    addCorner(to)
    return
  }
  const record = shown.value
  if (opened.value !== undefined && record !== undefined && record.id === opened.value.id) {
    if (!isShared.value) void explainPlace(record, to).then(seeProfile)
  } else if (view.value === 'link') {
    void linking.clickEnd(to).then(seeProfile)
  } else if (!isShared.value) {
    placeAt(to)
    view.value = 'ask'
  }
}

/** The map follows what is chosen, until it is stopped. */
function keepDrawn(map: CoverageMap, tiles: TerrainTiles, isLoading: Signal<boolean>): () => void {
  const stops = [
    effect(() => {
      const { at, rangeKm } = transmitter()
      map.setTransmitter(at, Number.isFinite(rangeKm) ? 1000 * rangeKm : 0, say('transmitter'))
    }),
    effect(() => map.setPath(path.value, view.value === 'link' ? linking.to.value : undefined)),
    effect(() => map.setArea(corners.value ? [] : (area.value?.polygons ?? []), corners.value)),
    effect(() => map.setContours(hasContours.value)),
    effect(() => map.set3d(is3d.value)),
    effect(() => map.setComparison(comparison.value, opacity.peek())),
    effect(() => map.setOpacity(opacity.value)),
    effect(() => map.setDark(tiles, isDark.value)),
    effect(() => {
      const drawn = shownLayer.value
      const colors = painting.value
      const isDescribed = drawn?.id === shown.value?.id || layerFault.value !== undefined
      isLoading.value = true
      // A slider says more than can be drawn.
      const frame = requestAnimationFrame(() => {
        map.setResult(drawn, colors, opacity.peek())
        isLoading.value = !isDescribed
      })
      return () => cancelAnimationFrame(frame)
    }),
  ]
  return () => {
    mapCentre.value = undefined
    for (const stop of stops) stop()
    map.remove()
  }
}

/** That of the form that is open, else of the result that is open or on the map; of two that are compared, neither. */
function transmitter(): { at: Position | undefined; rangeKm: number } {
  const isForm = view.value === 'ask' || view.value === 'link'
  const record = opened.value ?? (isForm ? undefined : shown.value)
  if (record !== undefined) {
    const { tx_lat: lat, tx_lon: lon, max_range } = record.params
    return { at: { lat, lon }, rangeKm: max_range }
  }
  if (comparison.value !== undefined && !isForm) return { at: undefined, rangeKm: 0 }
  if (view.value === 'link') return { at: linking.from.value, rangeKm: 0 }
  return { at: place.value, rangeKm: Number(String(form.draft.value.max_range ?? '').replace(',', '.')) }
}

/** The operator's style, if there is one. */
async function basemapIfAny(): Promise<Basemap | undefined> {
  const { style } = dataOf(await client.value.GET('/api/v1/basemap'))
  return style === null ? undefined : readBasemap(style, AbortSignal.timeout(BASEMAP_TIMEOUT_MS))
}
