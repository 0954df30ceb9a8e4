import { type ParseArgsConfig, parseArgs } from 'node:util'
import { printReport, type Report } from './report.ts'

/** Something that a script runs by its name. */
export interface Program {
  /** Takes the words after the name; returns whether all its demands held. */
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
  /** What `--help` prints. */
  usage: string
  /** Its own options, beside `--json` and `--help`. */
  options: Options
  /** Whether words without an option may follow: files. */
  allowPositionals?: boolean
  measure(values: Values<Options>, positionals: string[]): Promise<Report | Shown>
}

/** A report that people see in another form than the usual table. */
export interface Shown {
  report: Report
  show(): void
}

/** The frame of all programs: reads the options, explains them, measures, and prints what was found. */
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
