import { Fault } from '../controls/controls.tsx'
import { FileChip } from '../results/file-chip.tsx'
import { chooseSites, computeSites, isStarting, siteTable, siteTableFault } from '../state/site-table.ts'
import { isUnmetered } from '../state/view.ts'
import { sayNetwork, saySites } from '../words/network.ts'
import { figure, sayCredits, saySeconds } from '../words/words.ts'
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
