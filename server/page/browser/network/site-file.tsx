import { FileChip } from '../results/file-chip.tsx'
import { chooseSites, computeSites, isStarting, siteTable, siteTableFault } from '../state/site-table.ts'
import { isUnmetered } from '../state/view.ts'
import { sayNetwork, saySites } from '../words/network.ts'
import { figure, say } from '../words/words.ts'
import { Refusal } from './refusal.tsx'

export function SiteFile() {
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
              !isUnmetered.value &&
                say(table.credits === 1 ? 'oneCredit' : 'someCredits', { credits: figure(table.credits) }),
              saySites(figure(table.simulations.length)),
              say('aboutSeconds', { seconds: figure(table.seconds, table.seconds < 10 ? 1 : 0) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <button type="button" disabled={isStarting.value} onClick={() => void computeSites()}>
            {sayNetwork('computeSites', { file: table.fileName })}
          </button>
        </>
      )}
      {siteTableFault.value && (
        <p class="fault" role="alert">
          {siteTableFault}
        </p>
      )}
      <Refusal />
    </div>
  )
}
