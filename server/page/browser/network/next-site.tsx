import { useSignal } from '@preact/signals'
import { Deletion } from '../results/deletion.tsx'
import { explain } from '../service/failures.ts'
import { isWithoutNodes, useNodes } from '../state/nodes.ts'
import { isFormShown, isNew, isOpen, removeSearch, type SearchRecord, search } from '../state/site-search.ts'
import { saySearch } from '../words/search.ts'
import { say, sayIfKnown } from '../words/words.ts'
import { ChosenSites } from './chosen-sites.tsx'
import { ChoiceFields } from './search-fields.tsx'
import { SearchForm } from './search-form.tsx'

export function NextSite() {
  const record = search.value
  return (
    <details
      class="next-site"
      open={isOpen.value}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>{saySearch('nextSite')}</summary>
      {record?.status === 'failed' && (
        <p class="fault" role="alert">
          {record.error?.detail}
        </p>
      )}
      {isFormShown.value && <SearchForm />}
      {record?.status === 'pending' && !isNew.value && <SearchProgress record={record} />}
      {record?.status === 'completed' && !isNew.value && (
        <>
          <ChoiceFields />
          <ChosenSites />
          <div class="actions">
            <button
              type="button"
              onClick={() => {
                isNew.value = true
              }}
            >
              {saySearch('newSearch')}
            </button>
            <Deletion
              key={record.id}
              label={saySearch('deleteSearch')}
              question={saySearch('question')}
              remove={removeSearch}
            />
          </div>
        </>
      )}
      {record !== undefined && record.status !== 'failed' && isNew.value && (
        <button
          type="button"
          class="quiet back"
          onClick={() => {
            isNew.value = false
          }}
        >
          {saySearch('back')}
        </button>
      )}
    </details>
  )
}

function SearchProgress({ record: { stage, progress } }: { record: SearchRecord }) {
  const fault = useSignal<string | undefined>(undefined)
  const isQueued = stage === 'queued'
  useNodes(isQueued)
  const stageWords = sayIfKnown(`stage: ${stage}`) ?? say('pending')
  return (
    <>
      <div class="progress">
        <progress value={progress} max={1} aria-label={say('progress')} />
        <span class="hint" role="status">
          {isQueued && isWithoutNodes.value ? say('noNodes') : stageWords}
        </span>
      </div>
      <button
        type="button"
        onClick={() => {
          removeSearch().catch((error: unknown) => {
            fault.value = explain(error)
          })
        }}
      >
        {saySearch('cancel')}
      </button>
      {fault.value && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}
