import { writeFile } from 'node:fs/promises'
import { readArea } from '../../../requests/places.ts'
import { rounded, zoneOfKind } from '../../views/zones.ts'
import { type AreaOptions, cellKm2At } from '../bins.ts'
import { drawnLevel, halvesOf, positionWriter } from '../geojson.ts'
import { columnsOf } from '../grids.ts'
import { type Outline, type Ring, traceOutlines } from '../outlines.ts'
import { areaOf } from '../polygons.ts'
import type { ResultSource } from '../source.ts'
import { attributionOf, engineOf } from '../subject.ts'
import { insideOf } from './inside.ts'

/** Maximum number of gaps listed, largest first; all gaps are counted. */
const MAXIMUM_GAPS = 20_000
const ROWS_AT_ONCE = 512

/**
 * Writes gaps, which are known cells in range that no site covers, as polygons along cell edges (RFC 7946):
 * one polygon per edge-connected region, largest first. Very large networks are read from an overview.
 */
export async function makeGaps(source: ResultSource, { area }: AreaOptions, path: string): Promise<void> {
  const { reader, subject } = source
  const level = drawnLevel(reader)
  const geometry = reader.levelGeometry(level)
  const { rows, cols, northDeg, cellLatDeg } = geometry
  const within = area && areaOf(readArea(area), geometry)
  const labels = new Uint8Array(rows * cols)
  const notCovered = zoneOfKind(source.zones, 'lacking')
  for (let top = 0; top < rows; top += ROWS_AT_ONCE) {
    const window = { row: top, col: 0, rows: Math.min(ROWS_AT_ONCE, rows - top), cols }
    const zones = await source.readZones(level, window)
    const inside = insideOf(geometry, window, within)
    for (let at = 0; at < zones.length; at++) {
      if (zones[at] === notCovered && inside?.[at] !== 0) labels[top * cols + at] = 1
    }
  }
  /** Area in km² of a column of cells from the northern edge to each row. */
  const columnKm2 = new Float64Array(rows + 1)
  for (let row = 0; row < rows; row++) {
    columnKm2[row + 1] = columnKm2[row] + cellKm2At(geometry, northDeg - (row + 0.5) * cellLatDeg)
  }
  const gaps: { km2: number; text: string }[] = []
  for (const { first, end, isWest, part } of halvesOf(geometry)) {
    const grid = { labels: columnsOf(labels, cols, first, end), rows, cols: end - first }
    const positions = positionWriter(part, isWest)
    for (const outline of traceOutlines(grid).get(1) ?? []) {
      gaps.push({ km2: km2Of(outline, columnKm2), text: `[${outline.map(positions).join(',')}]` })
    }
  }
  gaps.sort((one, other) => other.km2 - one.km2)
  const head = {
    type: 'FeatureCollection',
    id: subject.id,
    name: subject.params.name,
    completed_at: subject.completedAt,
    attribution: attributionOf(subject),
    engine: engineOf(subject),
    ...(subject.layer.stated && { view: subject.layer.stated }),
    gaps: gaps.length,
    km2: rounded(gaps.reduce((sum, { km2 }) => sum + km2, 0)),
    ...(level > 0 && { overview: { cells: 2 ** level } }),
  }
  const features = gaps
    .slice(0, MAXIMUM_GAPS)
    .map(
      ({ km2, text }, index) =>
        `{"type":"Feature","properties":{"rank":${index + 1},"km2":${Number(km2.toPrecision(7))},"fill":"#d55e00","fill-opacity":0.5,"stroke":"#d55e00"},"geometry":{"type":"Polygon","coordinates":${text}}}`,
    )
  await writeFile(path, `${JSON.stringify(head).slice(0, -1)},"features":[\n${features.join(',\n')}\n]}\n`)
}

/** Area inside an outline in km²: sum over eastern edges minus sum over western edges, which excludes holes. */
function km2Of(outline: Outline, columnKm2: Float64Array): number {
  return Math.abs(outline.reduce((sum, ring) => sum + signedKm2(ring, columnKm2), 0))
}

function signedKm2(ring: Ring, columnKm2: Float64Array): number {
  let sum = 0
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length
    sum += ring[at] * (columnKm2[ring[next + 1]] - columnKm2[ring[at + 1]])
  }
  return sum
}
