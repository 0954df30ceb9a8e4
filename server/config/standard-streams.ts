/** Maximum bytes buffered for a slow reader of the log; further lines are dropped. */
const maximumWaitingBytes = 2 ** 20

/**
 * Ignores write errors on standard output and standard error: a pipe's reader may exit, a terminal may close, a
 * log's disk may be full. Later writes succeed once the stream recovers.
 */
export function ignoreWriteErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Lets the program fail if a write to standard output fails, unless the reader of the pipe exited. */
export function failWhereAnswerIsLost(): void {
  let isLost = false
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (isLost || code === 'EPIPE') return
    isLost = true
    process.stderr.write(`Writing to standard output failed: ${message}\n`)
  })
  process.once('exit', (status) => {
    if (isLost && status === 0) process.exitCode = 1
  })
}

export const standardError = {
  write(line: string): void {
    if (process.stderr.writableLength < maximumWaitingBytes) process.stderr.write(line)
  },
}
