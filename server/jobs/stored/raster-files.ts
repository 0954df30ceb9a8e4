import { opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectStore } from '../../../storage/objects/types.ts'
import { isSearchId } from '../../../storage/records/ids.ts'
import type { Network } from '../../../storage/records/network-types.ts'
import type { Simulation } from '../../../storage/records/types.ts'
import { layersOf, mainLayers, storedLayers } from '../../results/views/layers.ts'

/** `<id>.tif`, `<id>.<layer>.tif`, `<id>/<attempt>.tif`, `<id>.products/…`, unfinished files: all that belongs to a simulation, or to a network. */
const namePattern = /^((?:sim|net|search)_[0-9A-Za-z]+)[./]/

/** The simulation or the network that an object or a file belongs to, by its name; `undefined`: it belongs to none. */
export function ownerIdOf(name: string): string | undefined {
  return namePattern.exec(name)?.[1]
}

/** Deletes the chosen files of simulations and networks in a folder of this machine; what belongs to none stays. */
export async function removeFiles(
  folder: string,
  chosen: (id: string, name: string) => boolean,
): Promise<void> {
  for await (const { name } of await opendir(folder)) {
    const id = ownerIdOf(name)
    if (id !== undefined && chosen(id, name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** What names the rasters of a simulation: its id, and the try that its record says. */
type Named = Pick<Simulation, 'id' | 'attempt'>

/** The name of a raster of a simulation without its ending. That of a main layer is `<id>`, or `<id>/<attempt>`. */
export function rasterStem({ id, attempt }: Named, layer?: string): string {
  const stem = attempt === undefined ? id : `${id}/${attempt}`
  return layer === undefined || mainLayers.includes(layer) ? stem : `${stem}.${layer}`
}

/** The object of a layer, as the record of its simulation names it; only a layer that was asked for is in a name. */
export function rasterName(simulation: Named, layer?: string): string {
  return `${rasterStem(simulation, layer)}.tif`
}

/** What the names of the objects begin with that were made of the rasters of a simulation: they can be made again. */
export function productPrefix(id: string): string {
  return `${id}.products/`
}

/** The object of a search: the cells that each candidate covers. */
export function cellsName(search: Named): string {
  return `${rasterStem(search)}.cells`
}

/** Every raster that a simulation may have: those of its layers, of which earlier versions stored all. */
export function resultNames(simulation: Named & Pick<Simulation, 'params'>): string[] {
  if (isSearchId(simulation.id)) return [cellsName(simulation)]
  const layers = [...storedLayers(simulation.params), ...layersOf(simulation.params)]
  return [...new Set(layers.map((layer) => rasterName(simulation, layer)))]
}

/** Whether all rasters of a simulation are there. */
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

/** Whether a record names an object; one that does not, and is final, has no use for it. */
export function isNamedBy(owner: Simulation | Network, name: string): boolean {
  const isProduct = name.startsWith(productPrefix(owner.id))
  if ('sites' in owner) return isProduct
  return owner.status === 'completed' && (isProduct || resultNames(owner).includes(name))
}
