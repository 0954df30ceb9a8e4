import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ProblemError } from '../../../client/requests.ts'
import { Fault, setTo, TitleWithBack, useAttempt, valueTo } from '../controls/controls.tsx'
import { explain } from '../service/failures.ts'
import { type Antenna, antennas, listAntennas, uploadAntenna } from '../state/antennas.ts'
import { formView, view } from '../state/view.ts'
import { figure, say } from '../words/words.ts'
import { Pattern } from './pattern.tsx'

export function Antennas() {
  const { fault, attempt } = useAttempt()
  const openedId = useSignal<string | undefined>(undefined)
  useEffect(() => void attempt(listAntennas), [])

  return (
    <div class="antennas">
      <TitleWithBack of="antennas" back={say('backToForm')} onBack={setTo(view, formView.value)}>
        {say('antennas')}
      </TitleWithBack>
      <Upload
        onStored={(id) => {
          openedId.value = id
        }}
      />
      <Fault text={fault.value} />
      {antennas.value?.length === 0 && <p class="hint">{say('noAntennas')}</p>}
      <ul class="list">
        {antennas.value?.map((antenna) => (
          <Item
            key={antenna.id}
            antenna={antenna}
            isOpen={openedId.value === antenna.id}
            onToggle={setTo(openedId, openedId.value === antenna.id ? undefined : antenna.id)}
          />
        ))}
      </ul>
    </div>
  )
}

interface ItemProps {
  antenna: Antenna
  isOpen: boolean
  onToggle(): void
}

function Item({ antenna, isOpen, onToggle }: ItemProps) {
  const { id, name, make, frequency_mhz, gain_dbi, horizontal_beamwidth } = antenna
  const facts = [
    make,
    frequency_mhz === null ? null : `${figure(frequency_mhz, 1)} MHz`,
    gain_dbi === null ? null : `${figure(gain_dbi, 1)} dBi`,
    horizontal_beamwidth === null ? null : `${figure(horizontal_beamwidth, 1)}°`,
  ].filter((fact) => fact !== null && fact !== '')
  return (
    <li class={isOpen ? 'item item-shown' : 'item'} data-id={id}>
      <button type="button" class="item-open" aria-expanded={isOpen} onClick={onToggle}>
        <strong>{name || id}</strong>
        <span class="hint">{facts.join(' · ')}</span>
      </button>
      {isOpen && <Pattern id={id} />}
    </li>
  )
}

/** Error text for a pattern file; the service describes the position of the error in English. */
function faultOfFile(error: unknown): string {
  const detail = error instanceof ProblemError ? error.problem.errors?.[0]?.detail : undefined
  return detail === undefined ? explain(error) : say('fault: file', { detail })
}

function Upload({ onStored }: { onStored: (id: string) => void }) {
  const name = useSignal('')
  const { fault, isBusy, attempt } = useAttempt()
  const input = useRef<HTMLInputElement>(null)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const file = input.current?.files?.[0]
    if (file === undefined) {
      fault.value = say('chooseFile')
      input.current?.focus()
      return
    }
    await attempt(async () => {
      const { id } = await uploadAntenna(file, name.value.trim())
      name.value = ''
      if (input.current) input.current.value = ''
      onStored(id)
    }, faultOfFile)
    if (fault.value !== undefined) input.current?.focus()
  }

  return (
    <form class="upload" onSubmit={submit} noValidate>
      <div class={fault.value === undefined ? 'field' : 'field field-wrong'}>
        <label for="antenna-file">{say('antennaFile')}</label>
        <input
          id="antenna-file"
          ref={input}
          type="file"
          accept=".msi,.pln,.ant,.txt,text/plain"
          aria-invalid={fault.value !== undefined}
          aria-describedby="antenna-file-fault antenna-file-hint"
          onChange={setTo(fault, undefined)}
        />
        <p class="fault" id="antenna-file-fault" role="alert">
          {fault}
        </p>
        <p class="hint" id="antenna-file-hint">
          {say('antennaFileHint')}
        </p>
      </div>
      <div class="field">
        <label for="antenna-name">{say('field: name')}</label>
        <div class="beside">
          <input
            id="antenna-name"
            autocomplete="off"
            maxLength={200}
            placeholder={say('antennaNameHint')}
            value={name.value}
            onInput={valueTo(name)}
          />
          <button type="submit" disabled={isBusy.value}>
            {say('upload')}
          </button>
        </div>
      </div>
    </form>
  )
}
