import { statfs } from 'node:fs/promises'

const BLOCK_BYTES = 4096

/** Bytes that a file of the given size occupies on disk, in whole blocks. */
export function diskBytes(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES
}

/** Free space of a file system; infinite if unlimited. */
export interface FreeSpace {
  bytes: number
  /** Number of files that can still be created (free inodes). */
  files: number
}

export type StatFileSystem = (
  path: string,
) => Promise<{ bavail: number; bsize: number; files: number; ffree: number }>

export async function freeSpaceOf(
  folder: string,
  statFileSystem: StatFileSystem = statfs,
): Promise<FreeSpace> {
  const { bavail, bsize, files, ffree } = await statFileSystem(folder)
  // File systems that create inodes on demand, such as btrfs, report 0 inodes.
  return { bytes: bavail * bsize, files: files === 0 ? Number.POSITIVE_INFINITY : ffree }
}

/** Smaller number of free bytes, and smaller number of free files, of two file systems. */
export function smallerSpace(a: FreeSpace, b: FreeSpace): FreeSpace {
  return { bytes: Math.min(a.bytes, b.bytes), files: Math.min(a.files, b.files) }
}
