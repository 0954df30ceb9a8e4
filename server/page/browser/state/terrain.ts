import { signal } from '@preact/signals'
import { type components, dataOf } from '../../../client/requests.ts'
import { attempt } from '../service/attempt.ts'
import { pause } from '../service/pause.ts'
import { client, ifAnswered } from '../service/session.ts'
import { forgetTiles } from '../service/tile-files.ts'

export type Footprints = components['schemas']['TerrainFootprints']
export type FetchPlan = components['schemas']['TerrainFetchPlan']
export type Progress = components['schemas']['TerrainFetchProgress']

const POLL_S = 1.5

/** Extents of the available terrain; `undefined` until read. */
export const footprints = signal<Footprints | undefined>(undefined)
/** Number that increases with every change of terrain. */
export const terrainVersion = signal(0)
export const fetchPlan = signal<FetchPlan | undefined>(undefined)
export const fetchFault = signal<string | undefined>(undefined)

export async function readFootprints(): Promise<Footprints | undefined> {
  const known = await ifAnswered(client.value.GET('/api/v1/terrain/footprints'))
  if (known !== undefined) footprints.value = known
  return footprints.value
}

let isFollowing = false

/** Reads the extents of terrain again, and redraws the map if files were added. */
async function noticeTerrain(): Promise<void> {
  const before = footprints.peek()
  if (before === undefined || isFollowing) return
  const known = await readFootprints()
  if (JSON.stringify(known) === JSON.stringify(before)) return
  forgetTiles('/api/v1/terrain/')
  terrainVersion.value += 1
}

addEventListener('focus', () => void noticeTerrain())

let newestBounds: readonly number[] = []

export async function planFetch(bounds: readonly number[]): Promise<void> {
  newestBounds = bounds
  // If there is no source for one area, there is none for other areas.
  if (fetchPlan.value?.source === null) return
  const query = { bbox: bboxOf(bounds).join(',') }
  const plan = await ifAnswered(client.value.GET('/api/v1/terrain/fetch', { params: { query } }))
  if (newestBounds === bounds && plan !== undefined) fetchPlan.value = plan
}

/** Downloads missing terrain of an area and shows the terrain on the map. */
export function fetchTerrain(bounds: readonly number[]): Promise<void> {
  return attempt(async () => {
    dataOf(await client.value.POST('/api/v1/terrain/fetch', { body: { bbox: bboxOf(bounds) } }))
    await planFetch(bounds)
    await followFetch()
  }, fetchFault)
}

/** Follows a running download until the download ends. */
export async function followFetch(): Promise<void> {
  if (isFollowing) return
  isFollowing = true
  while (fetchPlan.value?.progress?.state === 'running') {
    await pause(POLL_S)
    await planFetch(newestBounds)
  }
  isFollowing = false
  forgetTiles('/api/v1/terrain/')
  await readFootprints()
  terrainVersion.value += 1
}

/** Bounds for the API: west from -180 to 180, latitudes within ±90°. */
function bboxOf([west = 0, south = 0, east = 0, north = 0]: readonly number[]): number[] {
  const turn = 360 * Math.floor((west + 180) / 360)
  return [
    west - turn,
    Math.max(-90, south),
    Math.min(east - turn, west - turn + 360),
    Math.min(90, north),
  ].map((deg) => Number(deg.toFixed(5)))
}
