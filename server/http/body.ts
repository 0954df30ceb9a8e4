import { isUtf8 } from 'node:buffer'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Problem } from './errors.ts'
import { faultOf, repeatedFault } from './json-text.ts'
import { quoted } from './validation/messages.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    text?: boolean
    mediaTypes?: readonly string[]
  }
}

const textTypes = ['text/plain', 'application/octet-stream']

/** Parses JSON bodies, or text on routes that declare text; routes without a body accept an empty one. */
export default fp(
  async (app) => {
    const readJson = app.getDefaultJsonParser('error', 'error')
    const parseJson: typeof readJson = (request, text, done) =>
      readJson(request, text, (error, value) => {
        const fault = error ? `The body ${faultOf(String(text))}.` : repeatedFault(String(text))
        done(fault === undefined ? null : new Problem('malformed_json', fault), value)
      })
    const takesText = (request: FastifyRequest) => request.routeOptions.config.text === true
    const expectsBody = (request: FastifyRequest) => request.routeOptions.schema?.body !== undefined

    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
      if (expectsBody(request)) parseJson(request, body.toString(), done)
      else if (body.length === 0) done(null, undefined)
      else parseJson(request, body.toString(), (error, value) => done(error ?? refuseBody(value), undefined))
    })
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
      if (takesText(request)) done(null, textOf(Buffer.from(body)))
      else if (body.length === 0 && !expectsBody(request)) done(null, undefined)
      else done(new Problem('unsupported_media_type'))
    })

    // Discards a GET body: unread bytes would reset the connection before the client has read the response.
    app.addHook('onRequest', async ({ raw }) => {
      if (raw.method === 'GET') raw.resume()
    })

    // Refuses a wrong media type before reading the body or checking the body's size.
    app.addHook('preParsing', async (request, _reply, payload) => {
      const type = request.headers['content-type']
      const { mediaTypes = takesText(request) ? textTypes : ['application/json'] } =
        request.routeOptions.config
      if (expectsBody(request) && type !== undefined && !mediaTypes.includes(request.mediaType ?? '')) {
        throw new Problem('unsupported_media_type')
      }
      const { 'content-encoding': encoding = 'identity' } = request.headers
      if (expectsBody(request) && encoding !== 'identity') {
        const detail = `Content-Encoding ${quoted(encoding)} is not supported: send the body uncompressed`
        throw new Problem('unsupported_media_type', detail)
      }
      return payload
    })
  },
  { name: 'body', dependencies: ['problems'] },
)

/** Decodes UTF-8, or Latin-1 (in which every byte is a character), used by older programs. */
function textOf(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString() : bytes.toString('latin1')
}

/** Refuses a body on a route that declares none; an empty JSON object is accepted. */
function refuseBody(value: unknown): Problem | null {
  if (isDeepStrictEqual(value, {})) return null
  const detail = 'This request takes no body.'
  return new Problem('invalid_parameters', detail, { errors: [{ pointer: '#', detail }] })
}
