import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { patternField, shownAntennaFields } from '../request/antenna.ts'
import type { Field } from '../request/fields.ts'
import { presets } from '../request/presets.ts'
import {
  antennaFields,
  chooseModel,
  draft,
  estimate,
  faults,
  fields,
  isSending,
  model,
  models,
  run,
  usePreset,
} from '../state/asking.ts'
import { figure, say } from '../words/words.ts'
import { AntennaChoice } from './antenna.tsx'
import { FieldInput, FieldShell } from './field.tsx'
import { Place } from './place.tsx'

/** In this order first; then what is the model's own; the rest is folded up. */
const first = ['tx_height', 'frequency', 'erp', 'rx_height', 'max_range', 'resolution', 'output']
const rest = ['tx_height_mode', 'rx_height_mode', 'terrain_spacing', 'k_factor', 'layers', 'rx_gain_dbi']
/** They have controls of their own. */
const apart = ['model', 'tx_lat', 'tx_lon', 'name']

/** The form of a new simulation, with its price before it runs. */
export function Ask() {
  const form = useRef<HTMLFormElement>(null)
  const isTried = useSignal(false)
  if (models.value.length === 0) return <p class="hint">{say('loading')}</p>

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    isTried.value = true
    if (!(await run())) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  const named = new Map(fields.value.map((field) => [field.name, field]))
  const inOrder = (names: string[]) => names.flatMap((name) => named.get(name) ?? [])
  const own = fields.value.filter(({ name }) => ![...first, ...rest, ...apart].includes(name))
  // One choice is none.
  const isAsked = ({ kind, options }: Field) => kind !== 'choice' || options.length > 1
  const folded = inOrder(rest)
  const hasFoldedFault = folded.some(({ name }) => faults.value.has(name))
  const chosen = models.value.find(({ name }) => name === model.value)

  return (
    <form class="ask" ref={form} onSubmit={submit} noValidate>
      <fieldset class="presets">
        <legend class="unseen">{say('presets')}</legend>
        {presets.map(({ name }) => (
          <button key={name} type="button" class="chip" onClick={() => usePreset(name)}>
            {name}
          </button>
        ))}
      </fieldset>
      <Place isTried={isTried.value} />
      {inOrder(['name']).map((field) => (
        <FieldInput key={field.name} field={field} />
      ))}
      <FieldShell name="model" label={say('model')} fault={faults.value.get('model')}>
        <select
          id="field-model"
          value={model.value}
          aria-describedby="model-what"
          onChange={({ currentTarget }) => chooseModel(currentTarget.value)}
        >
          {models.value.map(({ name, weight }) => (
            <option key={name} value={name}>
              {weight > 1 ? `${name} (× ${weight})` : name}
            </option>
          ))}
        </select>
        <p class="hint" id="model-what">
          {chosen?.title}
        </p>
      </FieldShell>
      <div class="grid">
        {[...inOrder(first), ...own].filter(isAsked).map((field) => (
          <FieldInput key={field.name} field={field} />
        ))}
      </div>
      <AntennaChoice />
      <details open={hasFoldedFault || undefined}>
        <summary>{say('more')}</summary>
        <div class="grid">
          {folded.filter(isAsked).map((field) => (
            <FieldInput key={field.name} field={field} />
          ))}
        </div>
      </details>
      <div class="run">
        <Price />
        <button type="submit" class="main" disabled={isSending.value}>
          {say('run')}
        </button>
      </div>
    </form>
  )
}

/** What it would cost, or what stands against it; said aloud when it changes. */
function Price() {
  const shown = shownAntennaFields(antennaFields.value, draft.value)
  const named = [...fields.value, ...shown].map(({ name }) => name)
  const known = new Set(['tx_lat', 'tx_lon', patternField, ...named])
  const whole = [...faults.value].filter(([name]) => !known.has(name)).map(([, detail]) => detail)
  const { credits, seconds, cells } = estimate.value ?? {}
  return (
    <div class="price" aria-live="polite">
      {whole.map((detail) => (
        <p class="fault" key={detail}>
          {detail}
        </p>
      ))}
      {whole.length === 0 && faults.value.size > 0 && <p class="fault">{say('seeFields')}</p>}
      {credits !== undefined && seconds !== undefined && cells !== undefined && (
        <p data-is="price">
          <strong>{say(credits === 1 ? 'oneCredit' : 'someCredits', { credits: figure(credits) })}</strong>
          {` · ${say('aboutSeconds', { seconds: figure(seconds, seconds < 10 ? 1 : 0) })} · ${say('cells', { cells: figure(cells) })}`}
        </p>
      )}
      {faults.value.size === 0 && credits === undefined && draft.value && (
        <p class="hint">{say('priceLater')}</p>
      )}
    </div>
  )
}
