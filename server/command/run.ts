/** Runs one command line and returns the exit status. */

import { CommanderError } from 'commander'
import { failureOf, MISUSED, Unsuccessful } from './errors.ts'
import { makeProgram } from './program.ts'
import { errorWidthOf, type Io } from './terminal/io.ts'
import { fitted, safe, safeJson } from './terminal/text.ts'

export async function run(args: readonly string[], io: Io): Promise<number> {
  const words = args[0] === 'help' ? [...args.slice(1), '--help'] : [...args]
  try {
    await makeProgram(io).parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) {
      // Requested help is a result; help shown because the command is missing is an error.
      if (error.exitCode === 0) return 0
      if (args.includes('--json')) {
        const detail = error.message.replaceAll('\n', ' ')
        io.out(`${safeJson({ error: { code: 'wrong_usage', detail } })}\n`)
      }
      return MISUSED
    }
    const { code, message, exitCode, details } = failureOf(error)
    if (args.includes('--json') && error instanceof Unsuccessful) return exitCode
    if (args.includes('--json')) {
      io.out(`${safeJson({ error: { code, detail: message, ...(details.length > 0 && { details }) } })}\n`)
    } else {
      const width = errorWidthOf(io)
      io.err(`${fitted(`${safe(code)}: ${safe(message)}`, width)}\n`)
      for (const detail of details) io.err(`${fitted(`  ${safe(detail)}`, width)}\n`)
    }
    return exitCode
  }
}
