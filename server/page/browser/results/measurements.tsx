import type { ComponentType } from 'preact'
import { valueTo } from '../controls/controls.tsx'
import { compared, file, floorText, isComparing, removeMeasurements } from '../state/measurements.ts'
import type { SimulationRecord } from '../state/results.ts'
import { say } from '../words/words.ts'
import { FileChip } from './file-chip.tsx'
import type { FoundProps } from './measurement-figures.tsx'

interface Props {
  record: SimulationRecord
  Figures: ComponentType<FoundProps>
}

export function Measurements({ record, Figures }: Props) {
  const found = compared.value
  const hasPower =
    found !== undefined && 'points' in found && found.points.some(({ measured }) => measured?.unit === 'dBm')
  return (
    <section class="measurements" aria-label={say('measurementsTitle')} aria-busy={isComparing.value}>
      <h3>{say('measurementsTitle')}</h3>
      <div class="chips">
        <FileChip label={say('measurementsFile')} accept=".csv,.geojson,.json" />
        {file.value && (
          <button type="button" class="chip" onClick={removeMeasurements}>
            {say('measurementsRemove')}
          </button>
        )}
      </div>
      {!file.value && <p class="hint">{say('measurementsHow')}</p>}
      {file.value && <p class="hint">{file.value.name}</p>}
      {(hasPower || floorText.value !== '') && (
        <label>
          {say('measurementsFloor')}
          <input inputMode="decimal" value={floorText.value} onChange={valueTo(floorText)} />
        </label>
      )}
      {file.value && !found && <p class="hint">{say('loading')}</p>}
      {found && 'faults' in found && (
        <div class="fault" role="alert">
          {found.faults.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </div>
      )}
      {found && 'points' in found && (
        <Figures record={record} points={found.points} figures={found.figures} />
      )}
    </section>
  )
}
