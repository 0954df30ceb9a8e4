import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { type Field, numberOf } from '../request/fields.ts'
import type { RequestForm } from '../state/form.ts'
import { labelOf, sayOption, sayUnit } from '../words/field-labels.ts'
import { typedUnit } from '../words/units.ts'
import { figure, say } from '../words/words.ts'

interface ShellProps {
  name: string
  label: string
  unit?: string | undefined
  fault: string | undefined
  children: ComponentChildren
}

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

/** Form control for a request field, built from the field's schema in the API document. */
export function FieldInput({ form, field }: InputProps) {
  const { name, kind, description, unit, options } = field
  const fault = form.faults.value.get(name)
  const typed = typedUnit(unit)
  const shell = {
    name,
    label: labelOf(name, description),
    unit: typed?.label ?? (unit && sayUnit(unit)),
    fault,
  }
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
  if (typed)
    return <ConvertedInput form={form} field={field} shell={shell} common={common} factor={typed.factor} />
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

interface ConvertedProps extends InputProps {
  shell: Omit<ShellProps, 'children'>
  common: { id: string; value: string; title: string }
  /** API units per unit that the user types. */
  factor: number
}

/** Number input in the user's unit, which differs from the API's; converts the typed text for the request. */
function ConvertedInput({ form, field: { name }, shell, common, factor }: ConvertedProps) {
  const typed = useSignal({ text: '', value: '' })
  const number = numberOf(common.value)
  const converted = number === undefined ? common.value : String(Number((number / factor).toPrecision(6)))
  return (
    <FieldShell {...shell}>
      <input
        {...common}
        value={typed.value.value === common.value && common.value !== '' ? typed.value.text : converted}
        inputMode="decimal"
        autocomplete="off"
        onInput={({ currentTarget: { value: text } }) => {
          const given = numberOf(text)
          const value = given === undefined ? text : String(given * factor)
          typed.value = { text, value }
          form.setField(name, value)
        }}
      />
    </FieldShell>
  )
}

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
