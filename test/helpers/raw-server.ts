import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Test } from 'tap'

export interface RawServer {
  url: URL
  /** Connections that are open. */
  sockets: ReadonlySet<Socket>
  /** Bytes accepted by the connections' peers, and by the system's buffers. */
  sentBytes(): number
}

/** A server that answers each request with whatever bytes the test writes. */
export async function startRawServer(
  t: Test,
  answer: (socket: Socket) => void,
  server: Server = createServer(),
): Promise<RawServer> {
  const sockets = new Set<Socket>()
  let closedBytes = 0
  const isSecure = 'setSecureContext' in server
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      closedBytes += socket.bytesWritten
    })
    socket.once('data', () => answer(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`${isSecure ? 'https' : 'http'}://127.0.0.1:${port}/`),
    sockets,
    sentBytes: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, closedBytes),
  }
}

/** Writes a text again and again as long as the connection takes it. */
export function flood(socket: Socket, text: string): void {
  const many = text.repeat(100)
  const more = () => {
    while (!socket.destroyed && socket.write(many));
    if (!socket.destroyed) socket.once('drain', more)
  }
  more()
}

/** Writes one byte after the other. */
export function drip(socket: Socket, text: string, pauseMs = 20): void {
  const timer = setInterval(() => socket.write(text), pauseMs)
  socket.on('close', () => clearInterval(timer))
}

export const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'
