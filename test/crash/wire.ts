import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A way of TCP connections to a port of this machine that can be cut, or hold all bytes back. */
export class Wire {
  readonly #targetPort: number
  readonly #server: Server
  readonly #pairs = new Set<[Socket, Socket]>()
  #state: 'open' | 'cut' | 'stalled' = 'open'

  private constructor(targetPort: number) {
    this.#targetPort = targetPort
    this.#server = createServer((near) => this.#join(near))
  }

  static async open(targetPort: number): Promise<Wire> {
    const wire = new Wire(targetPort)
    await new Promise<void>((resolve) => wire.#server.listen(0, '127.0.0.1', resolve))
    return wire
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Connections end, and new ones are refused. */
  cut(): void {
    this.#state = 'cut'
    for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy()
  }

  /** Connections stay, and nothing comes through. */
  stall(): void {
    this.#state = 'stalled'
    for (const [near, far] of this.#pairs) {
      near.unpipe(far).pause()
      far.unpipe(near).pause()
    }
  }

  mend(): void {
    this.#state = 'open'
    for (const [near, far] of this.#pairs) {
      near.pipe(far)
      far.pipe(near)
    }
  }

  close(): void {
    this.cut()
    this.#server.close()
  }

  #join(near: Socket): void {
    if (this.#state === 'cut') {
      near.resetAndDestroy()
      return
    }
    const far = connect(this.#targetPort, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    this.#pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#pairs.delete(pair)
        near.destroy()
        far.destroy()
      })
    }
    if (this.#state === 'stalled') return
    near.pipe(far)
    far.pipe(near)
  }
}
