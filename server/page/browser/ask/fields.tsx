import type { ComponentChildren } from 'preact'
import type { Field } from '../request/fields.ts'
import { presets } from '../request/presets.ts'
import type { RequestForm } from '../state/form.ts'
import { say, sayIfKnown } from '../words/words.ts'
import { AntennaChoice } from './antenna.tsx'
import { FieldInput, FieldShell } from './field.tsx'

/** They have controls of their own. */
const apart = ['model', 'name', 'tx_lat', 'tx_lon', 'rx_lat', 'rx_lon']

interface Props {
  form: RequestForm
  /** Fields that are not asked for here. */
  without?: readonly string[]
  /** Whether some models cost more than others. */
  hasWeights?: boolean
  /** What stands between the presets and the model. */
  children: ComponentChildren
}

/** A form as the service's document has it: presets, the model, its fields, its antenna. */
export function Fields({ form, without = [], hasWeights = false, children }: Props) {
  const fields = form.fields.value.filter(({ name }) => ![...apart, ...without].includes(name))
  // One choice is none.
  const isAsked = ({ kind, options }: Field) => kind !== 'choice' || options.length > 1
  const shown = fields.filter(({ isFolded }) => !isFolded)
  const more = fields.filter(({ isFolded }) => isFolded)
  return (
    <>
      <fieldset class="presets">
        <legend class="unseen">{say('presets')}</legend>
        {presets.map(({ name }) => (
          <button key={name} type="button" class="chip" onClick={() => form.usePreset(name)}>
            {name}
          </button>
        ))}
      </fieldset>
      {children}
      <Model form={form} hasWeights={hasWeights} />
      <div class="grid">
        {shown.filter(isAsked).map((field) => (
          <FieldInput key={field.name} form={form} field={field} />
        ))}
      </div>
      <AntennaChoice form={form} />
      <details open={more.some(({ name }) => form.faults.value.has(name)) || undefined}>
        <summary>{say('more')}</summary>
        <div class="grid">
          {more.filter(isAsked).map((field) => (
            <FieldInput key={field.name} form={form} field={field} />
          ))}
        </div>
      </details>
    </>
  )
}

function Model({ form, hasWeights }: { form: RequestForm; hasWeights: boolean }) {
  const models = form.models.value
  return (
    <FieldShell name="model" label={say('model')} fault={form.faults.value.get('model')}>
      <select
        id="field-model"
        value={form.model.value}
        aria-describedby="model-what"
        onChange={({ currentTarget }) => form.chooseModel(currentTarget.value)}
      >
        {models.map(({ name, weight }) => (
          <option key={name} value={name}>
            {hasWeights && weight > 1 ? `${name} (× ${weight})` : name}
          </option>
        ))}
      </select>
      <p class="hint" id="model-what">
        {sayIfKnown(`model: ${form.model.value}`) ??
          models.find(({ name }) => name === form.model.value)?.title}
      </p>
    </FieldShell>
  )
}

/** What is wrong with the whole; of a field it is said there. */
export function Faults({ form }: { form: RequestForm }) {
  const details = form.otherFaults.value
  return (
    <>
      {details.map((detail) => (
        <p class="fault" key={detail}>
          {detail}
        </p>
      ))}
      {details.length === 0 && form.faults.value.size > 0 && <p class="fault">{say('seeFields')}</p>}
    </>
  )
}
