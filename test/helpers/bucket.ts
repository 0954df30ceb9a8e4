/**
 * A bucket on this machine: s3rver, with what it lacks of the protocol and the tests need, and with faults.
 * s3rver neither checks checksums nor knows If-Match; both are looked at here.
 */

import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { StoreLocation } from '../../storage/objects/types.ts'

const BUCKET = 'coverage'
/** What s3rver lets in. */
const KEY = 'S3RVER'
/** Where it keeps the parts of uploads. */
const UPLOADS = '._S3rver_uploads'

export interface BucketRequest {
  method: string
  /** Without the bucket; with the query. */
  path: string
  headers: IncomingMessage['headers']
}

/** Answers instead of the store, where it says so; else the request goes on. */
export type Fault = (request: BucketRequest, response: ServerResponse) => boolean | Promise<boolean>

export interface Bucket {
  location: Extract<StoreLocation, { kind: 's3' }>
  endpoint: string
  /** Variables of a service on this bucket. */
  env: Record<string, string>
  /** What was asked so far. */
  requests: BucketRequest[]
  /** While set, it looks at every request first. */
  fault: Fault | undefined
  /** Names of the objects, with the prefix. */
  names(): Promise<string[]>
  /** Uploads that neither ended nor were aborted. */
  uploads(): Promise<string[]>
  close(): Promise<void>
}

/** Sets what the SDK looks for in this process, and in those it starts. */
export function setCredentials(): void {
  process.env.AWS_ACCESS_KEY_ID = KEY
  process.env.AWS_SECRET_ACCESS_KEY = KEY
  process.env.AWS_REGION = 'us-east-1'
}

export async function openBucket(): Promise<Bucket> {
  setCredentials()
  const directory = await mkdtemp(join(tmpdir(), 'coverage-bucket-'))
  const s3rver = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] })
  await s3rver.configureBuckets()
  const { store } = s3rver
  const getObject = store.getObject.bind(store)
  // It takes an end of 0 for none.
  store.getObject = (bucket, key, options) =>
    getObject(bucket, key, options?.end === 0 ? { ...options, end: '0' } : options)
  const handle = s3rver.callback()
  const folder = join(directory, BUCKET)
  const sockets = new Set<Socket>()

  const server = createServer(async (message, response) => {
    const request = { method: message.method ?? '', path: pathOf(message), headers: message.headers }
    bucket.requests.push(request)
    if (await bucket.fault?.(request, response)) return void message.resume()
    if (await lacking(folder, request, response)) return void message.resume()
    handle(message, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bucket: Bucket = {
    location: { kind: 's3', bucket: BUCKET, prefix: 'a/b/', endpoint },
    endpoint,
    env: { RASTER_STORE: `s3://${BUCKET}/a/b`, S3_ENDPOINT: endpoint },
    requests: [],
    fault: undefined,
    async names() {
      const names = await readdir(folder, { recursive: true })
      return names.flatMap((name) => /^(.*)\._S3rver_object$/.exec(name)?.[1] ?? []).sort()
    },
    uploads: () => uploadsIn(join(folder, UPLOADS)),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
  return bucket
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(`/${BUCKET}`, '').replace(/^\/(?=\?|$)/, '')
}

/** Ids of uploads that were aborted. */
const aborted = new Set<string>()

async function uploadsIn(folder: string): Promise<string[]> {
  const ids = await readdir(folder).catch(() => [])
  return ids.filter((id) => !aborted.has(id))
}

/** What s3rver does not know: If-Match, and to list and abort uploads in parts. */
async function lacking(
  folder: string,
  { method, path, headers }: BucketRequest,
  response: ServerResponse,
): Promise<boolean> {
  const { pathname, searchParams } = new URL(path, 'http://bucket')
  const uploads = join(folder, UPLOADS)
  const id = searchParams.get('uploadId')
  if (id !== null && aborted.has(id)) return refuse(response, 404, 'NoSuchUpload')
  if (method === 'DELETE' && id !== null) {
    // Parts may still be written: they are removed with the bucket.
    aborted.add(id)
    response.writeHead(204).end()
    return true
  }
  if (method === 'GET' && searchParams.has('uploads')) {
    const ids = await uploadsIn(uploads)
    const listed = await Promise.all(
      ids.map(async (one) => {
        const [key, { mtime }] = await Promise.all([
          readFile(join(uploads, one, 'key'), 'utf8'),
          stat(join(uploads, one, 'key')),
        ])
        return `<Upload><Key>${key}</Key><UploadId>${one}</UploadId><Initiated>${mtime.toISOString()}</Initiated></Upload>`
      }),
    )
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(`<ListMultipartUploadsResult>${listed.join('')}</ListMultipartUploadsResult>`)
    return true
  }
  const expected = headers['if-match']
  if (expected === undefined) return false
  const md5 = await readFile(
    join(folder, `${decodeURIComponent(pathname)}._S3rver_object.md5`),
    'utf8',
  ).catch(() => undefined)
  if (md5 === undefined || expected === `"${md5}"`) return false
  response.writeHead(412, { 'content-type': 'application/xml' })
  response.end('<Error><Code>PreconditionFailed</Code><Message>another object</Message></Error>')
  return true
}

/** An answer of a store that can't do what was asked. */
export function refuse(response: ServerResponse, status: number, code: string): true {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<Error><Code>${code}</Code><Message>The test says so.</Message></Error>`)
  return true
}
