/**
 * The connection failed, went silent or exceeded a limit. The message names no address; `code` is that of the system's error,
 * which is the cause, or `ETIMEDOUT` where a time limit has passed.
 */
export class ConnectionError extends Error {
  readonly code: string | undefined

  constructor(message: string, code?: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
  }
}

/** The code of a system's error says enough; its message would name the machine. */
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
