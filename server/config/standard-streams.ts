/** Maximum buffered for a slow reader of the log; beyond it lines are dropped. */
const maximumWaitingBytes = 2 ** 20

/**
 * Drops output that cannot be written to standard output and standard error, and continues: a pipe's reader may exit,
 * a terminal be closed, the disk of a log be full. Writing resumes when possible.
 */
export function ignoreWriteErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** For programs with a single answer: a failed write is an error, unless the reader exited. */
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
