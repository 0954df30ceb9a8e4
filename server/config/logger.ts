import { type DestinationStream, type Logger as Pino, pino, stdSerializers } from 'pino'
import { standardError } from './standard-streams.ts'

/** Logging methods used below the HTTP layer: a subset of pino and of Fastify's logger. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Opens the log, by default on standard error, because standard output is for a single line. */
export function openLog(level: string, stream: DestinationStream = standardError): Pino {
  return pino({ level, serializers: { err: fieldsOf } }, stream)
}

/** Selects the error fields to log: clients of Redis, S3 and Stripe attach requests with secrets to errors. */
function fieldsOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack, code } = stdSerializers.err(error)
  // If all addresses of a host fail, the reasons are in `errors` and the message is empty.
  const reasons = error instanceof AggregateError ? error.errors.map(String).join('; ') : ''
  return { type, message: message || reasons, stack, code }
}
