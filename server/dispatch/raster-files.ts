import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** `<id>.tif`, `<id>.png`, `<id>.<layer>.tif`, unfinished files: all that belongs to a simulation. */
const namePattern = /^(sim_[0-9A-Za-z]+)\./

/** Deletes the files of the simulations that are chosen by their ids. */
export async function removeRasters(directory: string, chosen: (id: string) => boolean): Promise<void> {
  for (const name of await list(directory)) {
    const id = namePattern.exec(name)?.[1]
    if (id !== undefined && chosen(id)) await rm(join(directory, name), { force: true })
  }
}

async function list(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
