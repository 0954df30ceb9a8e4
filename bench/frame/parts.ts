import { UsageError } from './options.ts'
import { type Measurement, type OptionsConfig, type Program, program, type Values } from './program.ts'
import { makeReport, type Report } from './report.ts'

export interface Part {
  about: string
  help: string
  options: OptionsConfig
  measure(values: Record<string, unknown>): Promise<Report>
}

interface TypedPart<Options extends OptionsConfig> {
  about: string
  help: string
  /** Options of the part; an option name must have the same meaning in all parts of a program. */
  options: Options
  measure(values: Values<Options>): Promise<Report>
}

export function part<const Options extends OptionsConfig>(typed: TypedPart<Options>): Part {
  return { ...typed, measure: (values) => typed.measure(values as Values<Options>) }
}

export async function joined(
  name: string,
  loading: Record<string, Promise<{ part: Part }>>,
): Promise<Program> {
  const parts = await Promise.all(
    Object.entries(loading).map(async ([name, module]) => [name, (await module).part] as const),
  )
  const names = parts.map(([name]) => name)
  const usage = `npm run bench -- ${name} [--only PART,…] [options]

${parts.map(([name, { about, help }]) => `${name}: ${about}\n\n${help}\n`).join('\n')}
Common options:

  --only PART,…  some of ${names.join(', ')} (all)
  --json         one JSON object instead of a table
  --help         show help`
  const options: Measurement<OptionsConfig>['options'] = Object.assign(
    { only: { type: 'string', default: names.join() } },
    ...parts.map(([, { options }]) => options),
  )
  return {
    run: program({
      usage,
      options,
      async measure(values) {
        const selected = String(values.only).split(',')
        const unknown = selected.find((one) => !names.includes(one))
        if (unknown !== undefined)
          throw new UsageError(`Expected --only of ${names.join(', ')}, got ${JSON.stringify(unknown)}.`)
        const reports: Report[] = []
        for (const [name, { measure }] of parts)
          if (selected.includes(name)) reports.push(await measure(values))
        const [{ backend }] = reports
        return makeReport(
          backend,
          reports.flatMap(({ rows }) => rows),
          reports.flatMap(({ notes = [] }) => notes),
        )
      },
    }),
  }
}
