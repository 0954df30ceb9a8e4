import { useEffect } from 'preact/hooks'
import { Fault, useAttempt } from '../controls/controls.tsx'
import { FileChip } from '../results/file-chip.tsx'
import { listNetworks, networks } from '../state/network.ts'
import { openNetwork } from '../state/results.ts'
import { chooseSites, computeSites, isStarting, siteTable, siteTableFault } from '../state/site-table.ts'
import { isUnmetered } from '../state/view.ts'
import { sayNetwork, saySites } from '../words/network.ts'
import { figure, moment, say, sayCredits, saySeconds } from '../words/words.ts'
import { Refusal } from './refusal.tsx'

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

function SiteFile() {
  const table = siteTable.value
  return (
    <div class="site-file">
      <div class="chips">
        <FileChip label={sayNetwork('siteFile')} accept=".csv,.geojson,.json" onFile={chooseSites} />
      </div>
      {table === undefined ? (
        <p class="hint">{sayNetwork('siteFileHow')}</p>
      ) : (
        <>
          <p class="price" data-is="price" role="status">
            {[
              !isUnmetered.value && sayCredits(table.credits),
              saySites(figure(table.simulations.length)),
              saySeconds(table.seconds),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <button type="button" disabled={isStarting.value} onClick={() => void computeSites()}>
            {sayNetwork('computeSites', { file: table.fileName })}
          </button>
        </>
      )}
      <Fault text={siteTableFault.value} />
      <Refusal />
    </div>
  )
}
