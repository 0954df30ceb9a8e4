import { extname } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Batch } from '../../../storage/records/types.ts'
import { requesterOf } from '../../access/callers.ts'
import { maximumBatchBytes } from '../../config/sizes.ts'
import { Problem, retryLater } from '../../http/errors.ts'
import { hangUpOf } from '../../http/hang-up.ts'
import { type Refused, resultOf } from '../../http/thread-problems.ts'
import { invalidParameters } from '../../http/validation/validation.ts'
import { ThreadQueue } from '../../queues/thread-queue.ts'
import { QueueFullError } from '../../queues/worker-queue.ts'
import { requestExamples } from '../document.ts'
import { admissionProblems, refusal, refusalProblems } from '../refusal.ts'
import { admitBatch, refuseLostAntennas } from './admit.ts'
import type { CheckedBatch } from './check.ts'
import type { CheckTask } from './check-thread.ts'
import { BatchRequest, BatchStarted, BatchTable } from './schemas.ts'

/** Batches are checked in a worker thread, one at a time, so that a large body does not block other requests. */
const threads = {
  module: new URL(`./check-thread${extname(import.meta.filename)}`, import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 256 },
  idleMs: 60_000,
  places: 1,
  placesPerAccount: 1,
  visitorPlaces: 0,
  // Queue limits are low, as waiting bodies are in memory.
  maximumWaiting: 5,
  maximumWaitingInAll: 20,
  // Time limit of a check; checking a body of one mebibyte takes far less time, whatever the content.
  timeoutMs: 20_000,
}
const retryAfterS = 5
const mediaTypes = ['application/json', 'text/csv']

const [first, second] = Object.values(requestExamples).map(({ value }) => value)
const examples = {
  two: {
    summary: 'Two sites',
    value: {
      simulations: [
        { ...first, name: 'north' },
        { ...second, name: 'south' },
      ],
    },
  },
}

/** Route that accepts many simulations at once: either all or none. */
export const batch: FastifyPluginAsyncTypebox = async (app) => {
  const { dispatcher, logger } = app.services
  const queue = new ThreadQueue<CheckTask, CheckedBatch | Refused>(threads)
  app.addHook('onClose', () => queue.close())

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(mediaTypes, { parseAs: 'buffer', bodyLimit: maximumBatchBytes }, check)

  app.post(
    '/simulations/batch',
    {
      bodyLimit: maximumBatchBytes,
      // No validation here, because the worker thread that read the body has validated the body.
      validatorCompiler: (part) =>
        part.httpPart === 'body' ? () => true : (app.validatorCompiler?.(part) ?? (() => true)),
      config: {
        mediaTypes,
        examples,
        idempotent: true,
        hashOf: (body) => (body as CheckedBatch | undefined)?.hash ?? '',
        problems: ['malformed_csv', ...admissionProblems, ...refusalProblems],
      },
      schema: {
        operationId: 'startBatch',
        summary: 'Start up to 1000 simulations, as JSON or as a table; either all are accepted or none',
        tags: ['simulations'],
        body: {
          content: { 'application/json': { schema: BatchRequest }, 'text/csv': { schema: BatchTable } },
        },
        response: { 201: BatchStarted },
      },
    },
    async (request, reply) => {
      const { account } = request.caller
      const checked = request.body as unknown as CheckedBatch | undefined
      if (checked === undefined) throw new Problem('malformed_json')
      if (checked.errors.length > 0) throw invalidParameters(checked.errors)
      const admissions = await admitBatch(app, account, checked)
      const { idempotency } = request.protection<Batch>((made) => ({
        status: 201,
        headers: headersOf(made),
        body: JSON.stringify(answerOf(made)),
      }))
      refuseLostAntennas(app, account, admissions, checked)
      const outcome = await dispatcher.submitBatch(account, admissions, idempotency)
      if (outcome.outcome !== 'accepted') throw refusal(outcome, 'batch')
      return reply.code(201).headers(headersOf(outcome.batch)).send(answerOf(outcome.batch))
    },
  )

  async function check(request: FastifyRequest, bytes: Buffer): Promise<CheckedBatch> {
    const task = { bytes, mediaType: request.mediaType ?? '' }
    const hangUp = hangUpOf(request)
    try {
      return resultOf(await queue.run(requesterOf(request.caller), async () => task, hangUp))
    } catch (err) {
      if (err instanceof Problem || err instanceof QueueFullError || hangUp.aborted) throw err
      logger.error({ err }, 'validation of a batch request failed')
      const detail = 'Batches cannot be read at the moment; try again later. Nothing was charged.'
      throw retryLater('overloaded', retryAfterS, detail)
    }
  }

  function headersOf({ id, simulations }: Batch): Record<string, string | number> {
    const last = simulations.at(-1)
    return {
      location: `/api/v1/simulations?batch=${id}`,
      ...(last && { 'retry-after': dispatcher.secondsLeft(last) }),
    }
  }
}

function answerOf({ id, simulations }: Batch) {
  return {
    batch_id: id,
    simulations: simulations.map((one) => ({ id: one.id, status: 'pending' as const })),
    credits: simulations.reduce((sum, { credits_charged }) => sum + credits_charged, 0),
  }
}
