import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { parsePatternFile } from '../../kernels/antenna/pattern-file.ts'
import { type PatternFile, PatternFileError } from '../../kernels/antenna/samples.ts'
import type { StoredAntenna } from '../../storage/antennas/types.ts'
import { storedAntenna, uploadedId } from '../compute/antenna.ts'
import { maximumAntennas } from '../config/limits.ts'
import { Problem } from '../http/errors.ts'
import { Empty } from '../http/schemas/common.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import {
  AntennaId,
  AntennaList,
  AntennaRecord,
  PatternText,
  Uploaded,
  UploadedBefore,
  UploadQuery,
} from '../requests/antenna-schemas.ts'
import type { SimulationParams } from '../requests/simulation.ts'

export const antennas: FastifyPluginAsyncTypebox = async (app) => {
  const { antennas: store, records } = app.services

  app.post(
    '/antennas',
    {
      config: {
        text: true,
        problems: ['too_many_antennas', 'storage_unavailable'],
      },
      schema: {
        operationId: 'uploadAntenna',
        summary: "Upload a vendor's antenna pattern file (.msi, .pln or .ant)",
        tags: ['antennas'],
        consumes: ['text/plain', 'application/octet-stream'],
        querystring: UploadQuery,
        body: PatternText,
        response: { 200: UploadedBefore, 201: Uploaded },
      },
    },
    async (request, reply) => {
      const { id: accountId } = request.caller.account
      const antenna = storedAntenna(read(request.body), request.body, request.query.name)
      if (store.has(accountId, antenna.id)) {
        const before = await store.read(accountId, antenna.id)
        if (before) return reply.code(200).send(summaryOf(before))
      }
      // No await between this check and the insertion: two parallel requests must not exceed the limit.
      if (store.count(accountId) >= maximumAntennas) throw new Problem('too_many_antennas')
      await store.add(accountId, antenna)
      return reply.code(201).send(summaryOf(antenna))
    },
  )

  app.get(
    '/antennas',
    {
      config: { problems: ['storage_unavailable'] },
      schema: {
        operationId: 'listAntennas',
        summary: 'List the antenna patterns of the account',
        tags: ['antennas'],
        response: { 200: AntennaList },
      },
    },
    async ({ caller }) => ({ antennas: (await store.list(caller.account.id)).map(summaryOf) }),
  )

  app.get(
    '/antennas/:antenna_id',
    {
      config: {
        problems: ['antenna_not_found', 'storage_unavailable'],
      },
      schema: {
        operationId: 'getAntenna',
        summary: 'Get an antenna pattern as parsed by the service',
        tags: ['antennas'],
        params: AntennaId,
        response: { 200: AntennaRecord },
      },
    },
    async ({ caller, params }) => {
      const found = await store.read(caller.account.id, params.antenna_id)
      if (found === undefined) throw new Problem('antenna_not_found')
      return found
    },
  )

  app.delete(
    '/antennas/:antenna_id',
    {
      config: {
        problems: ['antenna_not_found', 'antenna_in_use', 'storage_unavailable'],
      },
      schema: {
        operationId: 'deleteAntenna',
        summary: 'Delete an antenna pattern that no pending simulation uses',
        tags: ['antennas'],
        params: AntennaId,
        response: { 204: Empty },
      },
    },
    async ({ caller, params: { antenna_id: id } }, reply) => {
      const { id: accountId } = caller.account
      if (!store.has(accountId, id)) throw new Problem('antenna_not_found')
      const isNeeded = records.pendingSimulations().some(({ account_id, params }) => {
        return account_id === accountId && uploadedId((params as SimulationParams).antenna) === id
      })
      if (isNeeded) throw new Problem('antenna_in_use')
      await store.remove(accountId, id)
      return reply.code(204).send(null)
    },
  )
}

function read(text: string): PatternFile {
  try {
    return parsePatternFile(text)
  } catch (error) {
    if (!(error instanceof PatternFileError)) throw error
    throw invalidParameters([{ pointer: '#', detail: error.message }])
  }
}

function summaryOf({ horizontal: _horizontal, vertical: _vertical, ...about }: StoredAntenna) {
  return about
}
