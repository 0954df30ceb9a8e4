/** What the compute process works on, and how a job fails. */

/** An error of the job, not of the service: it fails with this code and is refunded. */
export class JobError extends Error {
  readonly code: string

  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

/** The job needs more memory than it reserved: it needs a larger reservation, or is refused. */
export class MemoryNeeded extends Error {
  readonly posts: number
  readonly memoryBytes: number

  constructor(posts: number, memoryBytes: number) {
    super(`The job needs ${memoryBytes} bytes.`)
    this.posts = posts
    this.memoryBytes = memoryBytes
  }
}

/** Why nothing can be computed at a point; for the client, never for a log. */
export function unknownGround(latDeg: number, lonDeg: number): string {
  return `No elevation is known under the transmitter at latitude ${latDeg}, longitude ${lonDeg}.`
}
