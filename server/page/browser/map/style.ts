import type { ExpressionSpecification, StyleSpecification } from 'maplibre-gl'
import type { components } from '../../../client/requests.ts'

export type TerrainTiles = components['schemas']['TerrainTileJson']

/** Colours of the map beside those of results, which the service gives. */
interface Palette {
  background: string
  /** By height above sea in metres. */
  tint: [number, string][]
  shadow: string
  highlight: string
  line: string
  halo: string
  /** Between these brightnesses lies the service's grey of unknown ground. */
  unknown: [number, number]
}

const light: Palette = {
  background: '#dfe3de',
  tint: [
    [-10, '#bcd7df'],
    [0, '#cfe3c8'],
    [300, '#e1ebcd'],
    [700, '#f1e9c9'],
    [1400, '#e6d3b3'],
    [2400, '#d9cec4'],
    [3600, '#f7f7f7'],
  ],
  shadow: '#4a5750',
  highlight: '#ffffff',
  line: '#0b4f6c',
  halo: '#ffffff',
  unknown: [0.76, 0.94],
}

const dark: Palette = {
  background: '#1a2022',
  tint: [
    [-10, '#1d3038'],
    [0, '#2c3d34'],
    [300, '#364438'],
    [700, '#46483a'],
    [1400, '#534d43'],
    [2400, '#5c5854'],
    [3600, '#6c6c6c'],
  ],
  shadow: '#05090b',
  highlight: '#b4c0bb',
  line: '#8fd3ec',
  halo: '#10181b',
  unknown: [0.08, 0.22],
}

export const paletteOf = (isDark: boolean): Palette => (isDark ? dark : light)

function tintOf({ tint }: Palette): ExpressionSpecification {
  return ['interpolate', ['linear'], ['elevation'], ...tint.flat()] as ExpressionSpecification
}

const nothing = { type: 'geojson' as const, data: { type: 'FeatureCollection' as const, features: [] } }

/** The relief of the service's own ground, and empty places for what is laid on it. */
export function styleOf(
  { minzoom, maxzoom, bounds }: TerrainTiles,
  tilesAt: string,
  isDark: boolean,
): StyleSpecification {
  const palette = paletteOf(isDark)
  const [west = -180, south = -85, east = 180, north = 85] = bounds
  const common = {
    tileSize: 256,
    minzoom,
    maxzoom,
    bounds: [west, south, east, north] as [number, number, number, number],
  }
  const ground = { ...common, type: 'raster-dem' as const, encoding: 'terrarium' as const, tiles: [tilesAt] }
  // Tiles are filled where nothing is known; this says where that is.
  const unknown = { ...common, type: 'raster' as const, tiles: [`${tilesAt}?mask=1`] }
  return {
    version: 8,
    sources: { ground, unknown, range: nothing, path: nothing },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': palette.background } },
      {
        id: 'tint',
        type: 'color-relief',
        source: 'ground',
        paint: { 'color-relief-color': tintOf(palette) },
      },
      {
        id: 'shade',
        type: 'hillshade',
        source: 'ground',
        paint: {
          'hillshade-method': 'combined',
          'hillshade-exaggeration': 0.6,
          'hillshade-shadow-color': palette.shadow,
          'hillshade-highlight-color': palette.highlight,
          'hillshade-accent-color': palette.shadow,
        },
      },
      {
        id: 'unknown',
        type: 'raster',
        source: 'unknown',
        paint: {
          'raster-brightness-min': palette.unknown[0],
          'raster-brightness-max': palette.unknown[1],
          'raster-fade-duration': 0,
        },
      },
      {
        id: 'range',
        type: 'line',
        source: 'range',
        paint: { 'line-color': palette.line, 'line-width': 1.5, 'line-dasharray': [3, 2] },
      },
      {
        id: 'path-halo',
        type: 'line',
        source: 'path',
        paint: { 'line-color': palette.halo, 'line-width': 5, 'line-opacity': 0.8 },
      },
      { id: 'path', type: 'line', source: 'path', paint: { 'line-color': palette.line, 'line-width': 2.5 } },
      {
        id: 'obstacles',
        type: 'circle',
        source: 'path',
        filter: ['==', ['geometry-type'], 'Point'],
        paint: {
          'circle-radius': 5,
          'circle-color': ['case', ['get', 'isObstacle'], '#c1272d', palette.line],
          'circle-stroke-color': palette.halo,
          'circle-stroke-width': 2,
        },
      },
    ],
  }
}
