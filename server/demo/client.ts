import { request } from 'node:https'

export interface SimulationRecord {
  id: string
  status: 'pending' | 'completed' | 'failed'
  stage: string | null
  progress: number
  error?: { code: string; detail: string }
}

/** The API as a client sees it, over HTTPS, trusting one certificate. */
export class ApiClient {
  readonly #origin: string
  readonly #apiKey: string
  readonly #certificate: string

  constructor(origin: string, apiKey: string, certificate: string) {
    this.#origin = origin
    this.#apiKey = apiKey
    this.#certificate = certificate
  }

  get<Body>(path: string): Promise<Body> {
    return this.#call('GET', path)
  }

  post<Body>(path: string, body: object): Promise<Body> {
    return this.#call('POST', path, body)
  }

  /** Rejects with the problem's detail on any error status. */
  #call<Body>(method: string, path: string, body?: object): Promise<Body> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.#apiKey}`, 'content-type': 'application/json' }
      const call = request(`${this.#origin}/api/v1${path}`, { method, headers, ca: this.#certificate })
      call.on('error', reject)
      call.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const answer = JSON.parse(Buffer.concat(chunks).toString()) as Body & { detail?: string }
          if ((response.statusCode ?? 500) < 400) resolve(answer)
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${answer.detail}`))
        })
      })
      call.end(body && JSON.stringify(body))
    })
  }
}
