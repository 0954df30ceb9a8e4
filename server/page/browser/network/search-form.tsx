import type { Signal } from '@preact/signals'
import { SelectField } from '../ask/field.tsx'
import { Price } from '../ask/price.tsx'
import { Fault, valueTo } from '../controls/controls.tsx'
import { AreaSection } from '../results/area-section.tsx'
import { FileChip } from '../results/file-chip.tsx'
import { area } from '../state/areas.ts'
import {
  choosePlaces,
  estimate,
  faults,
  file,
  fileFault,
  isStarting,
  kind,
  kinds,
  latticeArea,
  needsSensitivity,
  startSearch,
} from '../state/site-search.ts'
import { saySearch } from '../words/search.ts'
import { figure, saySeconds } from '../words/words.ts'
import { ChoiceFields, metres, NumberField } from './search-fields.tsx'

/** Candidate fields with separate error texts. */
const fieldsWithFaults = [
  'candidates',
  'candidates/spacing_m',
  'sites',
  'min_distance_m',
  'must_reach',
  'weights',
  'sensitivity_dbm',
]

export function SearchForm() {
  const found = estimate.value
  const fault = faults.value.get('candidates')
  const isWithoutSummit = fault !== undefined && / no summit /.test(fault)
  const others = [...faults.value].filter(([field]) => !fieldsWithFaults.includes(field))
  const { candidates = 0, seconds = 0 } = found ?? {}
  const places = saySearch('places', { count: figure(candidates) })
  const work = `${places} · ${saySeconds(seconds)}`

  function submit(event: Event): void {
    event.preventDefault()
    void startSearch()
  }
  return (
    <form class="search-form" onSubmit={submit} noValidate>
      <SelectField
        name="search-kind"
        label={saySearch('candidates')}
        fault={isWithoutSummit ? saySearch('noSummit') : fault}
        value={kind.value}
        onChange={valueTo(kind as Signal<string>)}
        options={kinds.map((one) => [one, saySearch(`kind: ${one}`)])}
      />
      {kind.value === 'summits' && <p class="hint">{saySearch('summitsWhat')}</p>}
      {kind.value === 'file' && <PlacesFile />}
      {kind.value === 'lattice' && <Lattice />}
      <ChoiceFields />
      {needsSensitivity.value && <NumberField name="sensitivity" field="sensitivity_dbm" unit="dBm" />}
      <p class="hint">{saySearch('likeFirst')}</p>
      <div class="search-run">
        <Price credits={found?.credits} work={work} isWrong={faults.value.size > 0}>
          {others.map(([field, text]) => (
            <p key={field} class="fault">
              {text}
            </p>
          ))}
        </Price>
        <button type="submit" class="main" disabled={found === undefined || isStarting.value}>
          {saySearch('search')}
        </button>
      </div>
    </form>
  )
}

function PlacesFile() {
  const given = file.value
  return (
    <>
      <div class="chips">
        <FileChip label={saySearch('file')} accept=".csv,.geojson,.json" onFile={choosePlaces} />
      </div>
      {given ? (
        <p class="hint" role="status">
          {saySearch('fileHas', {
            file: given.name,
            count: figure(given.places.length),
          })}
        </p>
      ) : (
        <p class="hint">{saySearch('fileHow')}</p>
      )}
      <Fault text={fileFault.value} />
    </>
  )
}

function Lattice() {
  const within = latticeArea.value
  return (
    <>
      <NumberField name="spacing" field="candidates/spacing_m" unit={metres()} placeholder="1000" />
      <p class="hint">
        {within === undefined
          ? saySearch('noArea')
          : saySearch('ofArea', { name: area.value?.name ?? saySearch('areaOfNetwork') })}
      </p>
      <AreaSection />
    </>
  )
}
