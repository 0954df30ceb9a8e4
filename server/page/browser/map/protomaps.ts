import type { ExpressionSpecification, LayerSpecification, VectorSourceSpecification } from 'maplibre-gl'
import type { Basemap } from './basemap.ts'

/**
 * Style for vector tiles in the Protomaps schema (docs.protomaps.com/basemaps/layers): for orientation only, in
 * colors that leave relief and result visible.
 */

const light = {
  earth: '#f3f2ec',
  green: '#dbe8cf',
  built: '#e9e5dd',
  water: '#b5d3de',
  road: '#d9a86a',
  smallRoad: '#cfc9bd',
  rail: '#a9a39a',
  building: '#d6d0c5',
  boundary: '#8f7f95',
  name: '#2d3437',
  halo: '#ffffff',
}

const dark: typeof light = {
  earth: '#23292b',
  green: '#283530',
  built: '#2e3233',
  water: '#17303b',
  road: '#7d6544',
  smallRoad: '#454a4b',
  rail: '#5a5d5e',
  building: '#3a3f40',
  boundary: '#8d7f96',
  name: '#dbe2e0',
  halo: '#10181b',
}

const SOURCE = 'basemap:archive'
const GREEN = ['park', 'forest', 'wood', 'nature_reserve', 'protected_area', 'grass', 'grassland', 'scrub']
const BUILT = ['residential', 'industrial', 'commercial', 'railway', 'aerodrome', 'urban_area']

const isOf = (...kinds: string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', kinds]]
const byZoom = (...stops: [zoom: number, value: number][]): ExpressionSpecification =>
  ['interpolate', ['exponential', 1.5], ['zoom'], ...stops.flat()] as ExpressionSpecification

/** Basemap from the operator's archive, with labels in a local font. */
export function protomapsBasemap(archive: Omit<VectorSourceSpecification, 'type'>): Basemap {
  return {
    sources: { [SOURCE]: { type: 'vector', ...archive, attribution: '© OpenStreetMap' } },
    layers: [],
    font: undefined,
    layersFor: layersOf,
    namesFor: namesOf,
  }
}

function layersOf(isDark: boolean): LayerSpecification[] {
  const flavor = isDark ? dark : light
  const layer = (id: string, rest: object) =>
    ({ id: `basemap:${id}`, source: SOURCE, ...rest }) as LayerSpecification
  const fill = (id: string, sourceLayer: string, color: string, rest: object = {}) =>
    layer(id, { type: 'fill', 'source-layer': sourceLayer, paint: { 'fill-color': color }, ...rest })
  const line = (id: string, sourceLayer: string, paint: object, rest: object = {}) =>
    layer(id, {
      type: 'line',
      'source-layer': sourceLayer,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint,
      ...rest,
    })
  return [
    fill('earth', 'earth', flavor.earth, { filter: ['==', ['geometry-type'], 'Polygon'] }),
    fill('built', 'landuse', flavor.built, { filter: isOf(...BUILT) }),
    fill('green', 'landuse', flavor.green, { filter: isOf(...GREEN) }),
    fill('water', 'water', flavor.water, { filter: ['==', ['geometry-type'], 'Polygon'] }),
    line(
      'rivers',
      'water',
      { 'line-color': flavor.water, 'line-width': byZoom([8, 0.8], [14, 3]) },
      { filter: ['==', ['geometry-type'], 'LineString'] },
    ),
    fill('buildings', 'buildings', flavor.building, { minzoom: 14 }),
    line(
      'rails',
      'roads',
      { 'line-color': flavor.rail, 'line-width': byZoom([9, 0.5], [15, 2]), 'line-dasharray': [4, 2] },
      { minzoom: 9, filter: isOf('rail') },
    ),
    line(
      'small-roads',
      'roads',
      { 'line-color': flavor.smallRoad, 'line-width': byZoom([11, 0.5], [16, 5]) },
      { minzoom: 11, filter: isOf('minor_road', 'medium_road', 'path', 'other') },
    ),
    line(
      'roads',
      'roads',
      { 'line-color': flavor.road, 'line-width': byZoom([6, 0.5], [10, 1.2], [16, 8]) },
      { filter: isOf('highway', 'major_road') },
    ),
    line('boundaries', 'boundaries', {
      'line-color': flavor.boundary,
      'line-width': ['case', isOf('country'), 1.6, 0.8],
      'line-dasharray': [3, 2],
    }),
  ]
}

function namesOf(isDark: boolean, language: string): LayerSpecification[] {
  const { name, halo } = isDark ? dark : light
  return [
    {
      id: 'basemap:names',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'places',
      filter: isOf('country', 'region', 'locality', 'neighbourhood', 'macrohood'),
      layout: {
        'text-field': ['coalesce', ['get', `name:${language}`], ['get', 'name']],
        'text-font': ['sans-serif'],
        'text-size': [
          'case',
          isOf('country'),
          15,
          isOf('region'),
          13,
          ['interpolate', ['linear'], ['to-number', ['get', 'population_rank'], 0], 4, 11, 12, 17],
        ],
        'text-padding': 6,
        'text-max-width': 8,
        // Where space is limited, larger places get labels first.
        'symbol-sort-key': ['-', 0, ['to-number', ['get', 'population_rank'], 0]],
      },
      paint: { 'text-color': name, 'text-halo-color': halo, 'text-halo-width': 1.5 },
    },
  ]
}
