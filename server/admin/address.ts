import { lstat, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import type { AdminAddress } from './channel.ts'
import { AdminError } from './errors.ts'
import { isPrivateSocket, ownUid } from './socket-location.ts'

/** An address, and the user whose server wrote it. */
export type OwnedAddress = AdminAddress & { uid: number }

/**
 * Last address of the server of this data; `undefined`: unknown.
 * @throws {AdminError} if another user may have written it
 */
export async function readAddress(path: string): Promise<OwnedAddress | undefined> {
  try {
    const { uid, mode } = await lstat(path)
    // Root administrates servers of other users.
    if ((uid !== ownUid && ownUid !== 0) || (mode & 0o022) !== 0) {
      throw new AdminError(
        'server_not_trusted',
        `${path} may have been written by another user; delete the file.`,
      )
    }
    const { socket, token, pid } = JSON.parse(await readFile(path, 'utf8')) as Partial<AdminAddress>
    return socket && token && pid ? { socket, token, pid, uid } : undefined
  } catch (error) {
    // A crash may leave unreadable text.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** `undefined` if no process listens, as after a killed server, or if the name was taken since. */
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
