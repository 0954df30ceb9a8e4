import { useEffect } from 'preact/hooks'
import { Options } from '../controls/controls.tsx'
import type { RequestForm } from '../state/form.ts'
import { presets, readPresets } from '../state/offers.ts'
import { labelOf } from '../words/field-labels.ts'
import { say, sayIfKnown } from '../words/words.ts'
import { FieldShell } from './field.tsx'

export function PresetChoice({ form }: { form: RequestForm }) {
  useEffect(() => void readPresets(), [])
  const all = presets.value
  if (all.length === 0) return null
  const groups = [...new Set(all.map(({ group }) => group))]
  const chosen = all.find(({ name }) => name === form.preset.value)
  return (
    <FieldShell name="preset" label={say('preset')} fault={undefined}>
      <select
        id="field-preset"
        value={form.preset.value ?? ''}
        onChange={({ currentTarget }) => form.usePreset(currentTarget.value)}
      >
        <option value="">{say('none')}</option>
        {groups.map((group) => (
          <optgroup key={group} label={sayIfKnown(`preset group: ${group}`) ?? group}>
            <Options
              of={all
                .filter((one) => one.group === group)
                .map(({ name, title }) => [name, sayIfKnown(`preset: ${name}`) ?? title])}
            />
          </optgroup>
        ))}
      </select>
      {chosen && (
        <details class="measured">
          <summary>{say('presetSources')}</summary>
          <dl class="sources">
            {Object.entries(chosen.sources).map(([field, source]) => (
              <div key={field}>
                <dt>{labelOf(field, field)}</dt>
                <dd lang="en">{source}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </FieldShell>
  )
}
