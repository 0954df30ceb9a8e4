import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type { StoreLocation } from '../../storage/objects/types.ts'
import { freePort } from './free-port.ts'

const BUCKET = 'bench'
/** Only access key that s3rver accepts. */
const KEY = 'S3RVER'
const TIMEOUT_MS = 20_000

/** S3 server (s3rver) in a separate process, so that its memory is not part of the service's figures. */
export class LocalBucket {
  readonly location: Extract<StoreLocation, { kind: 's3' }>
  /** Environment variables for the service and for the benchmark's process. */
  readonly env: Record<string, string>
  readonly #process: ChildProcess

  private constructor(process: ChildProcess, endpoint: string) {
    this.#process = process
    this.location = { kind: 's3', bucket: BUCKET, prefix: '', endpoint }
    this.env = {
      S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: KEY,
      AWS_SECRET_ACCESS_KEY: KEY,
      AWS_REGION: 'us-east-1',
    }
  }

  static async start(folder: string): Promise<LocalBucket> {
    await mkdir(folder, { recursive: true })
    const port = await freePort()
    const script = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js')
    const options = ['-d', folder, '-a', '127.0.0.1', '-p', String(port), '-s', '--configure-bucket', BUCKET]
    const child = spawn(process.execPath, [script, ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
    const endpoint = `http://127.0.0.1:${port}`
    const endMs = performance.now() + TIMEOUT_MS
    while (!(await fetch(endpoint).then(Boolean, () => false))) {
      if (child.exitCode !== null || performance.now() > endMs) throw new Error('s3rver did not start.')
      await pause(50)
    }
    return new LocalBucket(child, endpoint)
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    if (this.#process.exitCode === null && this.#process.kill('SIGTERM')) await ended
  }
}
