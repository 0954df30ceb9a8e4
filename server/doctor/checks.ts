export interface Check {
  state: 'ok' | 'warning' | 'fault'
  subject: string
  finding: string
  /** Command or setting that fixes the fault. */
  cure?: string
}

/** Work that may wait for another machine or a file system. */
export interface Step {
  subject: string
  find: () => Promise<Check[]>
  /** Cure if there is no answer in time. */
  cure: string
  /** Factor of the time limit. */
  patience?: number
}

export function ok(subject: string, finding: string): Check {
  return { state: 'ok', subject, finding }
}

export function warning(subject: string, finding: string, cure: string): Check {
  return { state: 'warning', subject, finding, cure }
}

export function fault(subject: string, finding: string, cure: string): Check {
  return { state: 'fault', subject, finding, cure }
}

/** Length of the longest subjects, attribution and certificate. */
const width = 11

/** Formats one line per check, followed by the remedy if there is a fault. */
export function textOf(checks: readonly Check[]): string {
  return checks
    .flatMap(({ state, subject, finding, cure }) => [
      `${state.padEnd(7)}  ${subject.padEnd(width)}  ${finding}`,
      ...(cure === undefined ? [] : [`${' '.repeat(width + 11)}${cure}`]),
    ])
    .join('\n')
}

export function gibibytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`
}
