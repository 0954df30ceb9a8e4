import { type IncomingHttpHeaders, type OutgoingHttpHeaders, STATUS_CODES } from 'node:http'
import { Agent, request } from 'node:https'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
  /** The body as JSON; a test that expects a shape says which. */
  json<T = Record<string, unknown>>(): T
}

export interface Ask {
  method?: string
  headers?: OutgoingHttpHeaders
  /** A string or bytes go as they are, anything else as JSON. */
  body?: unknown
}

interface Operation {
  responses: Record<
    string,
    { content?: Record<string, { schema: object }>; headers?: object; description: string }
  >
}

export interface OpenApiDocument {
  openapi: string
  paths: Record<string, Record<string, Operation & { operationId?: string }>>
  components: { schemas: Record<string, object>; headers: Record<string, object> }
}

const rateLimited = /^\/(?:api\/v1|results)(?:[/?]|$)/

/** Holds every answer against the service's own document: status, media type and body. */
export class ContractChecker {
  readonly #document: OpenApiDocument
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false })
  readonly #validators = new Map<object, ValidateFunction>()

  constructor(document: OpenApiDocument) {
    this.#document = document
    this.#ajv.addSchema({ $id: 'document', components: document.components })
  }

  /** What is wrong with an answer; empty if nothing is. */
  faults(method: string, path: string, answer: Answer): string[] {
    const faults: string[] = []
    const { status, headers } = answer
    const mediaType = headers['content-type']
    const isCounted = rateLimited.test(path)
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
      if (isCounted && !/^\d+$/.test(String(headers[name]))) faults.push(`${name} is ${headers[name]}`)
    }
    if (!/^req_[0-9a-f]{24}$/.test(String(headers['x-request-id']))) faults.push('no x-request-id')
    if (status === 429 || status === 503) {
      if (!/^[1-9]\d*$/.test(String(headers['retry-after']))) faults.push(`${status} without retry-after`)
    }
    if (status === 401 && headers['www-authenticate'] !== 'Bearer') faults.push('401 without challenge')

    const operation = this.#operation(method === 'HEAD' ? 'GET' : method, path)
    const declared = operation?.responses[String(status)]
    if (operation && !declared) faults.push(`status ${status} is not declared`)
    const told = Object.keys(declared?.headers ?? {})
    for (const name of Object.keys(this.#document.components.headers)) {
      if (declared && name.toLowerCase() in headers && !told.includes(name)) {
        faults.push(`the header ${name} is not declared for ${status}`)
      }
    }
    if (method === 'HEAD' || answer.body.length === 0) return faults
    const content = declared?.content ?? {}
    const schema =
      status >= 400 && mediaType === 'application/problem+json'
        ? this.#document.components.schemas.Problem
        : content[mediaType?.replace(/; charset=utf-8$/, '') ?? '']?.schema
    if (operation && schema === undefined) faults.push(`${mediaType} is not declared for ${status}`)
    const isPlain = headers['content-encoding'] === undefined
    if (schema && isPlain && mediaType?.includes('json')) faults.push(...this.#invalid(schema, answer.json()))
    return faults
  }

  /** Whether the document has such an operation. */
  knows(method: string, path: string): boolean {
    return this.#operation(method === 'HEAD' ? 'GET' : method, path) !== undefined
  }

  #operation(method: string, path: string): Operation | undefined {
    const plain = path.replace(/^https?:\/\/[^/?]*/, '').split('?', 1)[0] ?? ''
    const found = Object.entries(this.#document.paths).find(([template]) => {
      const pattern = template.replace(/\./g, '\\.').replace(/\{[a-z_]+\}/g, '[^/]+')
      return new RegExp(`^${pattern}$`).test(plain)
    })
    return found?.[1][method.toLowerCase()]
  }

  #invalid(schema: object, value: unknown): string[] {
    let validate = this.#validators.get(schema)
    if (validate === undefined) {
      const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
      validate = this.#ajv.compile(JSON.parse(text))
      this.#validators.set(schema, validate)
    }
    if (validate(value)) return []
    return (validate.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message}`)
  }
}

/** Speaks HTTPS as a client of the service would; every answer has passed the checker. */
export class Client {
  readonly #origin: string
  readonly #apiKey: string | undefined
  readonly #checker: ContractChecker | undefined
  readonly #agent = new Agent({ keepAlive: true, rejectUnauthorized: false })

  constructor(origin: string, apiKey?: string, checker?: ContractChecker) {
    this.#origin = origin
    this.#apiKey = apiKey
    this.#checker = checker
  }

  get(path: string, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    return this.ask(path, { headers })
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.ask(path, { method: 'POST', ...(body !== undefined && { body }) })
  }

  delete(path: string): Promise<Answer> {
    return this.ask(path, { method: 'DELETE' })
  }

  async ask(path: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    const content = body === undefined ? undefined : isRaw ? body : JSON.stringify(body)
    const sent: OutgoingHttpHeaders = {
      ...(this.#apiKey && { authorization: `Bearer ${this.#apiKey}` }),
      ...(content !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(content),
      }),
      ...headers,
    }
    const answer = await this.#send(method, path, sent, content)
    const faults = this.#checker?.faults(method, path, answer) ?? []
    if (faults.length > 0) {
      const { status, text } = answer
      throw new Error(
        `${method} ${path} → ${status} ${STATUS_CODES[status]}: ${faults.join('; ')}\n${text.slice(0, 500)}`,
      )
    }
    return answer
  }

  #send(
    method: string,
    path: string,
    headers: OutgoingHttpHeaders,
    content: string | Buffer | undefined,
  ): Promise<Answer> {
    const { hostname, port } = new URL(this.#origin)
    return new Promise((resolve, reject) => {
      const outgoing = request({ hostname, port, path, method, headers, agent: this.#agent }, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const received = Buffer.concat(chunks)
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: received,
            text: received.toString(),
            json: () => JSON.parse(received.toString()),
          })
        })
      })
      outgoing.on('error', reject)
      outgoing.end(content)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
