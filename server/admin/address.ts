import { lstat, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import type { AdminAddress } from './channel.ts'
import { AdminError } from './errors.ts'
import { isPrivateSocket, ownUid } from './socket-location.ts'

/** Address of the admin socket, with the user id of the server that wrote the address file. */
export type OwnedAddress = AdminAddress & { uid: number }

/**
 * Last admin address written for this data folder; `undefined` if none is readable.
 * @throws {AdminError} if another user may have written the file
 */
export async function readAddress(path: string): Promise<OwnedAddress | undefined> {
  try {
    const { uid, mode } = await lstat(path)
    // Root may run admin commands on servers of other users.
    if ((uid !== ownUid && ownUid !== 0) || (mode & 0o022) !== 0) {
      throw new AdminError(
        'server_not_trusted',
        `${path} may have been written by another user; delete the file.`,
      )
    }
    const { socket, token, pid } = JSON.parse(await readFile(path, 'utf8')) as Partial<AdminAddress>
    return socket && token && pid ? { socket, token, pid, uid } : undefined
  } catch (error) {
    // A file left incomplete by a crash counts as missing.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Connects to the admin socket; `undefined` if no server listens or the socket is not private. */
export async function reach({ socket, uid }: OwnedAddress): Promise<Socket | undefined> {
  if (!(await isPrivateSocket(socket, uid))) return undefined
  return new Promise((resolve, reject) => {
    const connection = connect(socket)
    connection.once('connect', () => {
      connection.removeListener('error', failed)
      resolve(connection)
    })
    const failed = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    }
    connection.once('error', failed)
  })
}
