import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { type Answer, type Ask, HttpsClient } from '../../bench/frame/https-client.ts'

export type { Answer, Ask } from '../../bench/frame/https-client.ts'

interface Operation {
  responses: Record<
    string,
    { content?: Record<string, { schema: object }>; headers?: object; description: string }
  >
}

export interface OpenApiDocument {
  openapi: string
  paths: Record<string, Record<string, Operation & { operationId?: string }>>
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>
  components: { schemas: Record<string, object>; headers: Record<string, object> }
}

const rateLimited = /^\/(?:api\/v1|results|nodes)(?:[/?]|$)/

/** Holds every answer against the service's own document: status, media type and body. */
export class ContractChecker {
  readonly #document: OpenApiDocument
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false })
  readonly #validators = new Map<object, ValidateFunction>()

  /** One for each document, wherever it is served: its schemas are compiled once a process. */
  static of(document: OpenApiDocument & { servers?: unknown }): ContractChecker {
    const { servers, ...given } = document
    const text = JSON.stringify(given)
    const checker = ContractChecker.#known.get(text) ?? new ContractChecker(given)
    ContractChecker.#known.set(text, checker)
    return checker
  }

  static readonly #known = new Map<string, ContractChecker>()

  private constructor(document: OpenApiDocument) {
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
    const documented = Object.keys(declared?.headers ?? {})
    for (const name of Object.keys(this.#document.components.headers)) {
      if (declared && name.toLowerCase() in headers && !documented.includes(name)) {
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
    const isPlain = headers['content-encoding'] === undefined && status !== 206
    if (schema && isPlain && mediaType?.includes('json')) faults.push(...this.#invalid(schema, answer.json()))
    return faults
  }

  /** What is wrong with the body of a webhook's post. */
  postFaults(type: string, body: unknown): string[] {
    const schema = this.#document.webhooks[type]?.post.requestBody.content['application/json']?.schema
    return schema ? this.#invalid(schema, body) : [`${type} is not declared`]
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
  readonly #client: HttpsClient
  readonly #checker: ContractChecker | undefined

  constructor(origin: string, apiKey?: string, checker?: ContractChecker) {
    this.#client = new HttpsClient(origin, { apiKey })
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

  async ask(path: string, ask: Ask = {}): Promise<Answer> {
    const { method = 'GET' } = ask
    const answer = await this.#client.ask(path, ask)
    const faults = this.#checker?.faults(method, path, answer) ?? []
    if (faults.length > 0) {
      const { status, text } = answer
      throw new Error(
        `${method} ${path} → ${status} ${STATUS_CODES[status]}: ${faults.join('; ')}\n${text.slice(0, 500)}`,
      )
    }
    return answer
  }

  close(): void {
    this.#client.close()
  }
}

/** By settings: it is made of nothing else, and takes a third of a service's start. */
const documents = new Map<string, OpenApiDocument>()

/** The document of a service with these settings; of several in a process the first is asked. */
export async function documentOf(
  { DATA_DIR: _, ...env }: Record<string, string>,
  client: Client,
): Promise<OpenApiDocument> {
  // Ports of stand-ins, as for Stripe, are in no document.
  const settings = JSON.stringify(env).replace(/(localhost|127\.0\.0\.1):\d+/g, '$1')
  const known = documents.get(settings)
  if (known) return known
  const document = (await client.get('/openapi.json')).json<OpenApiDocument>()
  documents.set(settings, document)
  return document
}
