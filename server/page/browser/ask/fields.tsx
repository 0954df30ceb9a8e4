import { type ComponentChildren, Fragment } from 'preact'
import type { Field } from '../request/fields.ts'
import { eirpDbmOf, wattsOf } from '../request/power.ts'
import { knowsPower, type RequestForm } from '../state/form.ts'
import { titleOfModel } from '../words/field-labels.ts'
import { figure, say } from '../words/words.ts'
import { AntennaChoice } from './antenna.tsx'
import { FieldInput, FieldShell } from './field.tsx'
import { PresetChoice } from './presets.tsx'

/** Fields for which the form has separate controls. */
const separateFields = ['model', 'name', 'tx_lat', 'tx_lon', 'rx_lat', 'rx_lon']
/** Field after which the resulting EIRP is shown. */
const lastOfPower = 'tx_loss_db'

interface Props {
  form: RequestForm
  without?: readonly string[]
  /** True if models differ in price. */
  hasWeights?: boolean
  children: ComponentChildren
}

/** Form built from the API document: preset, model, fields, antenna. */
export function Fields({ form, without = [], hasWeights = false, children }: Props) {
  const fields = form.fields.value.filter(({ name }) => ![...separateFields, ...without].includes(name))
  const hasChoice = ({ kind, options }: Field) => kind !== 'choice' || options.length > 1
  const shown = fields.filter(({ isFolded }) => !isFolded)
  const advanced = fields.filter(({ isFolded }) => isFolded)
  return (
    <>
      <PresetChoice form={form} />
      {children}
      <Model form={form} hasWeights={hasWeights} />
      <div class="grid">
        {shown.filter(hasChoice).map((field) => (
          <Fragment key={field.name}>
            <FieldInput form={form} field={field} />
            {field.name === lastOfPower && <Eirp form={form} />}
          </Fragment>
        ))}
      </div>
      <AntennaChoice form={form} />
      <details open={advanced.some(({ name }) => form.faults.value.has(name)) || undefined}>
        <summary>{say('advanced')}</summary>
        <div class="grid">
          {advanced.filter(hasChoice).map((field) => (
            <FieldInput key={field.name} form={form} field={field} />
          ))}
        </div>
      </details>
    </>
  )
}

function Eirp({ form }: { form: RequestForm }) {
  const dbm = eirpDbmOf(form.draft.value)
  if (dbm === undefined) return null
  const watts = wattsOf(dbm)
  const values = { dbm: figure(dbm, 2), watts: figure(watts, watts < 0.1 ? 4 : watts < 10 ? 2 : 0) }
  return (
    <p class="wide hint" data-is="eirp" aria-live="polite">
      {say('eirpIs', values)}
    </p>
  )
}

function Model({ form, hasWeights }: { form: RequestForm; hasWeights: boolean }) {
  const models = form.models.value
  const groups = [
    { label: say('modelsOfPower'), list: models.filter(({ output }) => knowsPower(output)) },
    { label: say('modelsOfGeometry'), list: models.filter(({ output }) => !knowsPower(output)) },
  ].filter(({ list }) => list.length > 0)
  const isOfPower = form.knowsPower.value
  return (
    <FieldShell name="model" label={say('field: model')} fault={form.faults.value.get('model')}>
      <select
        id="field-model"
        value={form.model.value}
        aria-describedby="model-what"
        onChange={({ currentTarget }) => form.chooseModel(currentTarget.value)}
      >
        {groups.map(({ label, list }) => (
          <optgroup key={label} label={label}>
            {list.map(({ name, title, weight }) => (
              <option key={name} value={name}>
                {titleOfModel(name, title)}
                {hasWeights && weight > 1 && ` (× ${weight})`}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <p class="hint" id="model-what">
        {say(isOfPower ? 'adviceOfPower' : 'adviceOfGeometry')}
      </p>
      {isOfPower && (
        <details class="measured">
          <summary>{say('measured')}</summary>
          <p class="hint">{say('measuredHills')}</p>
          <p class="hint">{say('measuredSuburb')}</p>
        </details>
      )}
    </FieldShell>
  )
}

/** Errors of the whole request; errors of a field are shown next to the field. */
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
