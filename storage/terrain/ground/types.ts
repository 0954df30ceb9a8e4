/** Which files a job reads, so that another machine can read the same ones. */

import type { Readable } from 'node:stream'
import type { Bounds } from '../types.ts'

export interface NamedFile {
  /** Without folders, but for Terrarium tiles, which are named by their last three parts: `12/2149/1430.png`. */
  name: string
  /** In hex. */
  sha256: string
  bytes: number
}

/** A file that a job may read. Those of one folder are read as one mosaic, so the order of files is not enough. */
export interface TerrainFile extends NamedFile {
  /** Position of its folder; those of remote sources follow the operator's. */
  folder: number
  /** Of a file that was fetched whole from a remote source. */
  source?: { name: string; attribution: string }
  /** What has to lie beside it to be understood: the .prj of an Esri grid. */
  companions?: NamedFile[]
}

/** A tile of a remote source that is read in parts, or was not fetched yet: whoever computes reads it there. */
export interface RemoteTileName {
  /** The source's id. */
  source: string
  path: string
}

/** Everything that a job may read, best first. */
export interface GroundList {
  /** How many folders the operator has. */
  folders: number
  /** Ids of the remote sources, in their order. */
  sources: string[]
  files: TerrainFile[]
  remote: RemoteTileName[]
}

/** The same file on this machine. */
export interface LocalTerrainFile extends TerrainFile {
  path: string
  companions?: (NamedFile & { path: string })[]
}

export interface LocalGroundList extends GroundList {
  files: LocalTerrainFile[]
}

export interface OpenedTerrainFile {
  bytes: number
  modifiedMs: number
  /** Bytes `start` to `end`, both inclusive, as fast as they are taken. */
  stream(start: number, end: number): Readable
}

/** The files of a terrain, for others to read. */
export interface GroundFiles {
  /**
   * What a job within the bounds reads, with as wide a spacing of posts as it asked for; without options with any that may
   * be asked for. Hashes what is not hashed yet, in a thread; downloads nothing where this process doesn't.
   */
  filesIn(
    bounds: Bounds,
    options?: { spacingM?: number | undefined; signal?: AbortSignal },
  ): Promise<GroundList>
  /**
   * A file by its hash; `undefined` if none of the terrain has it. Rejects with a HashingError while some are not hashed
   * yet.
   */
  openFile(sha256: string): Promise<OpenedTerrainFile | undefined>
}

/** Not all files are hashed yet, so that it is not known whether one of them is asked for. */
export class HashingError extends Error {
  readonly code = 'terrain_hashing'
}

/** What is to be read is not what the list says: nothing was computed. */
export class GroundDiffersError extends Error {
  readonly code = 'ground_differs'
}
