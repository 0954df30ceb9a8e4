/** Maximum that waits for a slow reader of the log; beyond it lines are dropped. */
const maximumWaitingBytes = 2 ** 20

/**
 * What can't be written to standard output and standard error is lost, and the process goes on: the reader of a pipe
 * may go away, a terminal be closed, the disk of a log be full. When they take text again, it goes on there too.
 */
export function ignoreWriteErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Of a program that answers once: an answer that can't be written is a failure, unless its reader went away. */
export function failWhereAnswerIsLost(): void {
  let isLost = false
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (isLost || code === 'EPIPE') return
    isLost = true
    process.stderr.write(`The output can't be written: ${message}\n`)
  })
  process.once('exit', (status) => {
    if (isLost && status === 0) process.exitCode = 1
  })
}

/** Standard error as a log stream. */
export const standardError = {
  write(line: string): void {
    if (process.stderr.writableLength < maximumWaitingBytes) process.stderr.write(line)
  },
}
