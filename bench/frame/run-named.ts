import { failWhereAnswerIsLost } from '../../server/config/standard-streams.ts'
import { UsageError } from './options.ts'
import type { Program } from './program.ts'

export type Programs = Record<string, { about: string; load: () => Promise<Program> }>

/** Runs the named program and sets the exit code. `standard` runs if no name is given. */
export function runNamed(script: string, programs: Programs, standard?: () => Promise<Program>): void {
  const usage = `npm run ${script} -- NAME [options]

${Object.entries(programs)
  .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
  .join('\n')}

NAME --help shows the options. Exit code: 0 success, 1 a tolerance exceeded, 2 wrong usage.`

  async function main([name, ...args]: string[]): Promise<number> {
    if (name === '--help' && standard) {
      await (await standard()).run(['--help'])
      console.log()
    }
    if (name === '--help' || (name === undefined && !standard)) {
      console.log(usage)
      return name === undefined ? 2 : 0
    }
    if (standard && (name === undefined || name.startsWith('-'))) {
      const { run } = await standard()
      return (await run(name === undefined ? [] : [name, ...args])) ? 0 : 1
    }
    const program = Object.hasOwn(programs, name) ? programs[name] : undefined
    if (program === undefined) {
      console.error(`${script} knows no ${JSON.stringify(name)}.\n\n${usage}`)
      return 2
    }
    const { run } = await program.load()
    return (await run(args)) ? 0 : 1
  }

  exitWith(main(process.argv.slice(2)))
}

export function runProgram(run: Program['run']): void {
  exitWith(run(process.argv.slice(2)).then((held) => (held ? 0 : 1)))
}

function exitWith(code: Promise<number>): void {
  failWhereAnswerIsLost()
  code.then(
    (code) => {
      process.exitCode = code
    },
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = isUsage(error) ? 2 : 1
    },
  )
}

/** True for an invalid command line, reported by a program or by `parseArgs`. */
function isUsage(error: unknown): boolean {
  if (error instanceof UsageError) return true
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
