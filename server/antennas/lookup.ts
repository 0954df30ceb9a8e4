import fp from 'fastify-plugin'
import type { Antenna } from '../../kernels/antenna/pattern.ts'
import type { Account } from '../../storage/records/types.ts'
import { antennaOf, uploadedId } from '../compute/antenna.ts'
import type { FieldError } from '../http/errors.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { unknownPattern } from '../requests/antenna-rules.ts'
import type { AntennaField } from '../requests/antenna-schemas.ts'

declare module 'fastify' {
  interface FastifyInstance {
    unknownAntenna(account: Account, body: unknown): FieldError[]
    /** Antenna of a validated request, including the uploaded pattern. */
    antennaFor(account: Account, field: AntennaField | undefined): Promise<Antenna | undefined>
  }
}

/** Uploaded antenna patterns in requests; a pattern of another account counts as missing. */
export default fp(
  async (app) => {
    const { antennas } = app.services

    app.decorate('unknownAntenna', (account, body) => {
      const id = idIn(body)
      if (typeof id !== 'string' || antennas.has(account.id, id)) return []
      return [unknownPattern(id)]
    })

    app.decorate('antennaFor', async (account, field) => {
      if (field === undefined) return undefined
      const id = uploadedId(field)
      const stored = id === undefined ? undefined : await antennas.read(account.id, id)
      // The pattern may have been deleted after the request was validated.
      if (id !== undefined && stored === undefined) throw invalidParameters([unknownPattern(id)])
      return antennaOf(field, stored)
    })
  },
  { name: 'antennas', dependencies: ['services', 'problems', 'validation'] },
)

function idIn(body: unknown): unknown {
  const { type, id } = memberOf(memberOf(body, 'antenna'), 'pattern') as { type?: unknown; id?: unknown }
  return type === 'uploaded' ? id : undefined
}

/** Member `name` of `value` if that member is an object, else an empty object. */
function memberOf(value: unknown, name: string): object {
  const member = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : null
  return typeof member === 'object' && member !== null ? member : {}
}
