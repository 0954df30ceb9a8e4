/** The files that a job reads, so that another machine can read the same ones. */

import type { Readable } from 'node:stream'
import type { Bounds } from '../types.ts'

export interface NamedFile {
  /** Without folders, except Terrarium tiles, which have their last three parts: `12/2149/1430.png`. */
  name: string
  sha256: string
  bytes: number
}

/** A file that a job may read. Files of one folder form one mosaic, so the order of files is not enough. */
export interface TerrainFile extends NamedFile {
  /** Position of its folder; those of remote sources follow the operator's. */
  folder: number
  /** For a file fetched whole from a remote source. */
  source?: { name: string; attribution: string }
  /** Files required with it: the .prj of an Esri grid. */
  companions?: NamedFile[]
}

/** A tile of a remote source read in parts, or not fetched yet: read from the source by the computing machine. */
export interface RemoteTileName {
  source: string
  path: string
}

/** Everything that a job may read, in order of precedence. */
export interface GroundList {
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
  /** Bytes `start` to `end`, both inclusive, at the reader's rate. */
  stream(start: number, end: number): Readable
}

export interface GroundFiles {
  /**
   * Files that a job within the bounds reads, at its spacing of posts; without options at any allowed spacing. Hashes
   * new files in a thread; downloads only if this process may.
   */
  filesIn(
    bounds: Bounds,
    options?: { spacingM?: number | undefined; signal?: AbortSignal },
  ): Promise<GroundList>
  /**
   * A file by its hash; `undefined`: the terrain has none. Rejects with a HashingError while some are not hashed yet.
   */
  openFile(sha256: string): Promise<OpenedTerrainFile | undefined>
}

/** Not all files are hashed yet, so the requested file may exist. */
export class HashingError extends Error {
  readonly code = 'terrain_hashing'
}

/** The files differ from the list: nothing was computed. */
export class GroundDiffersError extends Error {
  readonly code = 'ground_differs'
}
