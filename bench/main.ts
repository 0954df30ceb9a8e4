/** `npm run bench -- NAME [options]`: measures one thing on this machine. */

import { UsageError } from './options.ts'

interface Bench {
  /** Takes the words after the name; tells whether everything that it demands held. */
  run(args: string[]): Promise<boolean>
}

const benches: Record<string, { about: string; load: () => Promise<Bench> }> = {
  los: {
    about:
      'line of sight in process: time per cell and by size, beside other programs where they are installed',
    load: () => import('./los.ts'),
  },
  request: {
    about:
      'the whole way of a simulation through the service, beside what its kernels take; simulations per second',
    load: () => import('./request.ts'),
  },
  status: {
    about: 'how fast the status of a simulation is answered while another one of ten million cells computes',
    load: () => import('./status.ts'),
  },
}

const usage = `npm run bench -- NAME [options]

${Object.entries(benches)
  .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
  .join('\n')}

Each of them explains its options with --help. Exit code: 0, 1 when something that is demanded did not hold, 2 when
it was called wrongly.`

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === '--help') {
    console.log(usage)
    return name === undefined ? 2 : 0
  }
  const bench = Object.hasOwn(benches, name) ? benches[name] : undefined
  if (bench === undefined) {
    console.error(`There is no bench ${JSON.stringify(name)}.\n\n${usage}`)
    return 2
  }
  const { run } = await bench.load()
  return (await run(args)) ? 0 : 1
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = isUsage(error) ? 2 : 1
  },
)

/** What `parseArgs` and the benches throw about options. */
function isUsage(error: unknown): boolean {
  if (error instanceof UsageError) return true
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
