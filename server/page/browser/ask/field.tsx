import { useSignal } from '@preact/signals'
import type { ComponentChildren, ComponentProps } from 'preact'
import { Options, Tick } from '../controls/controls.tsx'
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

type InputProps = Pick<
  ComponentProps<'input'>,
  'value' | 'title' | 'inputMode' | 'maxLength' | 'placeholder' | 'onInput'
>

/** Text input with a label and an error text. */
export function TextField({ name, label, unit, fault, ...input }: Omit<ShellProps, 'children'> & InputProps) {
  return (
    <FieldShell name={name} label={label} unit={unit} fault={fault}>
      <input
        id={`field-${name}`}
        autocomplete="off"
        aria-invalid={fault !== undefined}
        aria-describedby={`field-${name}-fault`}
        {...input}
      />
    </FieldShell>
  )
}

type SelectProps = Omit<ShellProps, 'children'> &
  Pick<ComponentProps<'select'>, 'value' | 'title' | 'onChange'> & {
    options: Parameters<typeof Options>[0]['of']
  }

/** Selection with a label and an error text. */
export function SelectField({ name, label, unit, fault, options, ...select }: SelectProps) {
  return (
    <FieldShell name={name} label={label} unit={unit} fault={fault}>
      <select
        id={`field-${name}`}
        aria-invalid={fault !== undefined}
        aria-describedby={`field-${name}-fault`}
        {...select}
      >
        <Options of={options} />
      </select>
    </FieldShell>
  )
}

interface FieldProps {
  form: RequestForm
  field: Field
}

/** Form control for a request field, built from the field's schema in the API document. */
export function FieldInput({ form, field }: FieldProps) {
  const { name, kind, description, unit, options } = field
  const typed = typedUnit(unit)
  if (kind === 'choices') return <Choices form={form} field={field} />
  const common = {
    name,
    label: labelOf(name, description),
    unit: typed?.label ?? (unit && sayUnit(unit)),
    fault: form.faults.value.get(name),
    value: String(form.draft.value[name] ?? ''),
    title: description,
  }
  if (kind === 'choice') {
    return (
      <SelectField
        {...common}
        onChange={({ currentTarget }) => form.setField(name, currentTarget.value)}
        options={options.map((option) => [option, sayOption(option)])}
      />
    )
  }
  if (typed) return <ConvertedInput form={form} common={common} factor={typed.factor} />
  const isNumber = kind === 'number'
  return (
    <TextField
      {...common}
      inputMode={isNumber ? 'decimal' : 'text'}
      maxLength={field.maxLength}
      placeholder={isNumber ? boundsOf(field) : ''}
      onInput={({ currentTarget }) => form.setField(name, currentTarget.value)}
    />
  )
}

interface ConvertedProps {
  form: RequestForm
  common: Omit<ShellProps, 'children'> & { value: string; title: string }
  /** API units per unit that the user types. */
  factor: number
}

/** Number input in the user's unit, which differs from the API's; converts the typed text for the request. */
function ConvertedInput({ form, common, factor }: ConvertedProps) {
  const typed = useSignal({ text: '', value: '' })
  const number = numberOf(common.value)
  const converted = number === undefined ? common.value : String(Number((number / factor).toPrecision(6)))
  return (
    <TextField
      {...common}
      value={typed.value.value === common.value && common.value !== '' ? typed.value.text : converted}
      inputMode="decimal"
      onInput={({ currentTarget: { value: text } }) => {
        const given = numberOf(text)
        const value = given === undefined ? text : String(given * factor)
        typed.value = { text, value }
        form.setField(common.name, value)
      }}
    />
  )
}

function boundsOf({ minimum, maximum }: Field): string {
  if (minimum === undefined || maximum === undefined) return ''
  return say('bounds', { minimum: figure(minimum, 3), maximum: figure(maximum) })
}

function Choices({ form, field: { name, description, options } }: FieldProps) {
  const chosen = [form.draft.value[name] ?? []].flat()
  return (
    <fieldset class="field">
      <legend title={description}>{labelOf(name, description)}</legend>
      {options.map((option) => (
        <Tick
          key={option}
          checked={chosen.includes(option)}
          onTick={(checked) =>
            form.setField(
              name,
              options.filter((one) => (one === option ? checked : chosen.includes(one))),
            )
          }
        >
          {sayOption(option)}
        </Tick>
      ))}
      <p class="fault">{form.faults.value.get(name)}</p>
    </fieldset>
  )
}
