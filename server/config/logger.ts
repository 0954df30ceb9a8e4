/** As much of a log as is needed below the HTTP layer; pino and Fastify's own fit. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
