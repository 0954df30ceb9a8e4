/** `npm run validate -- NAME [options]`: compares what this machine computes with what is known to be right. */

import { UsageError } from './options.ts'

interface Certificate {
  /** Takes the words after the name; tells whether everything that it demands held. */
  run(args: string[]): Promise<boolean>
}

const certificates: Record<string, { about: string; load: () => Promise<Certificate> }> = {
  los: {
    about: 'line of sight: every backend against a float64 reference, on your terrain files',
    load: () => import('./validate-los.ts'),
  },
}

const usage = `npm run validate -- NAME [options]

${Object.entries(certificates)
  .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
  .join('\n')}

Each of them explains its options with --help. Exit code: 0, 1 when something that is demanded did not hold, 2 when
it was called wrongly.`

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === '--help') {
    console.log(usage)
    return name === undefined ? 2 : 0
  }
  const certificate = Object.hasOwn(certificates, name) ? certificates[name] : undefined
  if (certificate === undefined) {
    console.error(`There is no certificate ${JSON.stringify(name)}.\n\n${usage}`)
    return 2
  }
  const { run } = await certificate.load()
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

/** What is said about options, here or by `parseArgs`. */
function isUsage(error: unknown): boolean {
  if (error instanceof UsageError) return true
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
