import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { explain } from '../service/failures.ts'
import { listNetworks, networks } from '../state/network.ts'
import { openNetwork } from '../state/results.ts'
import { sayNetwork, saySites } from '../words/network.ts'
import { figure, moment, say } from '../words/words.ts'
import { SiteFile } from './site-file.tsx'

export function Networks() {
  return (
    <>
      <SiteFile />
      <NetworkList />
    </>
  )
}

function NetworkList() {
  const fault = useSignal<string | undefined>(undefined)
  useEffect(() => {
    listNetworks().catch((error: unknown) => {
      fault.value = explain(error)
    })
  }, [])
  if (fault.value !== undefined) {
    return (
      <p class="fault" role="alert">
        {fault}
      </p>
    )
  }
  if (networks.value === undefined) return <p class="hint">{say('loading')}</p>
  if (networks.value.length === 0) return <p class="hint">{sayNetwork('noNetworks')}</p>
  return (
    <ul class="list">
      {networks.value.map((record) => (
        <li key={record.id} class="item" data-id={record.id}>
          <button type="button" class="item-open" onClick={() => openNetwork(record)}>
            <strong>{record.name || sayNetwork('unnamedNetwork')}</strong>
            <span class="hint">
              {`${saySites(figure(record.sites.length))} · ${moment(record.changed_at)}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
