/** The map and its library, loaded after the first paint. */

import {
  type GeoJSONSource,
  Map as LibraryMap,
  type LngLatBoundsLike,
  Marker,
  NavigationControl,
  type RasterTileSource,
  ScaleControl,
  setMaxParallelImageRequests,
  setWorkerUrl,
} from 'maplibre-gl'
import type { Corner, Polygons } from '../../../client/areas.ts'
import type { Position, ReadPosition } from '../../../client/coordinates.ts'
import { collectionOf, type Feature, lineAlong, pointAt } from '../comparison/features.ts'
import { type Bounds, boundsOf, type DrawnTiles, TILE_PX } from '../comparison/grid.ts'
import { classColors, classOf, type MeasuredPoint } from '../comparison/measured-points.ts'
import type { Painting } from '../comparison/painting.ts'
import type { Comparison } from '../state/comparison.ts'
import type { LandCover } from '../state/offers.ts'
import type { Path } from '../state/path.ts'
import { circle, destination } from './geodesy.ts'
import { graticuleOf } from './graticule.ts'
import { PADDING_PX } from './read-ahead.ts'
import { switchOf3d } from './relief-3d.ts'
import {
  contourLayers,
  groundZooms,
  paletteOf,
  type Surroundings,
  styleOf,
  type TerrainTiles,
} from './style.ts'
import { coloredAddress, comparisonAddress, coverAddress, serveGroundTiles, tilesAddress } from './tiles.ts'

setWorkerUrl(MAP_WORKER_URL)
// Lifts the library's limit of 16 requests: waiting terrain tiles would block the result's tiles.
setMaxParallelImageRequests(Number.MAX_SAFE_INTEGER)

export interface MapOptions {
  container: HTMLElement
  tiles: TerrainTiles
  surroundings: Surroundings
  view: Bounds | Camera
  isDark: boolean
  /** Texts for the map library's buttons, by the library's keys. */
  locale: Record<string, string>
  /** Resolves when terrain tiles may be requested. */
  groundTurn(signal: AbortSignal): Promise<void>
  onClick(place: Position): void
  /** True if the double click was handled, so that the map does not zoom. */
  onDoubleClick(): boolean
  onPointer(place: Position | undefined): void
  /** Called with the visible bounds when the map is idle. */
  onView(bounds: Bounds): void
  onSettled(isSettled: boolean): void
  /** Called when all visible tiles of a result are drawn. */
  onResult(id: string): void
  /** Called with the basemap's attribution in HTML. */
  onCredit(html: readonly string[]): void
  /** Called if the basemap cannot be drawn; the map then omits the basemap. */
  onBasemapFault(): void
}

export interface Camera {
  center: [number, number]
  zoom: number
}

export interface Transmitter {
  at: Position
  rangeM: number
  label: string
  letter?: string
  /** Marker color as `#rrggbb`; default: the color of the map style. */
  color?: string
}

interface TileSource {
  tiles: string[]
  bounds: Bounds
  minzoom?: number
  maxzoom: number
}

const NEAR_ZOOM = 11

/** Number of points from which points are drawn without outlines, because so many overlap. */
const OUTLINED_POINTS = 3000
const NEAR_PX = 3

const FIT = { padding: PADDING_PX, duration: 0 }

export class CoverageMap {
  readonly #map: LibraryMap
  #markers: Marker[] = []
  #isDark: boolean
  /** Resolves when the map style is loaded. */
  readonly #ready: Promise<unknown>
  readonly #onSettled: (isSettled: boolean) => void
  readonly #turn3d: (isOn: boolean) => void
  readonly #stopTiles: () => void
  readonly #scale = new ScaleControl({})
  readonly #surroundings: Surroundings
  #hasLandCover = false
  #resultId: string | undefined
  /** Id of the result requested last, whether drawn yet or not. */
  #requestedId: string | undefined
  #measured: readonly MeasuredPoint[] = []
  /** Bounds to which the map is fitted until the user moves the map. */
  #fitted: LngLatBoundsLike | undefined

  constructor(options: MapOptions) {
    const { container, tiles, surroundings, view, isDark, locale, onClick, onPointer, onSettled, onResult } =
      options
    this.#stopTiles = serveGroundTiles(groundZooms(tiles).maxzoom, options.groundTurn)
    this.#surroundings = { ...surroundings }
    this.#map = new LibraryMap({
      container,
      style: styleOf(tiles, isDark, surroundings),
      ...(Array.isArray(view) ? { bounds: view, fitBoundsOptions: FIT } : view),
      // The control is off, because the attribution is shown as text next to the map.
      attributionControl: false,
      maxPitch: 0,
      locale,
    })
    this.#turn3d = switchOf3d(this.#map)
    this.#map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    this.#map.addControl(this.#scale, 'bottom-left')
    this.#map.on('click', ({ point, lngLat: { lat, lng } }) =>
      onClick(this.#pointAt(point) ?? { lat, lon: lng }),
    )
    this.#map.on('dblclick', (event) => {
      if (options.onDoubleClick()) event.preventDefault()
    })
    this.#map.on('mousemove', ({ lngLat: { lat, lng } }) => onPointer({ lat, lon: lng }))
    this.#map.on('mouseout', () => onPointer(undefined))
    this.#map.on('moveend', () => options.onView(this.bounds))
    this.#map.on('dataloading', () => onSettled(false))
    this.#map.on('movestart', () => onSettled(false))
    this.#map.on('idle', () => onSettled(true))
    this.#map.on('render', () => {
      const isDrawn = this.#map.getSource('result') && this.#map.isSourceLoaded('result')
      if (isDrawn && this.#resultId !== undefined) onResult(this.#resultId)
    })
    this.#map.on('movestart', ({ originalEvent }) => {
      if (originalEvent) this.#fitted = undefined
    })
    this.#map.on('resize', () => {
      if (this.#fitted) this.#map.fitBounds(this.#fitted, FIT)
    })
    this.#ready = this.#load(options)
    this.#onSettled = onSettled
    void this.#ready.then(() => options.onView(this.bounds))
    this.#isDark = isDark
  }

  /** Loads the style; omits a basemap whose style the library rejects. */
  #load({ tiles, isDark, onCredit, onBasemapFault }: MapOptions): Promise<unknown> {
    let isLoaded = false
    const { basemap } = this.#surroundings
    // With this handler the library does not log missing tiles, which are expected.
    this.#map.on('error', () => {
      if (isLoaded || basemap === undefined) return
      isLoaded = true
      onBasemapFault()
      this.#surroundings.basemap = undefined
      this.#map.setStyle(styleOf(tiles, isDark, this.#surroundings))
    })
    if (basemap !== undefined) {
      this.#map.on('sourcedata', ({ sourceDataType }) => {
        if (sourceDataType !== 'metadata') return
        const sources = Object.keys(basemap.sources).map((name) => this.#map.getSource(name))
        onCredit([...new Set(sources.flatMap((source) => source?.attribution ?? []))])
      })
    }
    return new Promise((resolve) =>
      this.#map.once('style.load', () => {
        isLoaded = true
        resolve(undefined)
      }),
    )
  }

  get centre(): Position {
    const { lat, lng } = this.#map.getCenter()
    return { lat, lon: lng }
  }

  /** Moves to a position without zooming out; shows a Maidenhead square completely. */
  flyTo({ lat, lon, square }: ReadPosition): void {
    const zoom = square ? Math.log2(360 / square.lonDeg) : NEAR_ZOOM
    this.#map.flyTo({ center: [lon, lat], zoom: Math.max(this.#map.getZoom(), Math.min(zoom, NEAR_ZOOM)) })
  }

  setImperial(isImperial: boolean): void {
    this.#scale.setUnit(isImperial ? 'imperial' : 'metric')
  }

  /** Visible bounds; if the map is rotated, the bounds of the whole view. */
  get bounds(): Bounds {
    const bounds = this.#map.getBounds()
    return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
  }

  get camera(): Camera {
    const { lat, lng } = this.#map.getCenter()
    return { center: [lng, lat], zoom: this.#map.getZoom() }
  }

  showArea(bounds: Bounds): void {
    this.#fitted = undefined
    this.#map.fitBounds(bounds, { padding: FIT.padding, maxZoom: 13 })
  }

  /** Draws a graticule in the visible bounds, labeled in the page's language. */
  setGraticule(bounds: Bounds, labelOf: (deg: number, axis: 'lat' | 'lon') => string) {
    this.#draw('graticule', () =>
      graticuleOf(bounds).map(({ deg, axis, line }) => lineAlong(line, { label: labelOf(deg, axis) })),
    )
  }

  /** Sets the GeoJSON of one source: land, terrain outlines, places, gaps, a road, or candidate sites. */
  setFeatures(
    source: 'land' | 'footprints' | 'places' | 'gaps' | 'road' | 'candidates',
    features: object = collectionOf([]),
  ): void {
    this.#setData(source, () => features)
  }

  setLanguage(language: string): void {
    this.#surroundings.language = language
    this.#change(() => {
      for (const { id, layout } of this.#surroundings.basemap?.namesFor?.(false, language) ?? []) {
        const field = (layout as { 'text-field': unknown })['text-field']
        this.#map.setLayoutProperty(id, 'text-field', field as never)
      }
    })
  }

  /** Draws transmitters; moves the map to a single transmitter outside the view. */
  setTransmitters(transmitters: readonly Transmitter[]): void {
    for (const marker of this.#markers) marker.remove()
    this.#markers = transmitters.map((transmitter) =>
      new Marker({ element: transmitterElement(transmitter), anchor: 'bottom' })
        .setLngLat([transmitter.at.lon, transmitter.at.lat])
        .addTo(this.#map),
    )
    this.#colorTransmitters()
    const ranges = transmitters.filter(({ rangeM }) => rangeM > 0)
    this.#draw('range', () => ranges.map(({ at, rangeM }) => lineAlong(circle(at, rangeM))))
    const [only, other] = transmitters
    if (only && !other) this.#see(only.at)
  }

  #colorTransmitters(): void {
    for (const marker of this.#markers) {
      const { style, dataset } = marker.getElement()
      style.color = dataset.color || paletteOf(this.#isDark).line
    }
  }

  /** Draws a path, or the end of a path selected so far. */
  setPath(path: Path | undefined, end?: Position): void {
    if (end !== undefined) this.#see(end)
    if (path === undefined) {
      this.#draw('path', () => (end ? [pointAt(end)] : []))
      return
    }
    const { from, to, link } = path
    // Fits both ends into the view, unless the second one is already visible.
    if (!this.#isVisible(to)) this.#map.fitBounds(boundsOf([from, to].map(({ lat, lon }) => [lon, lat])), FIT)
    const at = (distanceM: number) => destination(from, link.azimuth_deg ?? 0, distanceM)
    const steps = Array.from({ length: 64 }, (_, index) => at((index / 64) * link.distance_m))
    this.#draw('path', () => [
      lineAlong([...steps, to].map(({ lat, lon }) => [lon, lat])),
      pointAt(to),
      ...link.blocked_at.map(({ distance_m }) => pointAt(at(distance_m), { isObstacle: true })),
    ])
  }

  setRoadPlace(place: Position | undefined): void {
    this.#draw('road-place', () => (place ? [pointAt(place)] : []))
  }

  setArea(polygons: Polygons, corners: readonly Corner[] = []): void {
    const lines = [...polygons.flat(), ...(corners.length > 1 ? [corners] : [])]
    const points = corners.map(([lon, lat]) => pointAt({ lat, lon }))
    this.#draw('area', () => [...lines.map((line) => lineAlong(line)), ...points])
  }

  setMeasurements(points: readonly MeasuredPoint[]): void {
    const isNothing = points.length === 0 && this.#measured.length === 0
    this.#measured = points
    if (isNothing) return
    const outlinePx = points.length > OUTLINED_POINTS ? 0 : 1
    this.#draw('measurements', () =>
      points.map(({ lat, lon, residualDb }, at) => {
        const color = residualDb === undefined ? {} : { color: classColors[classOf(residualDb)] }
        return pointAt({ lat, lon }, { at, outlinePx, ...color })
      }),
    )
  }

  /** Exact position of the measurement or candidate site drawn near a pixel. */
  #pointAt({ x, y }: { x: number; y: number }): Position | undefined {
    if (!this.#map.getLayer('candidates')) return undefined
    const [found] = this.#map.queryRenderedFeatures(
      [
        [x - NEAR_PX, y - NEAR_PX],
        [x + NEAR_PX, y + NEAR_PX],
      ],
      { layers: ['measurements', 'candidates'] },
    )
    if (found === undefined) return undefined
    const { lat, lon } = this.#measured[Number(found.properties.at)] ?? found.properties
    return { lat: Number(lat), lon: Number(lon) }
  }

  #isVisible({ lat, lon }: Position): boolean {
    return this.#map.getBounds().contains([lon, lat])
  }

  /** Moves to a position outside the view. */
  #see(place: Position): void {
    if (!this.#isVisible(place)) this.#map.jumpTo({ center: [place.lon, place.lat] })
  }

  /** Draws a result; moves the map to a new result. Without `painting`, the tiles are already colored. */
  setResult(
    result: (DrawnTiles & { id: string }) | undefined,
    painting: Painting | undefined,
    opacity: number,
  ): void {
    const isNothing = result === undefined && this.#requestedId === undefined
    this.#requestedId = result?.id
    // Returns early, to avoid drawing a frame without changes.
    if (isNothing) return
    this.#change(() => {
      const drawn = this.#map.getSource<RasterTileSource>('result')
      const tiles = result
        ? [painting ? tilesAddress(result.path, painting) : coloredAddress(result.path)]
        : []
      if (drawn && result !== undefined && result.id === this.#resultId) {
        // Old tiles stay visible until new tiles are available.
        drawn.setTiles(tiles)
        return
      }
      const isOther = result !== undefined && result.id !== this.#resultId
      this.#resultId = result?.id
      this.#setTiles('result', result && { tiles, ...result }, opacity, 'range')
      if (isOther) this.#fit(result.bounds)
    })
  }

  /** Replaces a raster layer; a tile pixel is drawn as one cell, without interpolation. */
  #setTiles(id: string, drawn: TileSource | undefined, opacity: number, before: string): void {
    const map = this.#map
    if (map.getLayer(id)) map.removeLayer(id)
    if (map.getSource(id)) map.removeSource(id)
    if (drawn === undefined) return
    const { tiles, bounds, minzoom = 0, maxzoom } = drawn
    map.addSource(id, { type: 'raster', tiles, tileSize: TILE_PX, minzoom, maxzoom, bounds })
    const paint = {
      'raster-opacity': opacity,
      'raster-resampling': 'nearest',
      'raster-fade-duration': 0,
    } as const
    map.addLayer({ id, type: 'raster', source: id, paint }, before)
  }

  #fit(bounds: LngLatBoundsLike): void {
    this.#map.fitBounds(bounds, FIT)
    this.#fitted = bounds
  }

  setContours(isOn: boolean): void {
    this.#change(() => {
      for (const layer of contourLayers) {
        this.#map.setLayoutProperty(layer, 'visibility', isOn ? 'visible' : 'none')
      }
    })
  }

  setLandCover(cover: LandCover | undefined): void {
    if (cover === undefined && !this.#hasLandCover) return
    this.#hasLandCover = cover !== undefined
    const drawn = cover && { ...cover, tiles: [coverAddress], bounds: cover.bounds as Bounds }
    this.#change(() => this.#setTiles('cover', drawn, 1, 'coast'))
  }

  set3d(isOn: boolean): void {
    this.#change(() => this.#turn3d(isOn))
  }

  /** Draws a comparison and moves the map to its bounds. */
  setComparison(comparison: Comparison | undefined, opacity: number): void {
    this.#change(() => {
      const drawn = comparison && { ...comparison, tiles: [comparisonAddress(comparison.sides)] }
      this.#setTiles('comparison', drawn, opacity, 'range')
      if (comparison !== undefined) this.#fit(comparison.bounds)
    })
  }

  setOpacity(opacity: number): void {
    this.#change(() => {
      for (const layer of ['result', 'comparison']) {
        if (this.#map.getLayer(layer)) this.#map.setPaintProperty(layer, 'raster-opacity', opacity)
      }
    })
  }

  setDark(tiles: TerrainTiles, isDark: boolean): void {
    this.#change(() => {
      // Basemaps of other hosts have a single color scheme.
      const basemap = this.#surroundings.basemap && { ...this.#surroundings.basemap, layers: [] }
      const { layers } = styleOf(tiles, isDark, { ...this.#surroundings, basemap })
      for (const { id, paint = {} } of layers as { id: string; paint?: object }[]) {
        for (const [name, value] of Object.entries(paint))
          this.#map.setPaintProperty(id, name as never, value as never)
      }
    })
    this.#isDark = isDark
    this.#colorTransmitters()
  }

  /** Draws once the style is loaded; the map counts as not settled until the drawing is complete. */
  #change(draw: () => void): void {
    this.#onSettled(false)
    void this.#ready.then(() => {
      draw()
      this.#map.triggerRepaint()
    })
  }

  remove(): void {
    this.#stopTiles()
    this.#map.remove()
  }

  #draw(source: string, features: () => readonly Feature[]): void {
    this.#setData(source, () => collectionOf(features()))
  }

  #setData(source: string, data: () => object): void {
    this.#change(() => this.#map.getSource<GeoJSONSource>(source)?.setData(data() as never))
  }
}

const svg = 'http://www.w3.org/2000/svg'

function transmitterElement({ label, letter = '', color = '' }: Transmitter): HTMLElement {
  const element = document.createElement('div')
  element.className = 'mast'
  element.setAttribute('role', 'img')
  element.setAttribute('aria-label', label)
  element.dataset.letter = letter
  element.dataset.color = color
  // Prevents a click on this element from counting as a click on terrain.
  element.addEventListener('click', (event) => event.stopPropagation())
  const drawing = document.createElementNS(svg, 'svg')
  drawing.setAttribute('viewBox', '0 0 28 36')
  for (const [shape, className] of [
    ['M14 35 6 35 14 10 22 35z', 'mast-body'],
    ['M8.500 13.500a7.800 7.800 0 1 1 11 0M4.800 17a13 13 0 1 1 18.400 0', 'mast-waves'],
  ] as const) {
    const part = document.createElementNS(svg, 'path')
    part.setAttribute('d', shape)
    part.setAttribute('class', className)
    drawing.append(part)
  }
  element.append(drawing)
  return element
}
