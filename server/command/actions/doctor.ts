import { version } from '../../config/config.ts'
import { type Check, textOf } from '../../doctor/checks.ts'
import { examine } from '../../doctor/examine.ts'
import { answer, type Call } from '../call/call.ts'
import { Unsuccessful } from '../errors.ts'

export async function doctor(call: Call): Promise<void> {
  const { json, quiet } = call.flags
  const checks: Check[] = []
  for await (const check of examine(call.io.env)) {
    checks.push(check)
    if (!json) answer(call, check, () => textOf([check]))
  }
  const count = (wanted: string) => checks.filter(({ state }) => state === wanted).length
  const [faults, warnings] = [count('fault'), count('warning')]
  const summary = faults > 0 ? 'faults' : warnings > 0 ? 'warnings' : 'ok'
  if (json || quiet) answer(call, { version, faults, warnings, checks }, () => '', summary)
  if (faults > 0) throw new Unsuccessful('faults_found', `${faults} of ${checks.length} checks failed.`)
}
