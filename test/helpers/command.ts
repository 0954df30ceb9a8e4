import { run } from '../../server/command/run.ts'
import type { Io } from '../../server/command/terminal/io.ts'

export interface Typed {
  env?: Record<string, string>
  /** Standard input. */
  input?: string | Uint8Array
  /** Of a terminal; without it both streams are pipes. */
  columns?: number
  /** Standard output is a pipe, standard error the terminal. */
  isPiped?: boolean
  /** Lines that somebody types at a terminal when he is asked. */
  lines?: string[]
  /** Given what interrupts it, as Ctrl-C does. */
  onStart?: (interrupt: () => void) => void
}

export interface Ran {
  status: number
  out: string
  err: string
  /** The JSON that it answered with. */
  json<T = Record<string, unknown>>(): T
}

/** A command in this process, with streams of its own. */
export async function typed(
  args: readonly string[],
  { env = {}, input = '', columns, isPiped = false, lines, onStart }: Typed = {},
): Promise<Ran> {
  let out = ''
  let err = ''
  const handlers = new Set<() => void>()
  const isTerminal = columns !== undefined
  const io: Io = {
    out(text) {
      out += text
    },
    err(text) {
      err += text
    },
    outIsTerminal: isTerminal && !isPiped,
    errIsTerminal: isTerminal || lines !== undefined,
    inIsTerminal: lines !== undefined,
    columns,
    // Nothing of the user who runs the tests.
    env: { HOME: '/nonexistent', ...env },
    readInput: async () => Buffer.from(input),
    readLine: async () => lines?.shift() ?? '',
    onInterrupt(handler) {
      handlers.add(handler)
      return () => handlers.delete(handler)
    },
  }
  onStart?.(() => {
    for (const handler of handlers) handler()
  })
  const status = await run(args, io)
  return { status, out, err, json: () => JSON.parse(out) }
}
