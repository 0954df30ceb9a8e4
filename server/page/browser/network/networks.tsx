import { useEffect } from 'preact/hooks'
import { Fault, useAttempt } from '../controls/controls.tsx'
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
  const { fault, attempt } = useAttempt()
  useEffect(() => void attempt(listNetworks), [])
  if (fault.value !== undefined) return <Fault text={fault.value} />
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
