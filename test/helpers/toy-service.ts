import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { fromArrayBuffer } from 'geotiff'

/** A client of a service that runs from a folder of its own. */
export class RealClient {
  readonly #origin: string
  readonly #key: string
  readonly #ca: string

  private constructor(origin: string, key: string, ca: string) {
    this.#origin = origin
    this.#key = key
    this.#ca = ca
  }

  static async open(origin: string, key: string, dataDir: string): Promise<RealClient> {
    return new RealClient(origin, key, await readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8'))
  }

  async json<T>(path: string): Promise<T> {
    return JSON.parse(await this.text(path)) as T
  }

  async text(path: string): Promise<string> {
    return (await this.#ask('GET', path)).toString()
  }

  bytes(path: string): Promise<Buffer> {
    return this.#ask('GET', path)
  }

  async post<T>(path: string, body: object): Promise<T> {
    return JSON.parse((await this.#ask('POST', path, body)).toString()) as T
  }

  #ask(method: string, path: string, body?: object): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${this.#key}`,
        ...(body && { 'content-type': 'application/json' }),
      }
      const options = { method, headers, ca: this.#ca, servername: 'localhost' }
      const call = request(`${this.#origin}${path}`, options, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => resolve(Buffer.concat(parts)))
        answer.on('error', reject)
      })
      call.on('error', reject)
      call.end(body && JSON.stringify(body))
    })
  }
}

/** The cells of a simulation that is run to its end. */
export async function rasterOf(client: RealClient, asked: object): Promise<number[]> {
  const { id } = await client.post<{ id: string }>('/api/v1/simulate', asked)
  for (;;) {
    const { status, error } = await client.json<{ status: string; error?: { detail: string } }>(
      `/api/v1/status/${id}`,
    )
    if (status === 'failed') throw new Error(error?.detail)
    if (status === 'completed') break
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const file = await client.bytes(`/api/v1/results/${id}.tif`)
  const tiff = await fromArrayBuffer(new Uint8Array(file).buffer)
  const [band] = await (await tiff.getImage()).readRasters()
  return Array.from(band as Float32Array)
}
