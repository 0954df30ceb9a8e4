import { createHmac } from 'node:crypto'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { isSameSecret } from '../../storage/records/secret-codes.ts'
import type { AdminResult } from './commands.ts'

/**
 * Protocol between CLI and server, one JSON line per message: client nonce; server proof and nonce; client
 * proof and command line; response. Both sides prove knowledge of the token in `admin.json`.
 */
export interface ClientHello {
  nonce: string
}
export interface ServerHello {
  proof: string
  nonce: string
}
export interface CommandRequest {
  proof: string
  args: string[]
}
export type CommandResponse = { result: AdminResult } | { error: { code: string; detail: string } }

/** Admin address of a running server, stored in `DATA_DIR/admin.json`, readable only by the server's user. */
export interface AdminAddress {
  socket: string
  token: string
  pid: number
}

export const addressFile = 'admin.json'

export function prove(token: string, who: 'server' | 'client', nonce: string): string {
  return createHmac('sha256', token).update(`${who} ${nonce}`).digest('hex')
}

export function isProof(proof: unknown, token: string, who: 'server' | 'client', nonce: string): boolean {
  return typeof proof === 'string' && isSameSecret(proof, prove(token, who, nonce))
}

export class JsonLines {
  readonly #socket: Socket
  readonly #lines: AsyncIterator<string>

  constructor(socket: Socket) {
    this.#socket = socket
    this.#lines = createInterface(socket)[Symbol.asyncIterator]()
  }

  send(message: object): void {
    this.#socket.write(`${JSON.stringify(message)}\n`)
  }

  /** Next message; `undefined` once the peer has closed the connection. */
  async receive<T>(): Promise<Partial<T> | undefined> {
    const { value, done } = await this.#lines.next()
    if (done) return undefined
    const message: unknown = JSON.parse(value)
    return typeof message === 'object' && message !== null ? (message as Partial<T>) : undefined
  }
}
