/** The map and its library, which is loaded with this file: after the first paint. */

import {
  type GeoJSONSource,
  Map as LibraryMap,
  type LngLatBoundsLike,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import type { Position } from '../request/coordinates.ts'
import { authorization } from '../service/session.ts'
import type { Comparison } from '../state/comparison.ts'
import type { Path } from '../state/path.ts'
import { comparisonAddress, serveComparisonTiles } from './comparison-tiles.ts'
import { circle, destination } from './geodesy.ts'
import { paletteOf, styleOf, type TerrainTiles } from './style.ts'
import { serveResultTiles, tilesAddress } from './tiles.ts'

setWorkerUrl(MAP_WORKER_URL)
serveResultTiles()
serveComparisonTiles()

export interface MapOptions {
  container: HTMLElement
  tiles: TerrainTiles
  isDark: boolean
  /** Texts of the library's buttons, by its names. */
  locale: Record<string, string>
  onClick(place: Position): void
  onPointer(place: Position | undefined): void
  /** Whether everything that is to be seen is drawn. */
  onSettled(isSettled: boolean): void
}

export interface DrawnResult {
  id: string
  layer: string | undefined
  hidden: readonly string[]
  /** West, south, east, north. */
  bounds: [number, number, number, number]
  maxzoom: number
}

const tilesPath = '/api/v1/terrain/tiles/{z}/{x}/{y}.png'
const FIT = { padding: 32, duration: 0 }

/** A pixel of a tile is one cell, and stays one. */
function resultPaint(opacity: number) {
  return { 'raster-opacity': opacity, 'raster-resampling': 'nearest', 'raster-fade-duration': 0 } as const
}

export class CoverageMap {
  readonly #map: LibraryMap
  readonly #mast: HTMLElement
  readonly #marker: Marker
  /** Drawing begins when the style is there. */
  readonly #ready: Promise<unknown>
  readonly #onSettled: (isSettled: boolean) => void
  #resultId: string | undefined

  constructor({ container, tiles, isDark, locale, onClick, onPointer, onSettled }: MapOptions) {
    this.#map = new LibraryMap({
      container,
      style: styleOf(tiles, `${location.origin}${tilesPath}`, isDark),
      bounds: tiles.bounds as LngLatBoundsLike,
      fitBoundsOptions: FIT,
      // Whom to credit stands beside the map, as text.
      attributionControl: false,
      maxPitch: 0,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      locale,
      transformRequest: (url) =>
        url.startsWith(`${location.origin}/`) ? { url, headers: authorization() } : { url },
    })
    this.#map.touchZoomRotate.disableRotation()
    this.#map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    this.#map.addControl(new ScaleControl({}), 'bottom-left')
    this.#map.on('click', ({ lngLat: { lat, lng } }) => onClick({ lat, lon: lng }))
    this.#map.on('mousemove', ({ lngLat: { lat, lng } }) => onPointer({ lat, lon: lng }))
    this.#map.on('mouseout', () => onPointer(undefined))
    this.#map.on('dataloading', () => onSettled(false))
    this.#map.on('movestart', () => onSettled(false))
    this.#map.on('idle', () => onSettled(true))
    // A tile that is not there is no fault of the page; the library would print it.
    this.#map.on('error', () => {})
    this.#ready = new Promise((resolve) => this.#map.once('style.load', resolve))
    this.#onSettled = onSettled
    this.#mast = mastElement()
    this.#marker = new Marker({ element: this.#mast, anchor: 'bottom' })
  }

  get centre(): Position {
    const { lat, lng } = this.#map.getCenter()
    return { lat, lon: lng }
  }

  setTransmitter(place: Position | undefined, rangeM: number, label: string): void {
    this.#mast.setAttribute('aria-label', label)
    if (place === undefined) this.#marker.remove()
    else this.#marker.setLngLat([place.lon, place.lat]).addTo(this.#map)
    const isDrawn = place !== undefined && rangeM > 0
    this.#draw('range', isDrawn ? [{ type: 'LineString', coordinates: circle(place, rangeM) }] : [])
    if (place !== undefined && !this.#map.getBounds().contains([place.lon, place.lat])) {
      this.#map.jumpTo({ center: [place.lon, place.lat] })
    }
  }

  setPath(path: Path | undefined): void {
    if (path === undefined) {
      this.#draw('path', [])
      return
    }
    const { from, to, link } = path
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

  /** Draws it in place of what is drawn, and goes there if it is another one. */
  setResult(result: DrawnResult | undefined, opacity: number): void {
    this.#change(() => {
      const map = this.#map
      if (map.getLayer('result')) map.removeLayer('result')
      if (map.getSource('result')) map.removeSource('result')
      const isOther = result !== undefined && result.id !== this.#resultId
      this.#resultId = result?.id
      if (result === undefined) return
      const { id, layer, hidden, bounds, maxzoom } = result
      const tiles = [tilesAddress(id, layer, hidden)]
      map.addSource('result', { type: 'raster', tiles, tileSize: 256, maxzoom, bounds })
      map.addLayer(
        {
          id: 'result',
          type: 'raster',
          source: 'result',
          paint: resultPaint(opacity),
        },
        'range',
      )
      if (isOther) map.fitBounds(bounds, FIT)
    })
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
      map.addSource('comparison', { type: 'raster', tiles, tileSize: 256, maxzoom, bounds })
      map.addLayer(
        { id: 'comparison', type: 'raster', source: 'comparison', paint: resultPaint(opacity) },
        'range',
      )
      map.fitBounds(bounds, FIT)
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
      const { layers } = styleOf(tiles, '', isDark)
      for (const { id, paint = {} } of layers as { id: string; paint?: object }[]) {
        for (const [name, value] of Object.entries(paint))
          this.#map.setPaintProperty(id, name as never, value as never)
      }
    })
    this.#mast.style.color = paletteOf(isDark).line
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
    this.#map.remove()
  }

  #draw(
    source: 'range' | 'path',
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

function mastElement(): HTMLElement {
  const element = document.createElement('div')
  element.className = 'mast'
  element.setAttribute('role', 'img')
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
