import type {
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import type { components } from '../../../client/requests.ts'
import { COARSEST_ZOOM, FINEST_ZOOM } from '../ground/intervals.ts'
import { GROUND_PX } from '../ground/square.ts'
import type { Basemap } from './basemap.ts'
import { contourAddress, groundAddress, unknownAddress } from './tiles.ts'

export type TerrainTiles = components['schemas']['TerrainTileJson']

const light = {
  background: '#dfe3de',
  /** Colors by height above sea level in metres. */
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
  /** Minimum and maximum brightness at which the map draws the gray of unknown terrain. */
  unknown: [0.76, 0.94] as [number, number],
}

type Palette = typeof light

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
/** Sources that the map fills with features. */
const overlays = [
  ...['land', 'footprints', 'graticule', 'places', 'area', 'measurements', 'gaps', 'candidates'],
  ...['range', 'path', 'road', 'road-place'],
]

export const contourLayers = ['contours', 'contour-heights']

/** Sources of the map style in addition to terrain. */
export interface Surroundings {
  basemap?: Basemap | undefined
  language?: string
}

type LayerOf<Type> = Extract<LayerSpecification, { type: Type }>
type Line = LayerOf<'line'>
type Text = LayerOf<'symbol'>
type TextLayout = NonNullable<Text['layout']>

/** Layer of a source with the layer's name, unless `rest` names another source. */
function layer<Type extends LayerSpecification['type']>(
  type: Type,
  id: string,
  paint: LayerOf<Type>['paint'],
  rest: Partial<LayerOf<Type>> = {},
) {
  return { id, type, source: id, ...rest, paint } as LayerSpecification
}

function line(
  id: string,
  color: string | ExpressionSpecification,
  width: number,
  rest: Line['paint'] = {},
  more?: Partial<Line>,
) {
  return layer('line', id, { 'line-color': color, 'line-width': width, ...rest }, more)
}

/** Text of a property, in a font of the machine unless the basemap has glyphs. */
function text(
  id: string,
  color: string,
  layout: NonNullable<Text['layout']>,
  halo: Text['paint'],
  more: Partial<Text>,
) {
  return layer('symbol', id, { 'text-color': color, ...halo }, { ...more, layout })
}

const haloOf = (color: string, widthPx: number) => ({ 'text-halo-color': color, 'text-halo-width': widthPx })
const localFont = ['sans-serif']
const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point']

/** Map style: relief over an optional basemap, with empty sources for overlays. */
export function styleOf(
  tiles: Pick<TerrainTiles, 'minzoom' | 'maxzoom' | 'bounds'>,
  isDark: boolean,
  surroundings: Surroundings = {},
): StyleSpecification {
  const { minzoom, bounds } = tiles
  const { basemap, language = 'en' } = surroundings
  const palette = paletteOf(isDark)
  const { background, land, shadow, highlight, unknown: greys } = palette
  const [west = -180, south = -85, east = 180, north = 85] = bounds
  const everywhere = { bounds: [west, south, east, north] as [number, number, number, number] }
  const common = { ...everywhere, tileSize: GROUND_PX, ...groundZooms(tiles) }
  const ground: SourceSpecification = {
    ...common,
    type: 'raster-dem',
    encoding: 'terrarium',
    tiles: [groundAddress],
  }
  const contourZooms = { minzoom: Math.max(COARSEST_ZOOM, common.minzoom), maxzoom: FINEST_ZOOM }
  const hasBasemap = basemap !== undefined
  const font = basemap?.font ?? localFont
  const [lines, heights] = contourLayersOf(palette, contourZooms.minzoom, font)
  return {
    version: 8,
    ...(basemap?.glyphs !== undefined && { glyphs: basemap.glyphs }),
    ...(basemap?.sprite !== undefined && { sprite: basemap.sprite }),
    // The map library needs separate sources for relief and 3D.
    sources: {
      ...basemap?.sources,
      ...{ ground, elevation: ground },
      // Mask of unknown terrain, because terrain tiles contain filled-in heights there.
      unknown: { ...common, type: 'raster', tiles: [unknownAddress] },
      contours: { ...everywhere, ...contourZooms, type: 'vector', tiles: [contourAddress] },
      ...Object.fromEntries(overlays.map((name) => [name, nothing])),
    },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': background } },
      layer('fill', 'land', { 'fill-color': land, 'fill-antialias': false }),
      ...(basemap?.layersFor?.(isDark) ?? basemap?.layers ?? []),
      layer(
        'color-relief',
        'tint',
        { 'color-relief-color': tintOf(palette), 'color-relief-opacity': hasBasemap ? 0 : 1 },
        { source: 'ground' },
      ),
      layer(
        'hillshade',
        'shade',
        {
          'hillshade-method': 'combined',
          'hillshade-exaggeration': hasBasemap ? 0.3 : 0.6,
          'hillshade-shadow-color': shadow,
          'hillshade-highlight-color': highlight,
          'hillshade-accent-color': shadow,
        },
        { source: 'ground' },
      ),
      lines,
      layer('raster', 'unknown', {
        'raster-opacity': hasBasemap ? 0.5 : 1,
        'raster-brightness-min': greys[0],
        'raster-brightness-max': greys[1],
        'raster-fade-duration': 0,
      }),
      ...overviewLayers(palette, minzoom, hasBasemap),
      line('range', palette.line, 1.5, { 'line-dasharray': [3, 2] }),
      layer('fill', 'gaps', {
        'fill-color': GAP_COLOR,
        'fill-opacity': 0.5,
        'fill-outline-color': GAP_COLOR,
      }),
      line('area-halo', palette.halo, 4, { 'line-opacity': 0.7 }, { source: 'area' }),
      line('area', palette.line, 2),
      layer(
        'circle',
        'corners',
        { 'circle-radius': 4, 'circle-color': palette.line },
        { source: 'area', filter: isPoint },
      ),
      heights,
      ...(basemap?.namesFor?.(isDark, language) ?? []),
      ...labelLayers(palette, font),
      ...roadLayers(palette),
      measurementsLayer(palette),
      ...candidateLayers(palette, font),
      line('path-halo', palette.halo, 5, { 'line-opacity': 0.8 }, { source: 'path' }),
      line('path', palette.line, 2.5),
      layer(
        'circle',
        'obstacles',
        {
          'circle-radius': 5,
          'circle-color': ['case', ['has', 'isObstacle'], '#c1272d', palette.line],
          'circle-stroke-color': palette.halo,
          'circle-stroke-width': 2,
        },
        { source: 'path', filter: isPoint },
      ),
    ],
  }
}

function roadLayers({ halo, line: color }: Palette): LayerSpecification[] {
  const layout = { 'line-join': 'round', 'line-cap': 'butt' } as const
  return [
    line('road-halo', halo, 8, { 'line-opacity': 0.9 }, { source: 'road', layout }),
    line('road', ['get', 'color'], 4.5, {}, { layout }),
    layer('circle', 'road-place', {
      'circle-radius': 7,
      'circle-color': color,
      'circle-stroke-color': halo,
      'circle-stroke-width': 2.5,
    }),
  ]
}

/** Layer of measured points, colored by residual; points that are not compared are hollow. */
function measurementsLayer({ name }: Palette): LayerSpecification {
  const isFull: ExpressionSpecification = ['has', 'color']
  return layer('circle', 'measurements', {
    'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 2.5, 13, 5],
    'circle-color': ['coalesce', ['get', 'color'], name],
    'circle-opacity': ['case', isFull, 1, 0],
    // A dark outline is visible around light fills in both color schemes.
    'circle-stroke-color': ['case', isFull, '#14191b', name],
    'circle-stroke-width': ['case', isFull, ['get', 'outlinePx'], 1.5],
  })
}

/** Layers of candidate sites, sized by gain; selected sites are filled and numbered. */
function candidateLayers({ line, halo }: Palette, font: string[]): LayerSpecification[] {
  const isChosen: ExpressionSpecification = ['has', 'number']
  const byGain: ExpressionSpecification = ['interpolate', ['linear'], ['sqrt', ['get', 'share']], 0, 3, 1, 10]
  const layout: TextLayout = {
    'text-field': ['get', 'number'],
    'text-font': font,
    'text-size': 12,
    'text-allow-overlap': true,
    'text-ignore-placement': true,
  }
  return [
    layer('circle', 'candidates', {
      'circle-radius': ['case', isChosen, 11, byGain],
      'circle-color': ['case', isChosen, line, halo],
      'circle-opacity': ['case', isChosen, 1, 0.7],
      'circle-stroke-color': ['case', isChosen, halo, line],
      'circle-stroke-width': ['case', isChosen, 2, 1.5],
    }),
    text('candidate-numbers', halo, layout, {}, { source: 'candidates', filter: isChosen }),
  ]
}

/** Layers for orientation at low zooms: coasts, graticule, and extents of terrain. */
function overviewLayers(
  { coast, graticule, line: color }: Palette,
  reliefZoom: number,
  hasBasemap: boolean,
): LayerSpecification[] {
  // Terrain tiles have half the side length of the map's tiles, so relief is available one zoom earlier.
  const zoom = reliefZoom - 1
  const fading: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], zoom - 1, 0.9, zoom, 0.3]
  return [
    layer(
      'line',
      'coast',
      { 'line-color': coast, 'line-opacity': hasBasemap ? 0 : 1 },
      // Coastlines are too coarse for closer zooms.
      { source: 'land', maxzoom: 9 },
    ),
    line('graticule', graticule, 0.6, { 'line-opacity': 0.45 }),
    layer(
      'fill',
      'footprint-fill',
      { 'fill-color': color, 'fill-opacity': 0.22 },
      { source: 'footprints', maxzoom: Math.max(1, zoom) },
    ),
    line('footprints', color, 1, { 'line-opacity': fading }),
  ]
}

function labelLayers({ graticule, halo, name }: Palette, font: string[]): LayerSpecification[] {
  const degrees: TextLayout = {
    'symbol-placement': 'line',
    'symbol-spacing': 450,
    'text-field': ['get', 'label'],
    'text-font': font,
    'text-size': 10,
  }
  const names: TextLayout = {
    'text-field': ['get', 'name'],
    'text-font': font,
    'text-size': 12,
    'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
    'text-radial-offset': 0.5,
    'text-max-width': 10,
  }
  return [
    text('graticule-degrees', graticule, degrees, haloOf(halo, 1), { source: 'graticule' }),
    layer(
      'circle',
      'place-dots',
      { 'circle-radius': 2.5, 'circle-color': name, 'circle-stroke-color': halo, 'circle-stroke-width': 1 },
      { source: 'places' },
    ),
    text('place-names', name, names, haloOf(halo, 1.5), { source: 'places' }),
  ]
}

/** Contour layers, with labels on main contours. */
function contourLayersOf(
  { contour, halo }: Palette,
  minzoom: number,
  font: string[],
): [LayerSpecification, LayerSpecification] {
  const common = { source: 'contours', 'source-layer': 'contours', minzoom }
  const isMain: ExpressionSpecification = ['get', 'main']
  const paint: Line['paint'] = {
    'line-color': contour,
    'line-width': ['case', isMain, 1.2, 0.7],
    'line-opacity': ['case', isMain, 0.75, 0.45],
  }
  const layout: TextLayout = {
    'symbol-placement': 'line',
    'symbol-spacing': 320,
    'text-field': ['concat', ['to-string', ['get', 'height']], ' m'],
    'text-font': font,
    'text-size': 11,
    'text-padding': 8,
  }
  return [
    layer('line', 'contours', paint, common),
    text('contour-heights', contour, layout, haloOf(halo, 1.4), { ...common, filter: isMain }),
  ]
}
