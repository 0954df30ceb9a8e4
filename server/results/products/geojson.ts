import { writeFile } from 'node:fs/promises'
import { metresPerDegree } from '../../../kernels/geodesy/azimuthal.ts'
import type { RasterGeometry } from '../../../storage/rasters/types.ts'
import { viridisRanges, type Zone } from '../views/styles.ts'
import { type BandGrid, bandOf, traceBands, type ValueGrid } from './contours.ts'
import { coarserLabels, coarserValues, columnsOf } from './grids.ts'
import { countEdges, type LabelGrid, type Outline, type Ring } from './outlines.ts'
import type { ResultSource } from './source.ts'
import { attributionOf, engineOf, type Subject } from './subject.ts'

/** Maximum number of cells; larger results are read from an overview. */
const MAXIMUM_CELLS = 25_000_000
/** Maximum number of edges between zones in memory; results with more edges are simplified first. */
const MAXIMUM_EDGES = 2_000_000
/** Lower bound of the bytes per edge in the file, to skip results that are certainly too large. */
const BAND_EDGE_BYTES = 20

export interface GeojsonOptions {
  /** Contour levels of a measure, ascending; default: limits of the picture's color ranges. */
  levels?: number[]
  /** Size in metres of the finest detail to keep. */
  toleranceM?: number
  maxBytes: number
}

const MEASURED = 1

/** Labels 1 to n correspond to `zones`. All covered zones of a measure have one label until bands are chosen. */
interface Drawing {
  geometry: RasterGeometry
  labels: LabelGrid
  /** Values of a measure; losses are negated, so that stronger signals have greater values. */
  values: ValueGrid | undefined
}

/** Zone of a measure, and the lowest value in the zone. */
interface Band {
  zone: Zone
  level: number
}

interface Region {
  zone: Zone
  outlines: Outline[]
  geometry: RasterGeometry
  isWest: boolean
}

/**
 * Writes the result as polygons (RFC 7946): classes along cell edges, measures as bands between contours.
 * Polygons do not overlap, so each polygon has the color of its zone. In a result that is too large, blocks of
 * cells are merged by majority or mean, so polygons still have no gaps or overlaps.
 */
export async function makeGeojson(
  source: ResultSource,
  options: GeojsonOptions,
  path: string,
): Promise<void> {
  const base = await readDrawing(source)
  const bands = source.unit === null ? [] : bandsFor(source, options.levels)
  const cellM = cellMetres(base.drawing.geometry)
  const maximumEdges = Math.min(
    MAXIMUM_EDGES,
    bands.length > 0 ? options.maxBytes / BAND_EDGE_BYTES : MAXIMUM_EDGES,
  )
  let factor = Math.max(1, Math.floor((options.toleranceM ?? 0) / cellM))
  for (;;) {
    const drawing = factor > 1 ? coarser(base.drawing, factor) : base.drawing
    const stated =
      factor * 2 ** base.level > 1 ? { simplified_to_m: Number((factor * cellM).toFixed(2)) } : {}
    const overview = base.level > 0 ? { overview: { cells: 2 ** base.level } } : {}
    const grid = gridOf(drawing, bands)
    const edges = countEdges(grid)
    const isSmall = grid.labels.length < 64
    if (edges > maximumEdges && !isSmall) {
      factor = next(factor, edges / maximumEdges)
      continue
    }
    const text = collectionText(source, regionsOf(source, drawing.geometry, grid, bands), {
      ...stated,
      ...overview,
    })
    const bytes = Buffer.from(text)
    if (bytes.length <= options.maxBytes || isSmall) return writeFile(path, bytes)
    factor = next(factor, bytes.length / options.maxBytes)
  }
}

function next(factor: number, excess: number): number {
  return Math.max(factor + 1, Math.floor(factor * Math.min(8, Math.sqrt(excess))))
}

/** Finest level with few enough cells to draw polygons. */
export function drawnLevel({ sizes }: ResultSource['reader']): number {
  const small = sizes.findIndex(({ rows, cols }) => rows * cols <= MAXIMUM_CELLS)
  return small < 0 ? sizes.length - 1 : small
}

async function readDrawing(source: ResultSource): Promise<{ drawing: Drawing; level: number }> {
  const { reader, unit } = source
  const level = drawnLevel(reader)
  const size = reader.sizes[level]
  const labels = { labels: new Uint8Array(size.rows * size.cols), ...size }
  const values = unit === null ? undefined : { values: new Float32Array(size.rows * size.cols), ...size }
  const isMeasured = [false, ...source.zones.map(({ range }) => range !== undefined)]
  const sign = isLoss(source) ? -1 : 1
  const rowsAtOnce = 512
  for (let row = 0; row < size.rows; row += rowsAtOnce) {
    const window = { row, col: 0, rows: Math.min(rowsAtOnce, size.rows - row), cols: size.cols }
    const zones = await source.readZones(level, window)
    labels.labels.set(
      values ? zones.map((label) => (isMeasured[label] ? MEASURED : label)) : zones,
      row * size.cols,
    )
    if (values === undefined) continue
    const part = await source.readValues(level, window)
    // Cells that are too weak have a separate zone and must not affect the means of other cells.
    for (let at = 0; at < part.length; at++) part[at] = isMeasured[zones[at]] ? sign * part[at] : Number.NaN
    values.values.set(part, row * size.cols)
  }
  return { drawing: { geometry: reader.levelGeometry(level), labels, values }, level }
}

function coarser({ geometry, labels, values }: Drawing, factor: number): Drawing {
  const small = coarserLabels(labels, factor)
  return {
    geometry: {
      ...geometry,
      rows: small.rows,
      cols: small.cols,
      cellLatDeg: geometry.cellLatDeg * factor,
      cellLonDeg: geometry.cellLonDeg * factor,
    },
    labels: small,
    values: values && coarserValues(values, factor),
  }
}

/** Labels 1 to n correspond to `bands`, if any, and the following labels to `zones`. */
function gridOf({ labels, values }: Drawing, bands: readonly Band[]): BandGrid {
  const levels = bands.map(({ level }) => level)
  if (values === undefined) return { ...labels, values: new Float32Array(0), levels }
  const ofBands = labels.labels.map((label, at) => {
    if (label === MEASURED) return Math.max(1, bandOf(values.values[at], levels))
    return label === 0 ? 0 : label + levels.length
  })
  return { ...labels, labels: ofBands, values: values.values, levels }
}

const EDGE_CELLS = 1e-6

/** Regions, weakest band first, cut at the antimeridian (RFC 7946, 3.1.9). */
function* regionsOf(
  source: ResultSource,
  geometry: RasterGeometry,
  grid: BandGrid,
  bands: readonly Band[],
): Generator<Region> {
  const zones = [...bands.map(({ zone }) => zone), ...source.zones]
  for (const { first, end, isWest, part } of halvesOf(geometry)) {
    const { levels, rows } = grid
    const labels = columnsOf(grid.labels, grid.cols, first, end)
    const values = columnsOf(grid.values, grid.cols, first, end)
    for (const [label, outlines] of traceBands({ labels, values, levels, rows, cols: end - first })) {
      yield { zone: zones[label - 1], outlines, geometry: part, isWest }
    }
  }
}

/** Column ranges on both sides of the antimeridian; a column across the antimeridian is in both ranges. */
export function halvesOf(geometry: RasterGeometry) {
  const { cols, westDeg, cellLonDeg } = geometry
  const edge = (180 - westDeg) / cellLonDeg
  // A cell edge on the antimeridian, up to rounding, cuts no column.
  const cut = Math.abs(edge - Math.round(edge)) < EDGE_CELLS ? Math.round(edge) : edge
  const east = { first: 0, end: Math.min(cols, Math.ceil(cut)), isWest: false }
  const west = { first: Math.floor(cut), end: cols, isWest: true }
  return [east, west].flatMap((half) => {
    const { first, end } = half
    if (first >= end) return []
    return [{ ...half, part: { ...geometry, westDeg: westDeg + first * cellLonDeg, cols: end - first } }]
  })
}

function isLoss({ subject }: ResultSource): boolean {
  return subject.params.output === 'path_loss'
}

function bandsFor(source: ResultSource, levels?: number[]): Band[] {
  const zones = levels ? zonesOfLevels(source, levels, isLoss(source)) : source.zones
  const measured = zones.filter(({ range }) => range)
  const ordered = isLoss(source) ? measured.toReversed() : measured
  return ordered.map((zone) => {
    const [min, max] = zone.range ?? [null, null]
    const edge = isLoss(source) && max !== null ? -max : isLoss(source) ? null : min
    return { zone, level: edge ?? Number.NEGATIVE_INFINITY }
  })
}

function zonesOfLevels({ zones }: ResultSource, levels: number[], brightestFirst: boolean): Zone[] {
  const [{ kind }] = zones
  return viridisRanges(levels, { brightestFirst }).map((range) => ({ kind, ...range }))
}

function collectionText(source: ResultSource, regions: Iterable<Region>, stated: object): string {
  const { geometry, subject, sites } = source
  const features: string[] = []
  for (const region of regions) features.push(featureText(source, region))
  for (const { name, color = '#000000', disc, params } of sites) {
    const lonDeg = disc.lonDeg > 180 ? disc.lonDeg - 360 : disc.lonDeg
    const transmitter = {
      type: 'Feature',
      properties: {
        zone: 'transmitter',
        title: name || params.name || subject.id,
        tx_height_m: params.tx_height,
        'marker-symbol': 'communications-tower',
        'marker-color': color,
      },
      geometry: { type: 'Point', coordinates: [rounded(lonDeg, 7), rounded(disc.latDeg, 7)] },
    }
    features.push(JSON.stringify(transmitter))
  }
  const eastDeg = geometry.westDeg + geometry.cols * geometry.cellLonDeg
  const head = {
    type: 'FeatureCollection',
    bbox: [
      geometry.westDeg,
      geometry.northDeg - geometry.rows * geometry.cellLatDeg,
      eastDeg > 180 ? eastDeg - 360 : eastDeg,
      geometry.northDeg,
    ].map((degrees) => rounded(degrees, 7)),
    id: subject.id,
    completed_at: subject.completedAt,
    attribution: attributionOf(subject),
    engine: engineOf(subject),
    params: subject.params,
    ...(subject.layer.stated && { view: subject.layer.stated }),
    cell_m: Number(cellMetres(geometry).toFixed(2)),
    ...stated,
  }
  return `${JSON.stringify(head).slice(0, -1)},"features":[\n${features.join(',\n')}\n]}\n`
}

/** Simplestyle 1.1 has separate properties for color and opacity. */
function featureText({ subject, unit }: ResultSource, { zone, outlines, geometry, isWest }: Region): string {
  const color = zone.color.slice(0, 7)
  const opacity = Number((Number.parseInt(zone.color.slice(7), 16) / 255).toFixed(2))
  const properties = {
    zone: zone.kind,
    title: zone.label,
    ...(zone.value !== undefined && { value: zone.value }),
    ...(zone.range && { from: zone.range[0], to: zone.range[1], unit }),
    ...powerOf(subject, zone),
    fill: color,
    'fill-opacity': opacity,
    stroke: color,
    'stroke-opacity': opacity,
    'stroke-width': 1,
  }
  const positions = positionWriter(geometry, isWest)
  const polygons = outlines.map((outline) => `[${outline.map(positions).join(',')}]`)
  return `{"type":"Feature","properties":${JSON.stringify(properties)},"geometry":{"type":"MultiPolygon","coordinates":[${polygons.join(',')}]}}`
}

function powerOf({ params, layer }: Subject, zone: Zone): object {
  if (zone.range) return params.output === 'received_power' ? { dbm: zone.range[0] } : {}
  return zone.value === 1 && layer.view ? { dbm: layer.view.sensitivityDbm } : {}
}

/** Writes closed rings in degrees, with enough decimals for a hundredth of a cell. */
export function positionWriter(geometry: RasterGeometry, isWest: boolean): (ring: Ring) => string {
  const { northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const decimals = Math.max(4, Math.ceil(-Math.log10(Math.min(cellLatDeg, cellLonDeg) / 100)))
  const lonDeg = (x: number) => {
    const degrees = westDeg + x * cellLonDeg
    return isWest ? Math.max(-180, degrees - 360) : Math.min(180, degrees)
  }
  return (ring) => {
    const positions: string[] = []
    for (let i = 0; i < ring.length; i += 2) {
      const latDeg = Math.max(-90, Math.min(90, northDeg - ring[i + 1] * cellLatDeg))
      positions.push(`[${rounded(lonDeg(ring[i]), decimals)},${rounded(latDeg, decimals)}]`)
    }
    positions.push(positions[0])
    return `[${positions.join(',')}]`
  }
}

function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}

/** Height of a cell in metres, which is also its width at the transmitter. */
function cellMetres({ northDeg, rows, cellLatDeg }: RasterGeometry): number {
  return cellLatDeg * metresPerDegree(northDeg - (rows * cellLatDeg) / 2).lat
}
