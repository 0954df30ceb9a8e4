import { effect, type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Position } from '../../../client/coordinates.ts'
import { dataOf } from '../../../client/requests.ts'
import { collectionOf, pointAt } from '../comparison/features.ts'
import type { Bounds } from '../comparison/grid.ts'
import { setTo, Toggle } from '../controls/controls.tsx'
import { scrollToProfile } from '../profile/see.ts'
import { numberOf } from '../request/fields.ts'
import { explain } from '../service/failures.ts'
import { client, isShared } from '../service/session.ts'
import { addCorner, area, closeArea, corners } from '../state/areas.ts'
import { form, place, placeAt } from '../state/asking.ts'
import { drawnMap, visibleBounds } from '../state/centre.ts'
import { comparison } from '../state/comparison.ts'
import * as linking from '../state/linking.ts'
import { drawnPoints } from '../state/measurements.ts'
import { candidates, clickedPlace, drawnNetwork, drawnRoad, gaps, roadPlace } from '../state/network-map.ts'
import { hasLandCover, landCover, places, readLandCover, readPlaces } from '../state/offers.ts'
import { explainPlace, path } from '../state/path.ts'
import { pointer } from '../state/pointer.ts'
import { hasContours, is3d } from '../state/relief.ts'
import { drawnId, network, opacity, opened, records, type SimulationRecord, shown } from '../state/results.ts'
import { footprints, readFootprints, terrainVersion } from '../state/terrain.ts'
import { hasMap, isDark, isUnmetered, view } from '../state/view.ts'
import { layerFault, painting, shownLayer, whenResultDrawn } from '../state/viewing.ts'
import { sayOption } from '../words/field-labels.ts'
import { isImperial } from '../words/units.ts'
import { language, say } from '../words/words.ts'
import { type Basemap, creditText, readBasemap } from './basemap.ts'
import { degreesText, firstView, landIfAny, outlines } from './first-view.ts'
import type { Camera, CoverageMap, Transmitter } from './map.ts'
import { Picture } from './picture.tsx'
import { readAhead } from './read-ahead.ts'
import { Readout } from './readout.tsx'
import type { TerrainTiles } from './style.ts'
import { TerrainFetch } from './terrain-fetch.tsx'
import { TerrainList } from './terrain-list.tsx'

const BASEMAP_TIMEOUT_MS = 10_000

/** Map, or a picture of the result in browsers without WebGL 2. */
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

  const camera = useRef<Camera | undefined>(undefined)

  // Runs at once on a change; `useSignalEffect` would wait for the next frame.
  useEffect(
    () =>
      effect(() => {
        const drawn = shownLayer.value
        if (drawn !== undefined && container.current !== null) readAhead(drawn, container.current)
      }),
    [],
  )

  // A change of terrain creates a new map with the same camera.
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    const noteBasemapFault = setTo(basemapFault, true)
    void (async () => {
      const [{ CoverageMap }, tiles, basemap, bounds] = await Promise.all([
        import('./map.ts'),
        client.value.GET('/api/v1/terrain/tiles.json').then(dataOf),
        basemapIfAny().catch(noteBasemapFault),
        firstView(),
      ])
      if (isGone || container.current === null) return
      attribution.value = tiles.attribution
      // An empty attribution means that the service has no terrain.
      hasTerrain.value = tiles.attribution !== ''
      const map = new CoverageMap({
        container: container.current,
        tiles,
        surroundings: { basemap: basemap ?? undefined, language: language.peek() },
        view: camera.current ?? bounds ?? (tiles.bounds as Bounds),
        isDark: isDark.value,
        locale: {
          'Map.Title': say('map'),
          'NavigationControl.ZoomIn': say('zoomIn'),
          'NavigationControl.ZoomOut': say('zoomOut'),
          'NavigationControl.ResetBearing': say('northUp'),
          'ScaleControl.Meters': 'm',
          'ScaleControl.Kilometers': 'km',
          'ScaleControl.Feet': 'ft',
          'ScaleControl.Miles': 'mi',
        },
        groundTurn: whenResultDrawn,
        onClick: clicked,
        onDoubleClick: () => corners.value !== undefined && (closeArea() || true),
        onResult: (id) => {
          // This performance mark is read by `bench page --opening`.
          if (drawnId.peek() !== id) performance.mark('result drawn')
          drawnId.value = id
        },
        onPointer: (place) => {
          pointer.value = place
        },
        onView: (visible) => {
          camera.current = map.camera
          visibleBounds.value = visible
        },
        onSettled: (settled) => {
          isSettled.value = settled
        },
        onCredit: (html) => {
          basemapCredit.value = html.map(creditText).join('; ')
        },
        onBasemapFault: noteBasemapFault,
      })
      drawnMap.value = map
      stop = keepDrawn(map, tiles, isLoading)
    })().catch((error: unknown) => {
      fault.value = explain(error)
    })
    return () => {
      isGone = true
      stop()
    }
  }, [terrainVersion.value])

  const isBusy = !fault.value && (!isSettled.value || isLoading.value)
  return (
    <section class={corners.value ? 'map drawing' : 'map'} aria-label={say('mapArea')}>
      <div class="map-top">
        {fault.value && <p class="fault">{fault}</p>}
        {!fault.value && hasTerrain.value && <Switches />}
        {!fault.value && <CoverLegend />}
        {!fault.value && <TerrainList />}
        {!fault.value && isUnmetered.value && <TerrainFetch />}
        {hasTerrain.value || <NoTerrain />}
        {!fault.value && basemapFault.value && <p class="notice">{say('noBasemap')}</p>}
      </div>
      {isBusy && <div class="map-progress" aria-hidden="true" />}
      <div ref={container} class="map-canvas" aria-busy={isBusy} />
      <Readout attribution={attribution.value} basemap={basemapCredit.value} />
    </section>
  )
}

function Switches() {
  return (
    <div class="switches">
      <Toggle on={hasContours} label={say('contours')} title={say('contoursWhat')} />
      <Toggle on={is3d} label={say('in3d')} title={say('in3dWhat')} />
      {landCover.value && <Toggle on={hasLandCover} label={say('landCover')} title={say('landCoverWhat')} />}
    </div>
  )
}

function CoverLegend() {
  if (!hasLandCover.value || landCover.value === undefined) return null
  return (
    <ul class="cover-legend" aria-label={say('landCover')}>
      {landCover.value.colors.map(({ type, color }) => (
        <li key={type} class="tick">
          <svg class="swatch" viewBox="0 0 26 16" aria-hidden="true">
            <rect width="26" height="16" fill={color} />
          </svg>
          {sayOption(type)}
        </li>
      ))}
    </ul>
  )
}

/** Setup instructions for a service without terrain, shown to users who can follow them. */
function NoTerrain() {
  if (isShared.value) return <p class="notice">{say('noTerrainShared')}</p>
  return (
    <div class="notice">
      <h2>{say('noTerrain')}</h2>
      <p>{say('noTerrainHow')}</p>
    </div>
  )
}

/** Handles a click on the map: explains a place of the result or network, or sets a form's position. */
function clicked(to: Position): void {
  if (corners.value !== undefined) {
    addCorner(to)
    return
  }
  if (network.value !== undefined) {
    clickedPlace.value = to
    return
  }
  const record = shown.value
  if (opened.value !== undefined && record !== undefined && record.id === opened.value.id) {
    if (!isShared.value) void explainPlace(record, to).then(scrollToProfile)
  } else if (view.value === 'link') {
    void linking.clickEnd(to).then(scrollToProfile)
  } else if (!isShared.value) {
    placeAt(to)
    view.value = 'ask'
  }
}

async function addSurroundings(map: CoverageMap, signal: AbortSignal): Promise<void> {
  await whenResultDrawn(signal)
  const [land] = await Promise.all([
    landIfAny(),
    readLandCover(),
    ...(isShared.value ? [] : [readPlaces(), footprints.value ?? readFootprints()]),
  ])
  if (land !== undefined && !signal.aborted) map.setFeatures('land', land)
}

/** Keeps the map up to date with the page's state; returns a function to stop. */
function keepDrawn(map: CoverageMap, tiles: TerrainTiles, isLoading: Signal<boolean>): () => void {
  const gone = new AbortController()
  addSurroundings(map, gone.signal).catch(() => {})
  const stops = [
    () => gone.abort(),
    effect(() => map.setFeatures('footprints', outlines(footprints.value))),
    effect(() =>
      map.setFeatures(
        'places',
        collectionOf(places.value.map((place) => pointAt(place, { name: place.name }))),
      ),
    ),
    effect(() => map.setFeatures('gaps', gaps.value)),
    effect(() => map.setFeatures('road', drawnRoad.value)),
    effect(() => map.setFeatures('candidates', candidates.value)),
    effect(() => map.setRoadPlace(roadPlace.value)),
    effect(() => map.setTransmitters(transmitters())),
    effect(() => map.setPath(path.value, view.value === 'link' ? linking.to.value : undefined)),
    effect(() => map.setArea(corners.value ? [] : (area.value?.polygons ?? []), corners.value)),
    effect(() => map.setMeasurements(drawnPoints.value)),
    effect(() => map.setContours(hasContours.value)),
    effect(() => map.setLandCover(hasLandCover.value ? landCover.value : undefined)),
    effect(() => map.set3d(is3d.value)),
    effect(() => map.setImperial(isImperial.value)),
    effect(() => map.setComparison(comparison.value, opacity.peek())),
    effect(() => map.setOpacity(opacity.value)),
    effect(() => map.setLanguage(language.value)),
    effect(() => {
      // Labels follow the language; the map draws the labels once the style is loaded.
      void language.value
      if (visibleBounds.value !== undefined) map.setGraticule(visibleBounds.value, degreesText)
    }),
    effect(() => map.setDark(tiles, isDark.value)),
    effect(() => {
      const drawn = shownLayer.value ?? drawnNetwork.value
      const colors = painting.value
      const expectedId = shown.value?.id ?? drawn?.id
      const isDescribed = drawn?.id === expectedId || layerFault.value !== undefined
      isLoading.value = true
      // Draws at most once per frame, because sliders emit more events.
      const frame = requestAnimationFrame(() => {
        map.setResult(drawn, colors, opacity.peek())
        isLoading.value = !isDescribed
      })
      return () => cancelAnimationFrame(frame)
    }),
  ]
  return () => {
    drawnMap.value = undefined
    for (const stop of stops) stop()
    map.remove()
  }
}

/** Transmitters to draw: of the open network, form or result, or of the compared results. */
function transmitters(): Transmitter[] {
  if (network.value !== undefined) {
    return network.value.sites.flatMap(({ tx_lat: lat, tx_lon: lon, name, number, color }) =>
      lat === undefined || lon === undefined
        ? []
        : [{ at: { lat, lon }, rangeM: 0, label: name, letter: String(number), color }],
    )
  }
  const isForm = view.value === 'ask' || view.value === 'link'
  const record = opened.value ?? (isForm ? undefined : shown.value)
  if (record !== undefined) return [transmitterOf(record, say('transmitter'))]
  if (comparison.value !== undefined && !isForm) {
    const { sides, isMoved } = comparison.value
    const [one, other] = sides.map(({ id }) => records.value.find((record) => record.id === id))
    if (one === undefined || other === undefined) return []
    if (!isMoved) return [transmitterOf(one, say('before'))]
    return [transmitterOf(one, say('mastA'), 'A'), transmitterOf(other, say('mastB'), 'B')]
  }
  const at = view.value === 'link' ? linking.from.value : place.value
  if (at === undefined) return []
  const rangeKm = view.value === 'link' ? 0 : (numberOf(String(form.draft.value.max_range ?? '')) ?? 0)
  return [{ at, rangeM: 1000 * rangeKm, label: say('transmitter') }]
}

function transmitterOf(
  { params: { tx_lat: lat, tx_lon: lon, max_range } }: SimulationRecord,
  label: string,
  letter = '',
): Transmitter {
  return { at: { lat, lon }, rangeM: 1000 * max_range, label, letter }
}

async function basemapIfAny(): Promise<Basemap | undefined> {
  const { style, archive } = dataOf(await client.value.GET('/api/v1/basemap'))
  if (archive !== undefined) return (await import('./archive.ts')).openArchive(archive)
  return style === null ? undefined : readBasemap(style, AbortSignal.timeout(BASEMAP_TIMEOUT_MS))
}
