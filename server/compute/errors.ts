/** Failure caused by the job's input, not by the service: the job fails with `code` and is refunded. */
export class JobError extends Error {
  readonly code: string

  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

/** Thrown when a job needs more memory than was reserved. */
export class MemoryNeeded extends Error {
  readonly posts: number
  readonly memoryBytes: number

  constructor(posts: number, memoryBytes: number) {
    super(`The job needs ${memoryBytes} bytes.`)
    this.posts = posts
    this.memoryBytes = memoryBytes
  }
}

export function unknownGround(latDeg: number, lonDeg: number): string {
  return `No elevation is known under the transmitter at latitude ${latDeg}, longitude ${lonDeg}.`
}
