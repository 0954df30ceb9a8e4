/** Command `coverage presets`: lists the presets built into the command, equal to those of the service. */

import { presets } from '../../requests/presets.ts'
import { answer, type Call } from '../call/call.ts'
import { presetNamed } from '../request/presets.ts'
import { widthOf } from '../terminal/io.ts'
import { table } from '../terminal/table.ts'

export async function listPresets(call: Call, name?: string): Promise<void> {
  const width = widthOf(call.io)
  if (name === undefined) {
    const rows = presets().map(({ name, title, body }) => [
      name,
      body.frequency,
      body.tx_power_dbm,
      body.rx_sensitivity_dbm,
      title,
    ])
    const names = ['preset', 'MHz', 'dBm', 'sensitivity', 'radio']
    const quiet = presets().map((one) => one.name)
    return answer(call, { presets: presets() }, () => table(names, rows, width), quiet.join('\n'))
  }
  const preset = presetNamed(name)
  const rows = Object.entries(preset.body).map(([field, value]) => [field, value, preset.sources[field]])
  answer(call, preset, () => `${preset.title}\n\n${table(['field', 'value', 'source'], rows, width)}`)
}
