import { SelectField } from '../ask/field.tsx'
import { Fault } from '../controls/controls.tsx'
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
import { isUnmetered } from '../state/view.ts'
import { saySearch } from '../words/search.ts'
import { figure, say, sayCredits, saySeconds } from '../words/words.ts'
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
        onChange={({ currentTarget }) => {
          kind.value = currentTarget.value as typeof kind.value
        }}
        options={kinds.map((one) => [one, saySearch(`kind: ${one}`)])}
      />
      {kind.value === 'summits' && <p class="hint">{saySearch('summitsWhat')}</p>}
      {kind.value === 'file' && <PlacesFile />}
      {kind.value === 'lattice' && <Lattice />}
      <ChoiceFields />
      {needsSensitivity.value && <NumberField name="sensitivity" field="sensitivity_dbm" unit="dBm" />}
      <p class="hint">{saySearch('likeFirst')}</p>
      <div class="search-run">
        <Price />
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

/** Price and computing time, or the reason why unknown; announced to screen readers on change. */
function Price() {
  const others = [...faults.value].filter(([field]) => !fieldsWithFaults.includes(field))
  const { candidates, credits, seconds } = estimate.value ?? {}
  if (candidates === undefined || credits === undefined || seconds === undefined) {
    return (
      <div class="price" aria-live="polite">
        {others.map(([field, fault]) => (
          <p key={field} class="fault">
            {fault}
          </p>
        ))}
        {faults.value.size === 0 && <p class="hint">{say(isUnmetered.value ? 'timeLater' : 'priceLater')}</p>}
      </div>
    )
  }
  const work = [saySearch('places', { count: figure(candidates) }), saySeconds(seconds)].join(' · ')
  return (
    <div class="price" aria-live="polite">
      <p data-is="price">
        {!isUnmetered.value && <strong>{sayCredits(credits)}</strong>}
        {`${isUnmetered.value ? '' : ' · '}${work}`}
      </p>
    </div>
  )
}
