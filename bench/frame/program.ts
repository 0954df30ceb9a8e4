import { type ParseArgsConfig, parseArgs } from 'node:util'
import { printReport, type Report } from './report.ts'

export interface Program {
  /** Runs with the arguments after the program's name; resolves with false if a tolerance is exceeded. */
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
  usage: string
  /** Options in addition to `--json` and `--help`. */
  options: Options
  /** True if the program takes file names as arguments. */
  allowPositionals?: boolean
  measure(values: Values<Options>, positionals: string[]): Promise<Report | Shown>
}

/** Report with a custom printed form instead of the usual table. */
export interface Shown {
  report: Report
  show(): void
}

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
