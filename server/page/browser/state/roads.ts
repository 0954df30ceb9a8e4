/** Coverage of the open result or network along roads from a file; this module is loaded on demand. */

import { batch, computed, effect, signal } from '@preact/signals'
import type { Xml } from '../../../client/areas.ts'
import { dataOf } from '../../../client/requests.ts'
import { collectionOf, lineAlong } from '../comparison/features.ts'
import { boundsOf } from '../comparison/grid.ts'
import { type Road, type RoadResult, roadsOf, segmentsOf, stepsOf } from '../comparison/roads.ts'
import { isPathLoss, measures, sensitivityOf } from '../comparison/side.ts'
import { edgeIn, type View } from '../comparison/view.ts'
import { explain } from '../service/failures.ts'
import { latest } from '../service/latest.ts'
import { client, whenHolderChanges } from '../service/session.ts'
import { sayRoad } from '../words/roads.ts'
import { say } from '../words/words.ts'
import { drawnMap } from './centre.ts'
import { isLossNetwork, sensitivity } from './network.ts'
import { drawnRoad, roadPlace } from './network-map.ts'
import { layersOf, network, opened, records, shownId } from './results.ts'
import { debouncedView, fullView, shownLayer } from './viewing.ts'

/** Lines of the last file; `undefined` if there is none. */
export const roads = signal<{ fileName: string; lines: readonly Road[] } | undefined>(undefined)
export const chosenRoad = signal(0)
export const road = computed(() => roads.value?.lines[chosenRoad.value])

/** Result or network to evaluate along the roads, and how to display values. */
export interface RoadSubject {
  id: string
  query: View & { layer?: string }
  /** Unit of the values; null if only coverage is known. */
  unit: string | null
  /** True if lower values are better. */
  isLoss: boolean
  edge: number | undefined
  colors: readonly string[]
}

const openedSubject = computed<RoadSubject | undefined>(() => {
  const record = opened.value
  if (record?.links !== undefined) {
    const { output } = record.params as { output?: string }
    const isMeasure = isPathLoss(record.params) && layersOf(record).includes('value')
    const isShown = shownId.value === record.id
    const link = shownLayer.value?.id === record.id ? shownLayer.value.bins.link : null
    const edge = edgeIn(link, fullView.value)
    const offsetDb = link?.lossless == null ? 0 : (fullView.value.eirp_dbm ?? link.eirp_dbm) - link.eirp_dbm
    return {
      id: record.id,
      query: { ...(isMeasure && { layer: 'value' }), ...(isShown && debouncedView.value) },
      unit: isMeasure ? measures[output as keyof typeof measures].unit : null,
      isLoss: output === 'path_loss',
      edge: isMeasure && edge !== undefined ? edge + offsetDb : undefined,
      colors: [],
    }
  }
  const of = network.value
  if (of?.status !== 'completed') return undefined
  return {
    id: of.id,
    query: { layer: isLossNetwork.value ? 'strongest' : 'any', ...sensitivity.value },
    unit: isLossNetwork.value ? 'dBm' : null,
    isLoss: false,
    edge: networkEdge.value,
    colors: of.sites.map(({ color }) => color),
  }
})

/** Sensitivity that all sites of the network share, if any. */
const networkEdge = computed(() => {
  const { sensitivity_dbm: viewedDbm } = sensitivity.value as { sensitivity_dbm?: number }
  const sites = network.value?.sites ?? []
  const needed = sites.map(({ id, sensitivity_dbm: ownDbm }) => {
    const site = records.value.find((record) => record.id === id)
    return ownDbm ?? viewedDbm ?? (site && sensitivityOf(site.params).sensitivity_dbm)
  })
  return isLossNetwork.value && needed.every((dbm) => dbm === needed[0]) ? needed[0] : undefined
})

export type FoundRoad = { road: Road; subject: RoadSubject; result: RoadResult } | { fault: string }
export const foundRoad = signal<FoundRoad | undefined>(undefined)
export const isRequesting = signal(false)

/** Sets the roads from a file; returns an error text if the file has no lines or nothing is open. */
export function addRoads(
  fileName: string,
  text: string,
  parseXml: (text: string) => Xml,
): string | undefined {
  const lines = roadsOf(text, parseXml)
  if (lines === undefined) return say('areaUnread', { file: fileName })
  if (openedSubject.value === undefined) return sayRoad('where')
  batch(() => {
    roads.value = { fileName, lines }
    chosenRoad.value = 0
  })
  seeRoad()
  return undefined
}

export function chooseRoad(index: number): void {
  chosenRoad.value = index
  seeRoad()
}

export function removeRoads(): void {
  roads.value = undefined
}

function seeRoad(): void {
  if (road.value !== undefined) drawnMap.value?.showArea(boundsOf(road.value.corners))
}

export function nameOf({ name }: Road, index: number): string {
  return name || sayRoad('unnamed', { number: index + 1 })
}

function ask(
  { id, query }: RoadSubject,
  lines: readonly Road[],
  options: { profile?: 'true'; accept: string; signal?: AbortSignal },
) {
  const { profile, accept, signal } = options
  return client.value.POST('/results/{id}/features', {
    params: { path: { id }, query: { ...query, ...(profile && { profile }) } },
    headers: { accept },
    body: collectionOf(lines.map(({ name, corners }) => lineAlong(corners, { name }))) as never,
    // By default, the client would read GeoJSON as text.
    parseAs: profile ? 'json' : 'text',
    ...(signal && { signal }),
  })
}

export async function stretchesOf(): Promise<string | undefined> {
  const subject = openedSubject.value
  if (subject === undefined || roads.value === undefined) return undefined
  return dataOf(await ask(subject, roads.value.lines, { accept: 'text/csv' })) as never
}

// Serialized, so that effects run only if a member changes.
const subjectText = computed(() => JSON.stringify(openedSubject.value ?? null))

effect(() => {
  const of = road.value
  const subject = JSON.parse(subjectText.value) as RoadSubject | null
  if (of === undefined || subject === null) {
    foundRoad.value = undefined
    return
  }
  const accept = 'application/geo+json'
  return latest((signal) => ask(subject, [of], { profile: 'true', accept, signal }).then(dataOf), {
    take(answer) {
      const { features } = answer as { features: { properties: { result: unknown } }[] }
      foundRoad.value = { road: of, subject, result: features[0]?.properties.result as RoadResult }
    },
    fail(error) {
      foundRoad.value = { fault: explain(error) }
    },
    busy: isRequesting,
  })
})

export const roadSteps = computed(() => {
  const found = foundRoad.value
  if (found === undefined || 'fault' in found) return []
  return stepsOf(found.result, (site) => found.subject.colors[site - 1])
})

effect(() => {
  const found = foundRoad.value
  roadPlace.value = undefined
  drawnRoad.value =
    found === undefined || 'fault' in found || found.result.profile === undefined
      ? undefined
      : segmentsOf(found.road, found.result.profile, roadSteps.value)
})

whenHolderChanges(removeRoads)
