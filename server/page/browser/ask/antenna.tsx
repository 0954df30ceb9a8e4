import { useEffect } from 'preact/hooks'
import { Options, setTo } from '../controls/controls.tsx'
import { patternField, shownAntennaFields, uploadedField } from '../request/antenna.ts'
import { antennas, listAntennas } from '../state/antennas.ts'
import type { RequestForm } from '../state/form.ts'
import { view } from '../state/view.ts'
import { sayOption } from '../words/field-labels.ts'
import { say } from '../words/words.ts'
import { FieldInput, FieldShell, SelectField } from './field.tsx'

export function AntennaChoice({ form }: { form: RequestForm }) {
  const { draft, faults } = form
  const fields = form.antennaFields.value
  const type = fields.find(({ name }) => name === patternField)
  const hasAntenna = type !== undefined
  useEffect(() => {
    // If the list of patterns cannot be read, the rest of the form still works.
    if (hasAntenna && antennas.value === undefined) listAntennas().catch(() => {})
  }, [hasAntenna])
  if (!hasAntenna) return null
  const chosen = String(draft.value[patternField] ?? '')
  const shown = shownAntennaFields(fields, draft.value)
  const faultOf = (name: string) => faults.value.get(name)
  return (
    <fieldset class="antenna">
      <legend>{say('antenna')}</legend>
      <SelectField
        name={patternField}
        label={say('field: antenna/pattern/type')}
        fault={faultOf(patternField)}
        value={chosen}
        title={type.description}
        onChange={({ currentTarget }) => form.setField(patternField, currentTarget.value)}
        options={[
          ['', say('noPattern')],
          ...type.options.map((option): [string, string] => [option, sayOption(option)]),
        ]}
      />
      {shown.some(({ name }) => name === uploadedField) && (
        <UploadedChoice form={form} fault={faultOf(uploadedField)} />
      )}
      {shown.length > 0 && (
        <div class="grid">
          {shown
            .filter(({ name }) => name !== uploadedField)
            .map((field) => (
              <FieldInput key={field.name} form={form} field={field} />
            ))}
        </div>
      )}
    </fieldset>
  )
}

function UploadedChoice({ form, fault }: { form: RequestForm; fault: string | undefined }) {
  const known = antennas.value ?? []
  const chosen = String(form.draft.value[uploadedField] ?? '')
  // A copied simulation may refer to a deleted pattern.
  const isGone = chosen !== '' && antennas.value !== undefined && known.every(({ id }) => id !== chosen)
  return (
    <FieldShell name={uploadedField} label={say('field: antenna/pattern/id')} fault={fault}>
      <div class="beside">
        <select
          id={`field-${uploadedField}`}
          class="grow"
          value={chosen}
          aria-invalid={fault !== undefined}
          aria-describedby={`field-${uploadedField}-fault`}
          onChange={({ currentTarget }) => form.setField(uploadedField, currentTarget.value)}
        >
          {chosen === '' && <option value="">{say('choosePattern')}</option>}
          {isGone && <option value={chosen}>{say('patternGone')}</option>}
          <Options of={known.map(({ id, name }) => [id, name || id])} />
        </select>
        <button type="button" onClick={setTo(view, 'antennas')}>
          {say('antennas')}
        </button>
      </div>
    </FieldShell>
  )
}
