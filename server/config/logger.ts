import { type DestinationStream, type Logger as Pino, pino, stdSerializers } from 'pino'
import { standardError } from './standard-streams.ts'

/** Subset of pino and Fastify's logger used below the HTTP layer. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Opens the log, by default on standard error: standard output has a single line. */
export function openLog(level: string, stream: DestinationStream = standardError): Pino {
  return pino({ level, serializers: { err: fieldsOf } }, stream)
}

/** Only these fields are logged: clients of Redis, S3 and Stripe attach requests with secrets to errors. */
function fieldsOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack, code } = stdSerializers.err(error)
  // A connection tried over several addresses has its reasons there, and no message.
  const reasons = error instanceof AggregateError ? error.errors.map(String).join('; ') : ''
  return { type, message: message || reasons, stack, code }
}
