import { opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectStore } from '../../../storage/objects/types.ts'
import { isSearchId } from '../../../storage/records/ids.ts'
import type { Network } from '../../../storage/records/network-types.ts'
import type { Simulation } from '../../../storage/records/types.ts'
import { layersOf, mainLayers, storedLayers } from '../../results/views/layers.ts'

/**
 * Object names of a simulation, network or search: `<id>.tif`, `<id>.<layer>.tif`, `<id>/<attempt>.tif`,
 * `<id>.products/…`.
 */
const namePattern = /^((?:sim|net|search)_[0-9A-Za-z]+)[./]/

/** Id of the simulation, network or search that an object or file belongs to; `undefined` if none. */
export function ownerIdOf(name: string): string | undefined {
  return namePattern.exec(name)?.[1]
}

export async function removeFiles(
  folder: string,
  chosen: (id: string, name: string) => boolean,
): Promise<void> {
  for await (const { name } of await opendir(folder)) {
    const id = ownerIdOf(name)
    if (id !== undefined && chosen(id, name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

type Named = Pick<Simulation, 'id' | 'attempt'>

/** Object name without extension: `<id>` or `<id>/<attempt>`, plus the layer unless it is the main layer. */
export function rasterStem({ id, attempt }: Named, layer?: string): string {
  const stem = attempt === undefined ? id : `${id}/${attempt}`
  return layer === undefined || mainLayers.includes(layer) ? stem : `${stem}.${layer}`
}

/** Object name of a raster; the layer is optional. */
export function rasterName(simulation: Named, layer?: string): string {
  return `${rasterStem(simulation, layer)}.tif`
}

export function productPrefix(id: string): string {
  return `${id}.products/`
}

/** Object name of a site search result: the cells that each candidate covers. */
export function cellsName(search: Named): string {
  return `${rasterStem(search)}.cells`
}

/** Names of all rasters that a simulation may have, including layers that earlier versions always stored. */
export function resultNames(simulation: Named & Pick<Simulation, 'params'>): string[] {
  if (isSearchId(simulation.id)) return [cellsName(simulation)]
  const layers = [...storedLayers(simulation.params), ...layersOf(simulation.params)]
  return [...new Set(layers.map((layer) => rasterName(simulation, layer)))]
}

export async function hasRasters(
  store: Pick<ObjectStore, 'stat'>,
  simulation: Named & Pick<Simulation, 'params'>,
): Promise<boolean> {
  const names = isSearchId(simulation.id)
    ? resultNames(simulation)
    : storedLayers(simulation.params).map((layer) => rasterName(simulation, layer))
  const found = await Promise.all(names.map((name) => store.stat(name)))
  return found.every((info) => info !== undefined)
}

/** True if a record refers to the object; other objects of a finished simulation are obsolete. */
export function isNamedBy(owner: Simulation | Network, name: string): boolean {
  const isProduct = name.startsWith(productPrefix(owner.id))
  if ('sites' in owner) return isProduct
  return owner.status === 'completed' && (isProduct || resultNames(owner).includes(name))
}
