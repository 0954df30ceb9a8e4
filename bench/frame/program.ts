import { type ParseArgsConfig, parseArgs } from 'node:util'
import { printReport, type Report } from './report.ts'

/** A program that a script runs by name. */
export interface Program {
  /** Receives the words after the name; returns true if all its requirements held. */
  run(args: string[]): Promise<boolean>
}

export type OptionsConfig = NonNullable<ParseArgsConfig['options']>

const common = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

export type Values<Options extends OptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options & typeof common }>
>['values']

export interface Measurement<Options extends OptionsConfig> {
  /** Text of `--help`. */
  usage: string
  /** Its own options, in addition to `--json` and `--help`. */
  options: Options
  /** True if words without an option are allowed: files. */
  allowPositionals?: boolean
  measure(values: Values<Options>, positionals: string[]): Promise<Report | Shown>
}

/** A report with its own text form instead of the default table. */
export interface Shown {
  report: Report
  show(): void
}

/** Frame of all programs: parses options, prints help, measures, and prints the report. */
export function program<const Options extends OptionsConfig>({
  usage,
  options,
  allowPositionals = false,
  measure,
}: Measurement<Options>): Program['run'] {
  return async (args) => {
    const parsed = parseArgs({ args, options: { ...common, ...options }, allowPositionals })
    const values = parsed.values as Values<Options> & { json: boolean; help: boolean }
    if (values.help) {
      console.log(usage)
      return true
    }
    const found = await measure(values, parsed.positionals)
    const { report, show } = 'report' in found ? found : { report: found, show: undefined }
    if (show && !values.json) show()
    else printReport(report, values)
    return report.passed
  }
}
