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

interface Requested {
  antenna?: { pattern?: { type?: unknown; id?: unknown } | null } | null
}

/** Uploaded antenna patterns in requests; a pattern of another account counts as missing. */
export default fp(
  async (app) => {
    const { antennas } = app.services

    app.decorate('unknownAntenna', (account, body) => {
      // The body may be any JSON value, as it is not validated yet.
      const { type, id } = (body as Requested | null | undefined)?.antenna?.pattern ?? {}
      if (type !== 'uploaded' || typeof id !== 'string' || antennas.has(account.id, id)) return []
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
