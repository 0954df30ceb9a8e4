/** Lists of the files that a job reads, so that another machine can read identical files. */

import type { Readable } from 'node:stream'
import type { Bounds } from '../types.ts'

export interface NamedFile {
  /** File name without folders; for a Terrarium tile the last three parts of the path: `12/2149/1430.png`. */
  name: string
  sha256: string
  bytes: number
}

/** File that a job may read. The files of a folder form one mosaic, so each file also has a folder number. */
export interface TerrainFile extends NamedFile {
  /** Position of the file's folder; remote sources follow the operator's folders. */
  folder: number
  /** Set for a file fetched whole from a remote source. */
  source?: { name: string; attribution: string }
  /** Additional files that the file requires: the .prj of an Esri grid. */
  companions?: NamedFile[]
}

/** Tile of a remote source that is read in parts or not yet fetched: the compute node reads from the source. */
export interface RemoteTileName {
  source: string
  path: string
}

/** Everything that a job may read, in order of precedence. */
export interface GroundList {
  folders: number
  /** Ids of the remote sources, in order of precedence. */
  sources: string[]
  files: TerrainFile[]
  remote: RemoteTileName[]
}

/** File of a ground list on the local machine. */
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
  /** Streams bytes `start` to `end`, both inclusive, at the reader's rate. */
  stream(start: number, end: number): Readable
}

export interface GroundFiles {
  /**
   * Files that a job within the bounds reads at the job's post spacing, or, without options, at any allowed spacing.
   * New files are hashed in a worker thread; downloads only happen if the process may download.
   */
  filesIn(
    bounds: Bounds,
    options?: { spacingM?: number | undefined; signal?: AbortSignal },
  ): Promise<GroundList>
  /**
   * Opens a file by its hash; `undefined` if the terrain has no such file. Rejects with a HashingError while hashing.
   */
  openFile(sha256: string): Promise<OpenedTerrainFile | undefined>
}

/** Thrown while some files are not hashed yet, as the requested file may be among them. */
export class HashingError extends Error {
  readonly code = 'terrain_hashing'
}

/** Thrown if files differ from the ground list; nothing has then been computed. */
export class GroundDiffersError extends Error {
  readonly code = 'ground_differs'
}
