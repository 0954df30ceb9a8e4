/** Thrown if a connection fails, stalls or exceeds a limit. `code` is the system error code, or `ETIMEDOUT`. */
export class ConnectionError extends Error {
  readonly code: string | undefined

  constructor(message: string, code?: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
  }
}

/** Keeps only the code of a system error, as the message could reveal details of the machine. */
export function asConnectionError(error: unknown): ConnectionError {
  if (error instanceof ConnectionError) return error
  const { code, name } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError') return timedOut('took too long')
  return new ConnectionError(
    code === undefined ? 'the connection failed' : `the connection failed (${code})`,
    code,
    error,
  )
}

export function timedOut(message: string): ConnectionError {
  return new ConnectionError(message, 'ETIMEDOUT')
}
