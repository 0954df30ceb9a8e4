import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { CommanderError } from 'commander'
import { onlyPartPath, writeAtomically } from '../../storage/files/atomic-file.ts'
import { messageOf } from '../../storage/files/system-errors.ts'
import type { Logger } from '../config/logger.ts'
import { reach, readAddress } from './address.ts'
import { parseCommand } from './arguments.ts'
import {
  type AdminAddress,
  addressFile,
  type ClientHello,
  type CommandRequest,
  type CommandResponse,
  isProof,
  JsonLines,
  prove,
  type ServerHello,
} from './channel.ts'
import { type AdminContext, runCommand } from './commands.ts'
import { AdminError } from './errors.ts'
import { makeSocketLocation, removeSocketLocation } from './socket-location.ts'

export interface AdminServerOptions extends AdminContext {
  /** Folder of `admin.json`, the file in which the CLI finds the socket path. */
  dataDir: string
  /** Preferred parent folder of the socket, used if private to this user; `null` if there is none. */
  runtimeDir?: string | null
  logger?: Logger
}

const timeoutMs = 10_000

/** Starts the admin socket. The caller must have opened the records, so no other server serves this data. */
export async function serveAdmin(options: AdminServerOptions): Promise<{ close(): Promise<void> }> {
  const { dataDir, runtimeDir = null, logger } = options
  const addressPath = join(dataDir, addressFile)
  await removeStale(addressPath)
  const socket = await makeSocketLocation(runtimeDir)
  const token = randomBytes(32).toString('hex')
  const connections = new Set<Socket>()
  const server = createServer((connection) => {
    connections.add(connection)
    connection.setTimeout(timeoutMs, () => connection.destroy())
    connection.on('error', () => connection.destroy())
    connection.on('close', () => connections.delete(connection))
    exchange(connection, token, options)
      .catch((err: unknown) => logger?.warn({ err }, 'connection to the admin socket failed'))
      .finally(() => connection.end())
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket, resolve)
  })
  const address: AdminAddress = { socket, token, pid: process.pid }
  await writeAtomically(addressPath, (file) => file.writeFile(JSON.stringify(address)), {
    mode: 0o600,
    temporaryPath: onlyPartPath(addressPath),
    isDurable: false,
  })

  let closing: Promise<void> | undefined
  const close = async () => {
    await rm(addressPath, { force: true })
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const connection of connections) connection.destroy()
    await closed
    await removeSocketLocation(socket)
  }
  return {
    close() {
      closing ??= close()
      return closing
    },
  }
}

async function exchange(connection: Socket, token: string, context: AdminContext): Promise<void> {
  const lines = new JsonLines(connection)
  const clientHello = await lines.receive<ClientHello>()
  if (typeof clientHello?.nonce !== 'string') return
  const nonce = randomBytes(32).toString('hex')
  lines.send({ proof: prove(token, 'server', clientHello.nonce), nonce } satisfies ServerHello)

  const request = await lines.receive<CommandRequest>()
  if (!request || !isProof(request.proof, token, 'client', nonce) || !Array.isArray(request.args)) return
  // Deleting a large account may take longer than the idle timeout.
  connection.setTimeout(0)
  lines.send(await answer(request.args.map(String), context))
}

async function answer(args: string[], context: AdminContext): Promise<CommandResponse> {
  try {
    return { result: await runCommand(context, parseCommand(args)) }
  } catch (error) {
    const code =
      error instanceof AdminError
        ? error.code
        : error instanceof CommanderError
          ? 'wrong_usage'
          : 'internal_error'
    return { error: { code, detail: messageOf(error) } }
  }
}

/** Removes the address file of a killed server, but keeps the address of a server that is reachable. */
async function removeStale(addressPath: string): Promise<void> {
  // An untrusted address counts as missing and is overwritten.
  const address = await readAddress(addressPath).catch(() => undefined)
  if (address === undefined) return
  const connection = await reach(address)
  connection?.destroy()
  if (connection === undefined) await removeSocketLocation(address.socket)
}
