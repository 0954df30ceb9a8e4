/** The map and its library, which is loaded with this file: after the first paint. */

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
import { type Bounds, TILE_PX } from '../comparison/grid.ts'
import { classColors, classOf, type MeasuredPoint } from '../comparison/measured-points.ts'
import type { Painting } from '../comparison/painting.ts'
import type { Position, ReadPosition } from '../request/coordinates.ts'
import type { Comparison } from '../state/comparison.ts'
import type { LandCover } from '../state/land-cover.ts'
import type { Path } from '../state/path.ts'
import { comparisonAddress, serveComparisonTiles } from './comparison-tiles.ts'
import { circle, destination } from './geodesy.ts'
import { graticuleOf } from './graticule.ts'
import { PADDING_PX } from './read-ahead.ts'
import { Relief3d } from './relief-3d.ts'
import {
  contourLayers,
  groundZooms,
  paletteOf,
  type Surroundings,
  styleOf,
  type TerrainTiles,
} from './style.ts'
import {
  coloredAddress,
  coverAddress,
  serveColoredTiles,
  serveGroundTiles,
  serveResultTiles,
  tilesAddress,
} from './tiles.ts'

setWorkerUrl(MAP_WORKER_URL)
// Tiles of the ground wait for those of the result, which would never begin behind the library's limit of 16.
setMaxParallelImageRequests(Number.MAX_SAFE_INTEGER)
serveResultTiles()
serveComparisonTiles()
serveColoredTiles()

export interface MapOptions {
  container: HTMLElement
  tiles: TerrainTiles
  surroundings: Surroundings
  /** What is seen at first: all of some bounds, or as it was seen before. */
  view: Bounds | Camera
  isDark: boolean
  /** Texts of the library's buttons, by its names. */
  locale: Record<string, string>
  /** When the ground may be read. */
  groundTurn(signal: AbortSignal): Promise<void>
  onClick(place: Position): void
  /** Whether it means something other than to come nearer. */
  onDoubleClick(): boolean
  onPointer(place: Position | undefined): void
  /** What is seen when the map has come to rest. */
  onView(bounds: Bounds): void
  /** Whether everything that is to be seen is drawn. */
  onSettled(isSettled: boolean): void
  /** All tiles of a result that are to be seen are drawn. */
  onResult(id: string): void
  /** Whom the basemap says to credit, in HTML. */
  onCredit(html: readonly string[]): void
  /** It can't be drawn, and is left out. */
  onBasemapFault(): void
}

export interface Camera {
  center: [number, number]
  zoom: number
}

export interface Mast {
  at: Position
  /** Of its circle; 0: none. */
  rangeM: number
  label: string
  /** Which of several it is. */
  letter?: string
  /** `#rrggbb`, in place of that of the map. */
  color?: string
}

export interface DrawnResult {
  id: string
  /** Of its tiles: of bins, or in colors. */
  path: string
  bounds: Bounds
  maxzoom: number
}

/** Near enough to see hills. */
const NEAR_ZOOM = 11

/** More points than these lie upon each other: outlines alone would be seen. */
const OUTLINED_POINTS = 3000
/** Pixels from a measured point within which a click means it. */
const NEAR_PX = 3

const FIT = { padding: PADDING_PX, duration: 0 }

/** A pixel of a tile is one cell, and stays one. */
function resultPaint(opacity: number) {
  return { 'raster-opacity': opacity, 'raster-resampling': 'nearest', 'raster-fade-duration': 0 } as const
}

export class CoverageMap {
  readonly #map: LibraryMap
  #markers: Marker[] = []
  #isDark: boolean
  /** Drawing begins when the style is there. */
  readonly #ready: Promise<unknown>
  readonly #onSettled: (isSettled: boolean) => void
  readonly #relief3d: Relief3d
  readonly #stopTiles: () => void
  readonly #scale = new ScaleControl({})
  readonly #surroundings: Surroundings
  #hasLandCover = false
  #resultId: string | undefined
  /** The one that was given last, drawn or not yet. */
  #wantedId: string | undefined
  #measured: readonly MeasuredPoint[] = []
  /** What is wholly seen as long as nobody moves the map. */
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
      // Whom to credit stands beside the map, as text.
      attributionControl: false,
      maxPitch: 0,
      locale,
    })
    this.#relief3d = new Relief3d(this.#map)
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

  /** A basemap that is no style the library understands is left out. */
  #load({ tiles, isDark, onCredit, onBasemapFault }: MapOptions): Promise<unknown> {
    let isLoaded = false
    const { basemap } = this.#surroundings
    // A tile that is not there is no fault of the page; the library would print it.
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

  /** Goes to a place, no nearer than one looks already; a square of a locator is seen as a whole. */
  flyTo({ lat, lon, square }: ReadPosition): void {
    const zoom = square ? Math.log2(360 / square.lonDeg) : NEAR_ZOOM
    this.#map.flyTo({ center: [lon, lat], zoom: Math.max(this.#map.getZoom(), Math.min(zoom, NEAR_ZOOM)) })
  }

  setImperial(isImperial: boolean): void {
    this.#scale.setUnit(isImperial ? 'imperial' : 'metric')
  }

  /** What is seen, in whole if it is turned. */
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

  /** Meridians and parallels of what is seen, with their degrees in the language of the page. */
  setGraticule([west, south, east, north]: Bounds, labelOf: (deg: number, axis: 'lat' | 'lon') => string) {
    this.#change(() => {
      const features = graticuleOf({ west, south, east, north }).map(({ deg, axis, line }) => ({
        type: 'Feature' as const,
        properties: { label: labelOf(deg, axis) },
        geometry: { type: 'LineString' as const, coordinates: line },
      }))
      this.#map.getSource<GeoJSONSource>('graticule')?.setData({ type: 'FeatureCollection', features })
    })
  }

  /** Land of the earth, outlines of terrain, the operator's places; gaps, a road, candidates for sites of a network: as GeoJSON. */
  setFeatures(
    source: 'land' | 'footprints' | 'places' | 'gaps' | 'road' | 'candidates',
    features: Parameters<GeoJSONSource['setData']>[0],
  ): void {
    this.#change(() => this.#map.getSource<GeoJSONSource>(source)?.setData(features))
  }

  /** The names of a basemap that knows more than one language. */
  setLanguage(language: string): void {
    this.#surroundings.language = language
    this.#change(() => {
      for (const { id, layout } of this.#surroundings.basemap?.namesFor?.(false, language) ?? []) {
        const field = (layout as { 'text-field': unknown })['text-field']
        this.#map.setLayoutProperty(id, 'text-field', field as never)
      }
    })
  }

  /** Goes to a single one that is not seen. */
  setMasts(masts: readonly Mast[]): void {
    for (const marker of this.#markers) marker.remove()
    this.#markers = masts.map((mast) =>
      new Marker({ element: mastElement(mast), anchor: 'bottom' })
        .setLngLat([mast.at.lon, mast.at.lat])
        .addTo(this.#map),
    )
    this.#colorMasts()
    this.#draw(
      'range',
      masts
        .filter(({ rangeM }) => rangeM > 0)
        .map(({ at, rangeM }) => ({ type: 'LineString', coordinates: circle(at, rangeM) })),
    )
    const [only, other] = masts
    if (only && !other && !this.#map.getBounds().contains([only.at.lon, only.at.lat])) {
      this.#map.jumpTo({ center: [only.at.lon, only.at.lat] })
    }
  }

  #colorMasts(): void {
    for (const marker of this.#markers) {
      const { style, dataset } = marker.getElement()
      style.color = dataset.color || paletteOf(this.#isDark).line
    }
  }

  /** Draws the path; until there is one, the end that was chosen for it. */
  setPath(path: Path | undefined, end?: Position): void {
    if (end !== undefined && !this.#map.getBounds().contains([end.lon, end.lat])) {
      this.#map.jumpTo({ center: [end.lon, end.lat] })
    }
    if (path === undefined) {
      this.#draw('path', end ? [{ type: 'Point', coordinates: [end.lon, end.lat] }] : [])
      return
    }
    const { from, to, link } = path
    this.#see(from, to)
    const at = (distanceM: number) => {
      const { lat, lon } = destination(from, link.azimuth_deg ?? 0, distanceM)
      return [lon, lat]
    }
    const steps = Array.from({ length: 65 }, (_, index) => at((index / 64) * link.distance_m))
    this.#draw('path', [
      { type: 'LineString', coordinates: [...steps.slice(0, -1), [to.lon, to.lat]] },
      { type: 'Point', coordinates: [to.lon, to.lat] },
      ...link.blocked_at.map(({ distance_m }) => ({
        type: 'Point' as const,
        coordinates: at(distance_m),
        isObstacle: true,
      })),
    ])
  }

  /** The place that is pointed at in the drawing of a road. */
  setRoadPlace(place: Position | undefined): void {
    this.#draw('road-place', place ? [{ type: 'Point', coordinates: [place.lon, place.lat] }] : [])
  }

  /** Outlines of an area; of one that is being drawn its corners too. */
  setArea(polygons: Polygons, corners: readonly Corner[] = []): void {
    const rings = polygons.flat().map((coordinates) => ({ type: 'LineString' as const, coordinates }))
    const line = corners.length > 1 ? [{ type: 'LineString' as const, coordinates: corners }] : []
    const points = corners.map((coordinates) => ({ type: 'Point' as const, coordinates }))
    this.#draw('area', [...rings, ...line, ...points])
  }

  /** Points of measurements, as one layer. */
  setMeasurements(points: readonly MeasuredPoint[]): void {
    const isNothing = points.length === 0 && this.#measured.length === 0
    this.#measured = points
    if (isNothing) return
    this.#change(() => {
      const outlinePx = points.length > OUTLINED_POINTS ? 0 : 1
      const features = points.map(({ lat, lon, residualDb }, at) => ({
        type: 'Feature' as const,
        properties: {
          at,
          outlinePx,
          ...(residualDb !== undefined && { color: classColors[classOf(residualDb)] }),
        },
        geometry: { type: 'Point' as const, coordinates: [lon, lat] },
      }))
      this.#map.getSource<GeoJSONSource>('measurements')?.setData({ type: 'FeatureCollection', features })
    })
  }

  /** The place of the measurement or candidate that is drawn at a pixel, exactly. */
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

  /** Goes to where both are seen, unless the second is, as where it was clicked. */
  #see(from: Position, to: Position): void {
    if (this.#map.getBounds().contains([to.lon, to.lat])) return
    const [west, east] = [Math.min(from.lon, to.lon), Math.max(from.lon, to.lon)]
    const [south, north] = [Math.min(from.lat, to.lat), Math.max(from.lat, to.lat)]
    this.#map.fitBounds([west, south, east, north], FIT)
  }

  /** Draws it in place of what is drawn, and goes there if it is another one; without colors its tiles have theirs. */
  setResult(result: DrawnResult | undefined, painting: Painting | undefined, opacity: number): void {
    const isNothing = result === undefined && this.#wantedId === undefined
    this.#wantedId = result?.id
    // No frame is drawn for what changes nothing.
    if (isNothing) return
    this.#change(() => {
      const map = this.#map
      const drawn = map.getSource<RasterTileSource>('result')
      const tiles = result
        ? [painting ? tilesAddress(result.path, painting) : coloredAddress(result.path)]
        : []
      if (drawn && result !== undefined && result.id === this.#resultId) {
        // What is drawn stays until there is something in its place.
        drawn.setTiles(tiles)
        return
      }
      if (map.getLayer('result')) map.removeLayer('result')
      if (map.getSource('result')) map.removeSource('result')
      const isOther = result !== undefined && result.id !== this.#resultId
      this.#resultId = result?.id
      if (result === undefined) return
      const { bounds, maxzoom } = result
      map.addSource('result', { type: 'raster', tiles, tileSize: TILE_PX, maxzoom, bounds })
      map.addLayer(
        {
          id: 'result',
          type: 'raster',
          source: 'result',
          paint: resultPaint(opacity),
        },
        'range',
      )
      if (isOther) this.#fit(bounds)
    })
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

  /** Draws it on the relief, below all else; `undefined` takes it away. */
  setLandCover(cover: LandCover | undefined): void {
    if (cover === undefined && !this.#hasLandCover) return
    this.#hasLandCover = cover !== undefined
    this.#change(() => {
      const map = this.#map
      if (map.getLayer('cover')) map.removeLayer('cover')
      if (map.getSource('cover')) map.removeSource('cover')
      if (cover === undefined) return
      const { bounds, minzoom, maxzoom } = cover
      map.addSource('cover', {
        ...{ type: 'raster', tiles: [coverAddress], tileSize: TILE_PX, minzoom, maxzoom },
        bounds: bounds as Bounds,
      })
      map.addLayer({ id: 'cover', type: 'raster', source: 'cover', paint: resultPaint(1) }, 'coast')
    })
  }

  set3d(isOn: boolean): void {
    this.#change(() => this.#relief3d.set(isOn))
  }

  /** Draws two results at once, and goes there. */
  setComparison(comparison: Comparison | undefined, opacity: number): void {
    this.#change(() => {
      const map = this.#map
      if (map.getLayer('comparison')) map.removeLayer('comparison')
      if (map.getSource('comparison')) map.removeSource('comparison')
      if (comparison === undefined) return
      const { sides, bounds, maxzoom } = comparison
      const tiles = [comparisonAddress(sides)]
      map.addSource('comparison', { type: 'raster', tiles, tileSize: TILE_PX, maxzoom, bounds })
      map.addLayer(
        { id: 'comparison', type: 'raster', source: 'comparison', paint: resultPaint(opacity) },
        'range',
      )
      this.#fit(bounds)
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
      // Another host's basemap has one scheme.
      const basemap = this.#surroundings.basemap && { ...this.#surroundings.basemap, layers: [] }
      const { layers } = styleOf(tiles, isDark, { ...this.#surroundings, basemap })
      for (const { id, paint = {} } of layers as { id: string; paint?: object }[]) {
        for (const [name, value] of Object.entries(paint))
          this.#map.setPaintProperty(id, name as never, value as never)
      }
    })
    this.#isDark = isDark
    this.#colorMasts()
  }

  /** Draws when it can; until that is seen, the map is not settled. */
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

  #draw(
    source: 'range' | 'path' | 'area' | 'road-place',
    shapes: { type: 'LineString' | 'Point'; coordinates: unknown; isObstacle?: boolean }[],
  ) {
    this.#change(() => {
      const features = shapes.map(({ isObstacle = false, ...geometry }) => ({
        type: 'Feature' as const,
        properties: { isObstacle },
        geometry: geometry as never,
      }))
      this.#map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features })
    })
  }
}

const svg = 'http://www.w3.org/2000/svg'

function mastElement({ label, letter = '', color = '' }: Mast): HTMLElement {
  const element = document.createElement('div')
  element.className = 'mast'
  element.setAttribute('role', 'img')
  element.setAttribute('aria-label', label)
  element.dataset.letter = letter
  element.dataset.color = color
  // The map would take it for a click on the ground behind it.
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
