import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { components } from '../../../client/requests.ts'
import { COARSEST_ZOOM, FINEST_ZOOM } from '../ground/intervals.ts'
import { GROUND_PX } from '../ground/square.ts'
import type { Basemap } from './basemap.ts'
import { contourAddress, groundAddress, unknownAddress } from './tiles.ts'

export type TerrainTiles = components['schemas']['TerrainTileJson']

interface Palette {
  background: string
  /** Colors by height above sea level in metres. */
  tint: [number, string][]
  shadow: string
  highlight: string
  line: string
  halo: string
  contour: string
  land: string
  coast: string
  graticule: string
  name: string
  /** Minimum and maximum brightness at which the map draws the gray of unknown terrain. */
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
  contour: '#7a5c33',
  land: '#eef0e9',
  coast: '#98a39c',
  graticule: '#6f7d77',
  name: '#1d2a2e',
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
  contour: '#cdb48a',
  land: '#252d2f',
  coast: '#55615f',
  graticule: '#7d8b87',
  name: '#e4ebe8',
  unknown: [0.08, 0.22],
}

export const paletteOf = (isDark: boolean): Palette => (isDark ? dark : light)

function tintOf({ tint }: Palette): ExpressionSpecification {
  return ['interpolate', ['linear'], ['elevation'], ...tint.flat()] as ExpressionSpecification
}

/** Zoom range of large terrain tiles, each of which covers four tiles of the zoom that the service names. */
export function groundZooms({ minzoom, maxzoom }: Pick<TerrainTiles, 'minzoom' | 'maxzoom'>) {
  return { minzoom: Math.max(0, minzoom - 1), maxzoom: Math.max(0, maxzoom - 1) }
}

/** Color of coverage gaps, the same in both color schemes and in files of the service. */
const GAP_COLOR = '#d55e00'

const nothing = { type: 'geojson' as const, data: { type: 'FeatureCollection' as const, features: [] } }

export const contourLayers = ['contours', 'contour-heights']

/** Sources of the map style in addition to terrain. */
export interface Surroundings {
  basemap?: Basemap | undefined
  language?: string
}

/** Map style: relief over an optional basemap, with empty sources for overlays. */
export function styleOf(
  tiles: Pick<TerrainTiles, 'minzoom' | 'maxzoom' | 'bounds'>,
  isDark: boolean,
  surroundings: Surroundings = {},
): StyleSpecification {
  const { minzoom, bounds } = tiles
  const { basemap, language = 'en' } = surroundings
  const palette = paletteOf(isDark)
  const [west = -180, south = -85, east = 180, north = 85] = bounds
  const everywhere = { bounds: [west, south, east, north] as [number, number, number, number] }
  const common = { ...everywhere, tileSize: GROUND_PX, ...groundZooms(tiles) }
  const ground = {
    ...common,
    type: 'raster-dem' as const,
    encoding: 'terrarium' as const,
    tiles: [groundAddress],
  }
  // Mask of unknown terrain, because terrain tiles contain filled-in heights there.
  const unknown = { ...common, type: 'raster' as const, tiles: [unknownAddress] }
  const contours = {
    ...everywhere,
    type: 'vector' as const,
    tiles: [contourAddress],
    minzoom: Math.max(COARSEST_ZOOM, common.minzoom),
    maxzoom: FINEST_ZOOM,
  }
  const hasBasemap = basemap !== undefined
  const [lines, heights] = contourLayersOf(palette, contours.minzoom, basemap)
  return {
    version: 8,
    ...(basemap?.glyphs !== undefined && { glyphs: basemap.glyphs }),
    ...(basemap?.sprite !== undefined && { sprite: basemap.sprite }),
    // The map library needs separate sources for relief and 3D.
    sources: {
      ...basemap?.sources,
      ground,
      elevation: ground,
      unknown,
      contours,
      land: nothing,
      footprints: nothing,
      graticule: nothing,
      places: nothing,
      area: nothing,
      measurements: nothing,
      gaps: nothing,
      candidates: nothing,
      range: nothing,
      path: nothing,
      road: nothing,
      'road-place': nothing,
    },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': palette.background } },
      {
        id: 'land',
        type: 'fill',
        source: 'land',
        paint: { 'fill-color': palette.land, 'fill-antialias': false },
      },
      ...(basemap?.layersFor?.(isDark) ?? basemap?.layers ?? []),
      {
        id: 'tint',
        type: 'color-relief',
        source: 'ground',
        paint: { 'color-relief-color': tintOf(palette), 'color-relief-opacity': hasBasemap ? 0 : 1 },
      },
      {
        id: 'shade',
        type: 'hillshade',
        source: 'ground',
        paint: {
          'hillshade-method': 'combined',
          'hillshade-exaggeration': hasBasemap ? 0.3 : 0.6,
          'hillshade-shadow-color': palette.shadow,
          'hillshade-highlight-color': palette.highlight,
          'hillshade-accent-color': palette.shadow,
        },
      },
      lines,
      {
        id: 'unknown',
        type: 'raster',
        source: 'unknown',
        paint: {
          'raster-opacity': hasBasemap ? 0.5 : 1,
          'raster-brightness-min': palette.unknown[0],
          'raster-brightness-max': palette.unknown[1],
          'raster-fade-duration': 0,
        },
      },
      ...overviewLayers(palette, minzoom, hasBasemap),
      {
        id: 'range',
        type: 'line',
        source: 'range',
        paint: { 'line-color': palette.line, 'line-width': 1.5, 'line-dasharray': [3, 2] },
      },
      {
        id: 'gaps',
        type: 'fill',
        source: 'gaps',
        paint: { 'fill-color': GAP_COLOR, 'fill-opacity': 0.5, 'fill-outline-color': GAP_COLOR },
      },
      {
        id: 'area-halo',
        type: 'line',
        source: 'area',
        paint: { 'line-color': palette.halo, 'line-width': 4, 'line-opacity': 0.7 },
      },
      { id: 'area', type: 'line', source: 'area', paint: { 'line-color': palette.line, 'line-width': 2 } },
      {
        id: 'corners',
        type: 'circle',
        source: 'area',
        filter: ['==', ['geometry-type'], 'Point'],
        paint: { 'circle-radius': 4, 'circle-color': palette.line },
      },
      heights,
      ...(basemap?.namesFor?.(isDark, language) ?? []),
      ...labelLayers(palette, basemap),
      ...roadLayers(palette),
      measurementsLayer(palette),
      ...candidateLayers(palette, basemap?.font),
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

function roadLayers({ halo, line }: Palette): LayerSpecification[] {
  const layout = { 'line-join': 'round', 'line-cap': 'butt' } as const
  return [
    {
      id: 'road-halo',
      type: 'line',
      source: 'road',
      layout,
      paint: { 'line-color': halo, 'line-width': 8, 'line-opacity': 0.9 },
    },
    {
      id: 'road',
      type: 'line',
      source: 'road',
      layout,
      paint: { 'line-color': ['get', 'color'], 'line-width': 4.5 },
    },
    {
      id: 'road-place',
      type: 'circle',
      source: 'road-place',
      paint: {
        'circle-radius': 7,
        'circle-color': line,
        'circle-stroke-color': halo,
        'circle-stroke-width': 2.5,
      },
    },
  ]
}

/** Layer of measured points, colored by residual; points that are not compared are hollow. */
function measurementsLayer({ name }: Palette): LayerSpecification {
  const isFull: ExpressionSpecification = ['has', 'color']
  return {
    id: 'measurements',
    type: 'circle',
    source: 'measurements',
    paint: {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 2.5, 13, 5],
      'circle-color': ['coalesce', ['get', 'color'], name],
      'circle-opacity': ['case', isFull, 1, 0],
      // A dark outline is visible around light fills in both color schemes.
      'circle-stroke-color': ['case', isFull, '#14191b', name],
      'circle-stroke-width': ['case', isFull, ['get', 'outlinePx'], 1.5],
    },
  }
}

/** Layers of candidate sites, sized by gain; selected sites are filled and numbered. */
function candidateLayers({ line, halo }: Palette, font = ['sans-serif']): LayerSpecification[] {
  const isChosen: ExpressionSpecification = ['has', 'number']
  return [
    {
      id: 'candidates',
      type: 'circle',
      source: 'candidates',
      paint: {
        'circle-radius': [
          'case',
          isChosen,
          11,
          ['interpolate', ['linear'], ['sqrt', ['get', 'share']], 0, 3, 1, 10],
        ],
        'circle-color': ['case', isChosen, line, halo],
        'circle-opacity': ['case', isChosen, 1, 0.7],
        'circle-stroke-color': ['case', isChosen, halo, line],
        'circle-stroke-width': ['case', isChosen, 2, 1.5],
      },
    },
    {
      id: 'candidate-numbers',
      type: 'symbol',
      source: 'candidates',
      filter: isChosen,
      layout: {
        'text-field': ['get', 'number'],
        'text-font': font,
        'text-size': 12,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': halo },
    },
  ]
}

/** Layers for orientation at low zooms: coasts, graticule, and extents of terrain. */
function overviewLayers(
  { coast, graticule, line }: Palette,
  reliefZoom: number,
  hasBasemap: boolean,
): LayerSpecification[] {
  return [
    {
      id: 'coast',
      type: 'line',
      source: 'land',
      // Coastlines are too coarse for closer zooms.
      maxzoom: 9,
      paint: { 'line-color': coast, 'line-opacity': hasBasemap ? 0 : 1 },
    },
    {
      id: 'graticule',
      type: 'line',
      source: 'graticule',
      paint: { 'line-color': graticule, 'line-width': 0.6, 'line-opacity': 0.45 },
    },
    {
      id: 'footprint-fill',
      type: 'fill',
      source: 'footprints',
      // Terrain tiles have half the side length of the map's tiles, so relief is available one zoom earlier.
      maxzoom: Math.max(1, reliefZoom - 1),
      paint: { 'fill-color': line, 'fill-opacity': 0.22 },
    },
    {
      id: 'footprints',
      type: 'line',
      source: 'footprints',
      paint: {
        'line-color': line,
        'line-width': 1,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], reliefZoom - 2, 0.9, reliefZoom - 1, 0.3],
      },
    },
  ]
}

function labelLayers({ graticule, halo, name }: Palette, basemap: Basemap | undefined): LayerSpecification[] {
  const font = basemap?.font ?? ['sans-serif']
  return [
    {
      id: 'graticule-degrees',
      type: 'symbol',
      source: 'graticule',
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 450,
        'text-field': ['get', 'label'],
        'text-font': font,
        'text-size': 10,
      },
      paint: { 'text-color': graticule, 'text-halo-color': halo, 'text-halo-width': 1 },
    },
    {
      id: 'place-dots',
      type: 'circle',
      source: 'places',
      paint: {
        'circle-radius': 2.5,
        'circle-color': name,
        'circle-stroke-color': halo,
        'circle-stroke-width': 1,
      },
    },
    {
      id: 'place-names',
      type: 'symbol',
      source: 'places',
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': 12,
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': 0.5,
        'text-max-width': 10,
      },
      paint: { 'text-color': name, 'text-halo-color': halo, 'text-halo-width': 1.5 },
    },
  ]
}

/** Contour layers, with labels on main contours. Labels use a local font unless the basemap has glyphs. */
function contourLayersOf(
  { contour, halo }: Palette,
  minzoom: number,
  basemap: Basemap | undefined,
): [LayerSpecification, LayerSpecification] {
  const common = { source: 'contours', 'source-layer': 'contours', minzoom }
  const isMain: ExpressionSpecification = ['get', 'main']
  return [
    {
      ...common,
      id: 'contours',
      type: 'line',
      paint: {
        'line-color': contour,
        'line-width': ['case', isMain, 1.2, 0.7],
        'line-opacity': ['case', isMain, 0.75, 0.45],
      },
    },
    {
      ...common,
      id: 'contour-heights',
      type: 'symbol',
      filter: isMain,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        'text-field': ['concat', ['to-string', ['get', 'height']], ' m'],
        'text-font': basemap?.font ?? ['sans-serif'],
        'text-size': 11,
        'text-padding': 8,
      },
      paint: { 'text-color': contour, 'text-halo-color': halo, 'text-halo-width': 1.4 },
    },
  ]
}
