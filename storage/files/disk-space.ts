import { statfs } from 'node:fs/promises'

const BLOCK_BYTES = 4096

/** Bytes that a file takes on a disk, which stores whole blocks: many small files are as dear as they are there. */
export function diskBytes(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES
}

/** Free space; infinite where there is no bound. */
export interface FreeSpace {
  bytes: number
  /** Files that can still be created: free inodes. */
  files: number
}

/** The part of `statfs` that is needed, so that a test can replace it. */
export type StatFileSystem = (
  path: string,
) => Promise<{ bavail: number; bsize: number; files: number; ffree: number }>

/** Free space of the file system of a folder. */
export async function freeSpaceOf(
  folder: string,
  statFileSystem: StatFileSystem = statfs,
): Promise<FreeSpace> {
  const { bavail, bsize, files, ffree } = await statFileSystem(folder)
  // A file system that makes inodes as it needs them, as btrfs does, reports none at all.
  return { bytes: bavail * bsize, files: files === 0 ? Number.POSITIVE_INFINITY : ffree }
}

/** What is free where both have to have room. */
export function smallerSpace(a: FreeSpace, b: FreeSpace): FreeSpace {
  return { bytes: Math.min(a.bytes, b.bytes), files: Math.min(a.files, b.files) }
}
