import { createHash, randomBytes } from 'node:crypto'
import { lstat, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '../logger.ts'
import { parseCommand } from './arguments.ts'
import {
  type AdminAddress,
  type Answer,
  addressFile,
  type Hello,
  type Introduction,
  isProof,
  JsonLines,
  type Order,
  prove,
} from './channel.ts'
import { type AdminContext, runCommand } from './commands.ts'
import { AdminError } from './errors.ts'

export interface AdminServerOptions extends AdminContext {
  /** Where `admin.json` tells the CLI about the socket. */
  dataDir: string
  logger?: Logger
}

/** Longer paths of sockets are cut without a word (108 bytes on Linux, 104 elsewhere, with a final zero). */
const maximumPathBytes = 103
const patienceMs = 10_000

/** Opens the door for the administration. The caller holds the records open, so no other server has this socket. */
export async function serveAdmin(options: AdminServerOptions): Promise<{ close(): Promise<void> }> {
  const { dataDir, logger } = options
  const socket = await socketPath(dataDir)
  const token = randomBytes(32).toString('hex')
  const connections = new Set<Socket>()
  const server = createServer((connection) => {
    connections.add(connection)
    connection.setTimeout(patienceMs, () => connection.destroy())
    connection.on('error', () => connection.destroy())
    connection.on('close', () => connections.delete(connection))
    converse(connection, token, options)
      .catch((error: unknown) => logger?.warn({ reason: String(error) }, 'administration broken off'))
      .finally(() => connection.end())
  })

  // Left by a server that was killed.
  await rm(socket, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket, resolve)
  })
  const addressPath = join(dataDir, addressFile)
  const address: AdminAddress = { socket, token, pid: process.pid }
  await writeFile(`${addressPath}.part`, JSON.stringify(address), { mode: 0o600 })
  await rename(`${addressPath}.part`, addressPath)

  let closing: Promise<void> | undefined
  const close = async () => {
    await rm(addressPath, { force: true })
    // Removes the socket's file too.
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const connection of connections) connection.destroy()
    await closed
  }
  return {
    close() {
      closing ??= close()
      return closing
    },
  }
}

async function converse(connection: Socket, token: string, context: AdminContext): Promise<void> {
  const lines = new JsonLines(connection)
  const hello = await lines.receive<Hello>()
  if (typeof hello?.nonce !== 'string') return
  const nonce = randomBytes(32).toString('hex')
  lines.send({ proof: prove(token, 'server', hello.nonce), nonce } satisfies Introduction)

  const order = await lines.receive<Order>()
  if (!order || !isProof(order.proof, token, 'client', nonce) || !Array.isArray(order.args)) return
  // Deleting a large account may take its time.
  connection.setTimeout(0)
  lines.send(await answer(order.args.map(String), context))
}

async function answer(args: string[], context: AdminContext): Promise<Answer> {
  try {
    return { result: await runCommand(context, parseCommand(args)) }
  } catch (error) {
    const code = error instanceof AdminError ? error.code : 'internal_error'
    return { error: { code, detail: error instanceof Error ? error.message : String(error) } }
  }
}

/** In a folder that no other user can enter, named by the data it belongs to. */
async function socketPath(dataDir: string): Promise<string> {
  const name = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 20)
  const folder = join(tmpdir(), `coverage-${name}`)
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== userInfo().uid || (found.mode & 0o077) !== 0) {
    throw new Error(`Expected ${folder} to be a folder of this user alone.`)
  }
  const path = join(folder, 'admin.sock')
  if (Buffer.byteLength(path) > maximumPathBytes) {
    throw new Error(
      `Expected a socket path of at most ${maximumPathBytes} bytes, got ${path}; use a shorter TMPDIR.`,
    )
  }
  return path
}
