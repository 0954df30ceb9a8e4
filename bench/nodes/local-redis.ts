import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { Redis } from 'ioredis'

export interface LocalRedis {
  url: string
  pid: number
  stop(): Promise<void>
}

/** A Redis that keeps what it is given, as the service demands. Rejects where redis-server is not installed. */
export async function startRedis(folder: string): Promise<LocalRedis> {
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const child = spawn(
    'redis-server',
    [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
      ...['--save', '', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
    ],
    { stdio: 'ignore' },
  )
  const failed = new Promise<never>((_, reject) => {
    child.once('error', () => reject(new Error('redis-server is not installed')))
    child.once('exit', (code) => reject(new Error(`redis-server ended with code ${code}`)))
  })
  failed.catch(() => {})
  const url = `redis://127.0.0.1:${port}`
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
  client.on('error', () => {})
  try {
    await Promise.race([client.ping(), failed])
  } finally {
    client.disconnect()
  }
  return {
    url,
    pid: child.pid as number,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.kill('SIGKILL')) await ended
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
