import { statfs } from 'node:fs/promises'

const BLOCK_BYTES = 4096

/** Bytes that a file occupies on disk, in whole blocks. */
export function diskBytes(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES
}

/** Free space; infinite if unlimited. */
export interface FreeSpace {
  bytes: number
  /** Files that can still be created: free inodes. */
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
  // File systems that create inodes on demand, such as btrfs, report none.
  return { bytes: bavail * bsize, files: files === 0 ? Number.POSITIVE_INFINITY : ffree }
}

/** Free space if both file systems are needed. */
export function smallerSpace(a: FreeSpace, b: FreeSpace): FreeSpace {
  return { bytes: Math.min(a.bytes, b.bytes), files: Math.min(a.files, b.files) }
}
