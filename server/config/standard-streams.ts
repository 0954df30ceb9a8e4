/** Maximum that waits for a slow reader of the log; beyond it lines are dropped. */
const maximumWaitingBytes = 2 ** 20

/**
 * What can't be written to standard output and standard error is lost, and the process goes on: the reader of a pipe
 * may go away, a terminal be closed, the disk of a log be full. When they take text again, it goes on there too.
 */
export function ignoreWriteErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Standard error as a log stream. */
export const standardError = {
  write(line: string): void {
    if (process.stderr.writableLength < maximumWaitingBytes) process.stderr.write(line)
  },
}
