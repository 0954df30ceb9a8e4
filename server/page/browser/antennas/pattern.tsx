import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Fault, Pair, useAttempt } from '../controls/controls.tsx'
import { patternField, uploadedField } from '../request/antenna.ts'
import { Deletion } from '../results/deletion.tsx'
import { type AntennaRecord, readAntenna, removeAntenna } from '../state/antennas.ts'
import { form as simulation } from '../state/asking.ts'
import { form as link } from '../state/linking.ts'
import { formView, view } from '../state/view.ts'
import { figure, say } from '../words/words.ts'
import { Polar } from './polar.tsx'

export function Pattern({ id }: { id: string }) {
  const form = formView.value === 'link' ? link : simulation
  const record = useSignal<AntennaRecord | undefined>(undefined)
  const { fault, attempt } = useAttempt()
  useEffect(() => {
    void attempt(async () => {
      record.value = await readAntenna(id)
    })
  }, [id])

  return (
    <div class="pattern">
      {record.value === undefined ? (
        !fault.value && <p class="hint">{say('loading')}</p>
      ) : (
        <Cuts record={record.value} />
      )}
      <Fault text={fault.value} />
      <div class="actions">
        {form.antennaFields.value.length > 0 && (
          <button
            type="button"
            onClick={() => {
              form.setField(patternField, 'uploaded')
              form.setField(uploadedField, id)
              view.value = formView.value
            }}
          >
            {say('useAntenna')}
          </button>
        )}
        <Deletion question={say('reallyDeletePattern')} remove={() => removeAntenna(id)} />
      </div>
    </div>
  )
}

function Cuts({ record }: { record: AntennaRecord }) {
  const { horizontal, vertical, horizontal_beamwidth, vertical_beamwidth, front_to_back } = record
  const { polarization, tilt } = record
  const width = (degrees: number | null) =>
    degrees === null ? say('noBeamwidth') : say('beamwidth', { degrees: figure(degrees, 1) })
  const strongest = strongestOf(vertical)
  const across = `${width(horizontal_beamwidth)}, ${say('frontToBack', { db: figure(front_to_back, 1) })}`
  const upright = `${width(vertical_beamwidth)}, ${say(strongest < 0 ? 'strongestUp' : 'strongestDown', { degrees: figure(Math.abs(strongest), 1) })}`
  const asInFile = [
    [say('polarizationInFile'), polarization],
    [say('tiltInFile'), tilt],
  ].filter(([, value]) => value)
  return (
    <>
      <div class="cuts">
        <Polar
          cut={horizontal}
          name={say('horizontalCut')}
          text={across}
          marks={['0°', '90°', '180°', '270°']}
        />
        <Polar
          cut={vertical}
          name={say('verticalCut')}
          text={upright}
          marks={[say('up'), '0°', say('down'), '180°']}
          isFromRight
        />
      </div>
      {asInFile.length > 0 && (
        <dl class="pairs">
          {asInFile.map(([name, value]) => (
            <Pair key={name} name={name}>
              {value}
            </Pair>
          ))}
        </dl>
      )}
    </>
  )
}

/** Downtilt of the strongest direction in degrees; negative above the horizon. */
function strongestOf({ angles_deg, attenuation_db }: AntennaRecord['vertical']): number {
  const at = attenuation_db.indexOf(Math.min(...attenuation_db))
  const angle = angles_deg[at] ?? 0
  return angle > 180 ? angle - 360 : angle
}
