import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { reach, readAddress } from './address.ts'
import {
  addressFile,
  type ClientHello,
  type CommandRequest,
  type CommandResponse,
  isProof,
  JsonLines,
  prove,
  type ServerHello,
} from './channel.ts'
import { AdminError } from './errors.ts'

/**
 * Runs a command in the running server; `undefined` if no server runs.
 * @throws {AdminError} if the process on the socket fails to prove knowledge of the token
 */
export async function askServer(dataDir: string, args: string[]): Promise<CommandResponse | undefined> {
  const address = await readAddress(join(dataDir, addressFile))
  const connection = address && (await reach(address))
  if (!connection) return undefined
  // Destroying the connection after an error ends the message stream.
  connection.on('error', () => connection.destroy())
  try {
    return await exchange(connection, address.token, args)
  } finally {
    connection.destroy()
  }
}

async function exchange(connection: Socket, token: string, args: string[]): Promise<CommandResponse> {
  const lines = new JsonLines(connection)
  const nonce = randomBytes(32).toString('hex')
  lines.send({ nonce } satisfies ClientHello)
  const serverHello = await lines.receive<ServerHello>()
  if (!isProof(serverHello?.proof, token, 'server', nonce) || typeof serverHello?.nonce !== 'string') {
    throw new AdminError(
      'server_not_trusted',
      'The process on the admin socket is not the server of this data folder.',
    )
  }
  lines.send({ proof: prove(token, 'client', serverHello.nonce), args } satisfies CommandRequest)
  const answer = await lines.receive<{ result: object; error: { code: string; detail: string } }>()
  if (answer?.error) return { error: answer.error }
  if (answer?.result) return { result: { ...answer.result } }
  throw new AdminError('server_silent', 'The server closed the connection without a response.')
}
