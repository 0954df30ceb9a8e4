import { join } from 'node:path'
import { Low } from 'lowdb'
import type { FileSystem } from './disk/file-system.ts'
import { formatVersion } from './disk/journal-format.ts'
import { JsonFile } from './disk/json-file.ts'
import { DamagedError } from './errors.ts'
import type { StoredSimulation } from './simulation-index.ts'
import type { Tile } from './stored-types.ts'

/** Maximum length of a list's JSON within a record; a longer list gets a separate file. */
const longLength = 2048

interface TileFile {
  version: number
  simulation_id: string
  tiles: Tile[]
}

export function isLong(tiles: readonly Tile[] | null | undefined): boolean {
  return tiles != null && JSON.stringify(tiles).length > longLength
}

/** Long lists of tiles, one lowdb file per simulation. */
export class TileLists {
  readonly #fs: FileSystem
  readonly #folder: string

  constructor(fs: FileSystem, folder: string) {
    this.#fs = fs
    this.#folder = folder
  }

  async write(simulationId: string, tiles: Tile[]): Promise<void> {
    await this.#open(simulationId, tiles).write()
  }

  /** Tiles of a record, from the record or from a separate file; empty if there are none. */
  async of(simulation: StoredSimulation): Promise<Tile[]> {
    if (simulation.tiles !== null) return simulation.tiles ?? []
    const db = this.#open(simulation.id, [])
    await db.read()
    if (db.data.simulation_id !== simulation.id) {
      throw new DamagedError(this.#path(simulation.id), 'it belongs to another simulation.')
    }
    return db.data.tiles
  }

  remove(simulationId: string): Promise<void> {
    return this.#fs.remove(this.#path(simulationId))
  }

  #open(simulation_id: string, tiles: Tile[]): Low<TileFile> {
    const data = { version: formatVersion, simulation_id, tiles }
    return new Low<TileFile>(new JsonFile(this.#fs, this.#path(simulation_id)), data)
  }

  #path(simulationId: string): string {
    return join(this.#folder, `${simulationId}.json`)
  }
}
