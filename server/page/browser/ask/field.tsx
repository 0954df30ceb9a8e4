import type { ComponentChildren } from 'preact'
import type { Field } from '../request/fields.ts'
import type { RequestForm } from '../state/form.ts'
import { labelOf, sayOption, sayUnit } from '../words/field-labels.ts'
import { figure, say } from '../words/words.ts'

interface ShellProps {
  name: string
  label: string
  unit?: string | undefined
  fault: string | undefined
  children: ComponentChildren
}

/** A label, what it is for, and what is wrong with it. */
export function FieldShell({ name, label, unit, fault, children }: ShellProps) {
  return (
    <div class={fault === undefined ? 'field' : 'field field-wrong'}>
      <label for={`field-${name}`}>
        {label}
        {unit !== undefined && <span class="unit">{unit}</span>}
      </label>
      {children}
      <p class="fault" id={`field-${name}-fault`}>
        {fault}
      </p>
    </div>
  )
}

interface InputProps {
  form: RequestForm
  field: Field
}

/** One field of the request, by what the service's document says of it. */
export function FieldInput({ form, field }: InputProps) {
  const { name, kind, description, unit, options } = field
  const fault = form.faults.value.get(name)
  const shell = { name, label: labelOf(name, description), unit: unit && sayUnit(unit), fault }
  const value = form.draft.value[name] ?? ''
  if (kind === 'choices') return <Choices form={form} field={field} />
  const common = {
    id: `field-${name}`,
    value: String(value),
    title: description,
    'aria-invalid': fault !== undefined,
    'aria-describedby': `field-${name}-fault`,
  }
  if (kind === 'choice') {
    return (
      <FieldShell {...shell}>
        <select {...common} onChange={({ currentTarget }) => form.setField(name, currentTarget.value)}>
          {options.map((option) => (
            <option key={option} value={option}>
              {sayOption(option)}
            </option>
          ))}
        </select>
      </FieldShell>
    )
  }
  const isNumber = kind === 'number'
  return (
    <FieldShell {...shell}>
      <input
        {...common}
        inputMode={isNumber ? 'decimal' : 'text'}
        autocomplete="off"
        maxLength={field.maxLength}
        placeholder={isNumber ? boundsOf(field) : ''}
        onInput={({ currentTarget }) => form.setField(name, currentTarget.value)}
      />
    </FieldShell>
  )
}

/** Shown where nothing is typed. */
function boundsOf({ minimum, maximum }: Field): string {
  if (minimum === undefined || maximum === undefined) return ''
  return say('bounds', { minimum: figure(minimum, 3), maximum: figure(maximum) })
}

function Choices({ form, field: { name, description, options } }: InputProps) {
  const chosen = [form.draft.value[name] ?? []].flat()
  return (
    <fieldset class="field">
      <legend title={description}>{labelOf(name, description)}</legend>
      {options.map((option) => (
        <label key={option} class="tick">
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={({ currentTarget: { checked } }) =>
              form.setField(
                name,
                options.filter((one) => (one === option ? checked : chosen.includes(one))),
              )
            }
          />
          {sayOption(option)}
        </label>
      ))}
      <p class="fault">{form.faults.value.get(name)}</p>
    </fieldset>
  )
}
