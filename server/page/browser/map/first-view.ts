import { collectionOf } from '../comparison/features.ts'
import type { Bounds } from '../comparison/grid.ts'
import { until } from '../service/pause.ts'
import { isShared, requestedResult } from '../service/session.ts'
import { isListed, opened, records, shownId } from '../state/results.ts'
import { type Footprints, readFootprints } from '../state/terrain.ts'
import { layerFault, shownLayer } from '../state/viewing.ts'
import { figure, language } from '../words/words.ts'

/** Maximum time in ms that the map waits for the list of results. */
const LISTED_MS = 2000
const KM_PER_DEG = 111.2
const EARTH: Bounds = [-170, -60, 170, 75]

/**
 * Initial bounds: opened result, newest result, largest terrain cluster, or the earth; `undefined` for a share.
 */
export async function firstView(): Promise<Bounds | undefined> {
  await until(isKnown, AbortSignal.timeout(LISTED_MS)).catch(() => {})
  const last = opened.value ?? records.value.find(({ status }) => status === 'completed')
  if (last !== undefined) {
    const { tx_lat: lat, tx_lon: lon, max_range: km } = last.params
    const dLat = km / KM_PER_DEG
    const dLon = dLat / Math.cos((Math.min(85, Math.abs(lat)) * Math.PI) / 180)
    return [lon - dLon, lat - dLat, lon + dLon, lat + dLat]
  }
  if (isShared.value) return undefined
  const known = await readFootprints()
  return (known?.clusters[0]?.bounds as Bounds | undefined) ?? EARTH
}

/** True when the results are listed, or when the opened result's description has been read, if any. */
function isKnown(): boolean {
  if (opened.value === undefined) return isListed.value && requestedResult.value === undefined
  // Tiles of the opened result are requested first, because creating the map blocks the event loop.
  const isDescribed = shownId.value === undefined || shownLayer.value?.id === shownId.value
  return isDescribed || layerFault.value !== undefined
}

/** Coastlines, or `undefined` if the file cannot be read; the map works without coastlines. */
export function landIfAny() {
  return fetch(LAND_URL).then(
    (answer) => (answer.ok ? answer.json() : undefined),
    () => undefined,
  )
}

export function outlines(known: Footprints | undefined) {
  return collectionOf(
    (known?.footprints ?? []).map(([west = 0, south = 0, east = 0, north = 0]) => {
      const ring = [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ]
      return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }
    }),
  )
}

/** Letters for compass directions by language; in German, east is O. */
const quarters: Record<string, { lat: string; lon: string }> = {
  en: { lat: 'NS', lon: 'EW' },
  de: { lat: 'NS', lon: 'OW' },
}

export function degreesText(deg: number, axis: 'lat' | 'lon'): string {
  const letters = (quarters[language.value] ?? quarters.en)?.[axis] ?? ''
  const isOnAxis = deg === 0 || (axis === 'lon' && Math.abs(deg) === 180)
  return `${figure(Math.abs(deg), 2)}°${isOnAxis ? '' : `\u00a0${letters[deg < 0 ? 1 : 0]}`}`
}
