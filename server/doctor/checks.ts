export interface Check {
  state: 'ok' | 'warning' | 'fault'
  subject: string
  finding: string
  /** Command or setting that fixes the fault. */
  cure?: string
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

/** Formats one line per check, followed by the remedy if there is a fault. */
export function textOf(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ subject }) => subject.length))
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
