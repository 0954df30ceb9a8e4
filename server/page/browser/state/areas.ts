import { batch, computed, effect, signal } from '@preact/signals'
import {
  beyondKm2,
  type Corner,
  LARGEST_BYTES,
  type Polygons,
  polygonOf,
  polygonsOf,
} from '../../../client/areas.ts'
import type { Position } from '../../../client/coordinates.ts'
import { dataOf } from '../../../client/requests.ts'
import { type Bounds, boundsOf, unionOf } from '../comparison/grid.ts'
import type { View } from '../comparison/view.ts'
import { explain } from '../service/failures.ts'
import { latest } from '../service/latest.ts'
import { client } from '../service/session.ts'
import { policyFor } from '../service/trusted-types.ts'
import { say } from '../words/words.ts'
import { drawnMap, visibleBounds } from './centre.ts'
import { addMeasurements } from './measurements.ts'
import { layer, opened, openId, type SimulationRecord, shownId } from './results.ts'
import { debouncedView } from './viewing.ts'

export interface Area {
  name: string
  polygons: Polygons
}

const storedName = 'coverage.areas'
const MAXIMUM_AREAS = 20
/** Distance in degrees below which two corners coincide, as after a double click. */
const SAME_DEG = 1e-7

/** Areas stored in this browser, the index of the selected area, and the error of a file. */
export const areas = signal<readonly Area[]>(stored())
export const chosen = signal<number | undefined>(areas.value.length > 0 ? areas.value.length - 1 : undefined)
export const area = computed(() => (chosen.value === undefined ? undefined : areas.value[chosen.value]))
export const areaFault = signal<string | undefined>(undefined)
export const corners = signal<readonly Corner[] | undefined>(undefined)

type AnsweredStats = Awaited<ReturnType<typeof statsWithin>> | { fault: string }
export const areaStats = signal<AnsweredStats | undefined>(undefined)

function stored(): Area[] {
  try {
    const kept = JSON.parse(localStorage.getItem(storedName) ?? '[]') as Area[]
    return kept.filter(({ name, polygons }) => typeof name === 'string' && Array.isArray(polygons))
  } catch {
    // The stored value is invalid, or storage is unavailable.
    return []
  }
}

function keep(changed: readonly Area[]): boolean {
  try {
    localStorage.setItem(storedName, JSON.stringify(changed))
  } catch {
    // The areas are not stored, because the browser's storage quota is exceeded.
    areaFault.value = say('areaTooLarge')
    return false
  }
  areas.value = changed
  areaFault.value = undefined
  return true
}

function add(name: string, polygons: Polygons): void {
  const others = areas.value.slice(-(MAXIMUM_AREAS - 1))
  batch(() => {
    if (keep([...others, { name, polygons }])) chosen.value = others.length
  })
}

export function rename(name: string): void {
  keep(areas.value.map((one, at) => (at === chosen.value ? { ...one, name } : one)))
}

export function removeArea(): void {
  batch(() => {
    keep(areas.value.filter((_, at) => at !== chosen.value))
    chosen.value = areas.value.length > 0 ? 0 : undefined
  })
}

export function startDrawing(): void {
  corners.value = []
}

export function addCorner({ lat, lon }: Position): void {
  const [lastLon, lastLat] = corners.value?.at(-1) ?? []
  const isSame = Math.hypot(lon - Number(lastLon), lat - Number(lastLat)) < SAME_DEG
  if (!isSame) corners.value = [...(corners.value ?? []), [lon, lat]]
}

export function dropCorner(): void {
  corners.value = corners.value?.slice(0, -1)
}

export function stopDrawing(): void {
  corners.value = undefined
}

export function closeArea(): boolean {
  const drawn = corners.value
  if (drawn === undefined || drawn.length < 3) return false
  add(say('areaName', { number: areas.value.length + 1 }), polygonOf(drawn))
  stopDrawing()
  return true
}

// The text is only parsed as data, never inserted in the page.
const xml = policyFor('xml', { createHTML: (text: string) => text })

/** Handles a file by content: measurements and roads for the open result, polygons as an area. */
export async function addFile(file: File): Promise<void> {
  const isSmall = file.size <= LARGEST_BYTES
  const bytes = new Uint8Array(
    isSmall ? await file.arrayBuffer().catch(() => new ArrayBuffer()) : new ArrayBuffer(),
  )
  const text = new TextDecoder().decode(bytes)
  const { measurementsTypeOf } = await import('../comparison/measured-points.ts')
  const type = isSmall ? measurementsTypeOf(text, file.name) : undefined
  if (type !== undefined) {
    areaFault.value = addMeasurements(file.name, bytes, type)
    return
  }
  const parseXml = (one: string) =>
    new DOMParser().parseFromString(xml?.createHTML(one) ?? one, 'application/xml')
  const found = polygonsOf(text, parseXml)
  if (found === undefined) {
    const { addRoads } = await import('./roads.ts')
    areaFault.value = addRoads(file.name, text, parseXml)
  } else {
    add(found.name ?? file.name.replace(/\.[^.]*$/, ''), found.polygons)
    see(found.polygons.flat(2))
  }
}

/** Fits the map to corners, together with bounds, unless all corners are visible. */
export function see(corners: readonly Corner[], bounds?: Bounds): void {
  const own = boundsOf(corners)
  const [west, south, east, north] = own
  const visible = visibleBounds.peek()
  const isVisible =
    visible && west >= visible[0] && south >= visible[1] && east <= visible[2] && north <= visible[3]
  if (!isVisible) drawnMap.peek()?.showArea(unionOf(bounds ?? own, own))
}

addEventListener('keydown', (event) => {
  if (corners.value === undefined) return
  const isControl = event.target instanceof HTMLElement && event.target.closest('button, input, select, a')
  if (event.key === 'Escape') stopDrawing()
  else if (event.key === 'Enter' && !isControl) closeArea()
})

// Closing the open result or network clears the error of a file.
effect(() => {
  void openId.value
  areaFault.value = undefined
})

effect(() => {
  const record = opened.value
  const within = area.value
  if (record?.links === undefined || within === undefined) {
    areaStats.value = undefined
    return
  }
  const isShown = shownId.value === record.id
  const query = isShown ? { ...(layer.value && { layer: layer.value }), ...debouncedView.value } : {}
  return latest<AnsweredStats>((signal) => statsWithin(record, within, query, signal), {
    take: areaStats,
    fail(error) {
      areaStats.value = { fault: explain(error) }
    },
  })
})

/** Figures of a result within an area, and the part of the area out of range. */
export async function statsWithin(
  { id, params }: SimulationRecord,
  { polygons }: Area,
  query: View & { layer?: string },
  signal: AbortSignal,
) {
  const body = { polygon: { type: 'MultiPolygon', coordinates: polygons } } as never
  const stats = dataOf(
    await client.value.POST('/results/{id}/stats', { params: { path: { id }, query }, body, signal }),
  )
  return { stats, beyondKm2: beyondKm2(polygons, params, stats) }
}

// Accepts files dropped anywhere, which the browser would open; file inputs handle drops themselves.
addEventListener('dragover', (event) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
})
addEventListener('drop', (event) => {
  const file = droppedFile(event)
  if (file === undefined) return
  event.preventDefault()
  void addFile(file)
})

function droppedFile({ dataTransfer, target }: DragEvent): File | undefined {
  const isOfField = target instanceof HTMLInputElement && target.type === 'file'
  return isOfField ? undefined : dataTransfer?.files[0]
}

/** Offers dropped files to a reader first; files that it does not take are handled by content. */
export function offerDrops(isOpen: () => boolean, take: (file: File) => Promise<boolean>): void {
  addEventListener(
    'drop',
    (event) => {
      const file = droppedFile(event)
      if (file === undefined || !isOpen()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      void take(file).then((isTaken) => (isTaken ? undefined : addFile(file)))
    },
    true,
  )
}
