/**
 * Webhook receivers in a separate process. The first path segment selects the behavior: `/silent` never
 * answers, `/dripping` sends one header byte per second, `/flooding` sends status 103 endlessly, `/good`
 * answers 204 and reports the arrival time of each event.
 */

import { createServer, type Socket } from 'node:net'

const DRIP_MS = 1000
const INFORMATIONAL = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n'.repeat(100)

export interface Arrived {
  type: string
  latencyMs: number
}

const server = createServer((socket) => {
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk
    const kind = /^POST \/(\w+)/.exec(text)?.[1]
    if (kind === 'dripping') drip(socket)
    if (kind === 'flooding') flood(socket)
    if (kind === 'good') answer(socket, text)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
})
process.on('disconnect', () => process.exit())

function drip(socket: Socket): void {
  socket.removeAllListeners('data')
  socket.resume()
  socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
  const timer = setInterval(() => socket.write('.'), DRIP_MS)
  socket.on('close', () => clearInterval(timer))
}

function flood(socket: Socket): void {
  socket.removeAllListeners('data')
  socket.resume()
  const more = () => {
    while (!socket.destroyed && socket.write(INFORMATIONAL));
  }
  socket.on('drain', more)
  more()
}

function answer(socket: Socket, text: string): void {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const bytes = Number(/content-length: (\d+)/i.exec(head)?.[1])
  if (!(Buffer.byteLength(body) >= bytes)) return
  const { type, timestamp } = JSON.parse(body) as { type: string; timestamp: string }
  process.send?.({ type, latencyMs: Date.now() - Date.parse(timestamp) } satisfies Arrived)
  socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n')
}
