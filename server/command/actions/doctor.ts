import { version } from '../../config/config.ts'
import { textOf } from '../../doctor/checks.ts'
import { examine } from '../../doctor/examine.ts'
import { answer, type Call } from '../call/call.ts'
import { Unsuccessful } from '../errors.ts'

export async function doctor(call: Call): Promise<void> {
  const checks = await examine(call.io.env)
  const count = (wanted: string) => checks.filter(({ state }) => state === wanted).length
  const [faults, warnings] = [count('fault'), count('warning')]
  const summary = faults > 0 ? 'faults' : warnings > 0 ? 'warnings' : 'ok'
  answer(call, { version, faults, warnings, checks }, () => textOf(checks), summary)
  if (faults > 0)
    throw new Unsuccessful('faults_found', `${faults} ${faults === 1 ? 'fault' : 'faults'} found.`)
}
