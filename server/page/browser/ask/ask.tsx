import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { area } from '../state/areas.ts'
import { estimate, form, isSending, rangeAcrossKm, run, transmitter } from '../state/asking.ts'
import { isUnmetered } from '../state/view.ts'
import { sayKm } from '../words/units.ts'
import { figure, say, saySeconds } from '../words/words.ts'
import { FieldInput } from './field.tsx'
import { Faults, Fields } from './fields.tsx'
import { HigherGround, Place } from './place.tsx'
import { Price } from './price.tsx'

export function Ask() {
  const element = useRef<HTMLFormElement>(null)
  const isTried = useSignal(false)
  if (form.models.value.length === 0) return <p class="hint">{say('loading')}</p>

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    isTried.value = true
    if (!(await run())) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  const { faults, fields } = form
  const name = fields.value.find((field) => field.name === 'name')
  const ground = transmitter.ground.value
  const { credits, seconds = 0, cells = 0 } = estimate.value ?? {}
  const work = `${saySeconds(seconds)} · ${say('cells', { cells: figure(cells) })}`
  return (
    <form class="ask" ref={element} onSubmit={submit} noValidate>
      <Fields form={form} hasWeights={!isUnmetered.value}>
        <Place
          name="place"
          label={say('place')}
          at={transmitter}
          fault={faults.value.get('tx_lat') ?? faults.value.get('tx_lon')}
          missing={isTried.value ? say('placeMissing') : undefined}
        />
        <HigherGround
          transmitter={transmitter.position.value}
          groundM={ground?.elevation_m}
          higher={ground?.higher_ground}
          onMove={(to) => transmitter.moveTo(to)}
        />
        {name && <FieldInput form={form} field={name} />}
      </Fields>
      <Across />
      <div class="run">
        <Price credits={credits} work={work} isWrong={faults.value.size > 0}>
          <Faults form={form} />
        </Price>
        <button type="submit" class="main" disabled={isSending.value}>
          {say('run')}
        </button>
      </div>
    </form>
  )
}

/** Hint that the range ends inside the selected area, so part of the area cannot be covered. */
function Across() {
  const km = rangeAcrossKm.value
  if (km === undefined || area.value === undefined) return null
  return (
    <p class="hint" role="status">
      {say('rangeShort', { name: area.value.name })}{' '}
      <button type="button" onClick={() => form.setField('max_range', String(km))}>
        {say('rangeAcross', { range: sayKm(km, 0) })}
      </button>
    </p>
  )
}
