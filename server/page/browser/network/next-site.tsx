import { Fault, setTo, useAttempt } from '../controls/controls.tsx'
import { Deletion } from '../results/deletion.tsx'
import { Progress } from '../results/progress.tsx'
import { isFormShown, isNew, isOpen, removeSearch, search } from '../state/site-search.ts'
import { saySearch } from '../words/search.ts'
import { ChosenSites } from './chosen-sites.tsx'
import { ChoiceFields } from './search-fields.tsx'
import { SearchForm } from './search-form.tsx'

export function NextSite() {
  const record = search.value
  const { fault, attempt } = useAttempt()
  return (
    <details
      class="next-site"
      open={isOpen.value}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>{saySearch('nextSite')}</summary>
      {record?.status === 'failed' && <Fault text={record.error?.detail} />}
      {isFormShown.value && <SearchForm />}
      {record?.status === 'pending' && !isNew.value && (
        <>
          <Progress record={record} />
          <button type="button" onClick={() => attempt(removeSearch)}>
            {saySearch('cancel')}
          </button>
          <Fault text={fault.value} />
        </>
      )}
      {record?.status === 'completed' && !isNew.value && (
        <>
          <ChoiceFields />
          <ChosenSites />
          <div class="actions">
            <button type="button" onClick={setTo(isNew, true)}>
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
        <button type="button" class="quiet back" onClick={setTo(isNew, false)}>
          {saySearch('back')}
        </button>
      )}
    </details>
  )
}
